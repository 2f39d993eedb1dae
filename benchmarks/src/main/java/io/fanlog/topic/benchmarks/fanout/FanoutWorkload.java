package io.fanlog.topic.benchmarks.fanout;

import io.fanlog.topic.benchmarks.harness.AllocationMeter;
import io.fanlog.topic.benchmarks.harness.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/**
 * One run: the producers publish their share each, and the clock stops when every subscriber has every message. Then the
 * subject is closed and every subscriber checked.
 */
public final class FanoutWorkload implements Workload {
    private static final long TIMEOUT_SECONDS = 60;

    private final FanoutSubject.Starter starter;
    private final int producers;
    private final int subscribers;
    private final boolean freshPayloads;

    /**
     * Of a subject.
     *
     * @param starter makes a fresh instance for each run
     * @param producers threads that publish
     * @param subscribers each of which gets everything
     * @param freshPayloads whether each message gets a payload object of its own
     */
    public FanoutWorkload(FanoutSubject.Starter starter, int producers, int subscribers, boolean freshPayloads) {
        this.starter = starter;
        this.producers = producers;
        this.subscribers = subscribers;
        this.freshPayloads = freshPayloads;
    }

    @Override
    public Lap run(long messages) throws Exception {
        long share = (messages + producers - 1) / producers;
        Completion completion = new Completion(subscribers);
        List<CheckingSubscriber> checking = new ArrayList<>();
        for (int i = 0; i < subscribers; i++) {
            checking.add(new CheckingSubscriber(share * producers, producers, completion));
        }
        CountDownLatch measured = new CountDownLatch(1);
        Lap lap;
        try (FanoutSubject subject = starter.start(producers, checking)) {
            CountDownLatch go = new CountDownLatch(1);
            for (int i = 0; i < producers; i++) {
                PayloadSource payloads = new PayloadSource(i, freshPayloads);
                start("producer-" + i, () -> produce(subject, payloads, share, go, completion, measured));
            }
            AllocationMeter meter = new AllocationMeter();
            long began = System.nanoTime();
            go.countDown();
            long ended = completion.awaitNanos(TIMEOUT_SECONDS);
            lap = new Lap(ended - began, meter.allocatedBytes());
        } finally {
            measured.countDown();
        }
        for (CheckingSubscriber subscriber : checking) {
            subscriber.verify();
        }
        return lap;
    }

    /** The thread stays until the run is measured: what an ended thread allocated can no longer be asked for. */
    private static void produce(
            FanoutSubject subject,
            PayloadSource payloads,
            long share,
            CountDownLatch go,
            Completion completion,
            CountDownLatch measured) {
        try {
            go.await();
            publishAll(subject, payloads, share);
            measured.await();
        } catch (Exception | LinkageError | AssertionError e) {
            completion.fail(e);
        }
    }

    private static void publishAll(FanoutSubject subject, PayloadSource payloads, long share) throws Exception {
        for (long i = 0; i < share; i++) {
            subject.publish(payloads.next());
        }
    }

    private static void start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }
}
