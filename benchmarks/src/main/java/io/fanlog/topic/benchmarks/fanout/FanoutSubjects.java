package io.fanlog.topic.benchmarks.fanout;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.SleepingWaitStrategy;
import com.lmax.disruptor.YieldingWaitStrategy;
import io.fanlog.topic.benchmarks.fanout.FanoutSubject.Starter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;

/** The subjects of the fan-out cases by name, in the order they take turns. */
final class FanoutSubjects {
    private static final Map<String, Starter> ALL = new LinkedHashMap<>();

    static {
        ALL.put("fanlog", FanlogSubject.starter());
        ALL.put("fanlog-spread", FanlogSubject.spreadStarter());
        ALL.put("fanlog-offer", FanlogSubject.offerStarter());
        ALL.put("disruptor-sleeping", DisruptorSubject.starter(SleepingWaitStrategy::new));
        ALL.put("disruptor-yielding", DisruptorSubject.starter(YieldingWaitStrategy::new));
        ALL.put("disruptor-blocking", DisruptorSubject.starter(BlockingWaitStrategy::new));
        ALL.put("disruptor-sleeping-clearing", DisruptorSubject.clearingStarter(SleepingWaitStrategy::new));
        ALL.put("disruptor-yielding-clearing", DisruptorSubject.clearingStarter(YieldingWaitStrategy::new));
        ALL.put("reactor-sinks-multicast", ReactorSinkSubject.multicastStarter(ReactorHop.PUBLISH_ON));
        ALL.put("submissionpublisher-threads", SubmissionPublisherSubject.starter(Executors::newFixedThreadPool));
        ALL.put("submissionpublisher-forkjoin", SubmissionPublisherSubject.starter(subscribers -> new ForkJoinPool()));
        ALL.put("rxjava-publishprocessor", RxJavaSubject.starter());
        ALL.put("queue-array", BlockingQueueSubject.arrayStarter());
        ALL.put("queue-linked", BlockingQueueSubject.linkedStarter());
    }

    private FanoutSubjects() {}

    static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    static Starter named(String name) {
        Starter starter = ALL.get(name);
        if (starter == null) {
            throw new IllegalArgumentException("no subject " + name);
        }
        return starter;
    }
}
