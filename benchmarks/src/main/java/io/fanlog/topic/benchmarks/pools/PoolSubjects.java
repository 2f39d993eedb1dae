package io.fanlog.topic.benchmarks.pools;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The subjects of the pool cases by name, in the order they take turns. */
final class PoolSubjects {
    private static final Map<String, PoolSubject.Starter> ALL = new LinkedHashMap<>();

    /** A thread of the platform for each job that may run at once. */
    private static final List<String> SMALL_ONLY = List.of("threadpoolexecutor", "forkjoinpool", "reactor-parallel");

    static {
        ALL.put("fanlog", FanlogPoolSubject.starter());
        ALL.put("fanlog-topic", FanlogTopicSubject.starter());
        ALL.put("threadpoolexecutor", ExecutorSubject.threadPoolStarter());
        ALL.put("forkjoinpool", ExecutorSubject.forkJoinStarter());
        if (VirtualThreads.areAvailable()) {
            ALL.put("virtualthreads-semaphore", VirtualThreadSubject.starter());
            ALL.put("virtualthreads-permit-first", VirtualThreadSubject.permitFirstStarter());
        }
        ALL.put("reactor-flatmap", ReactorSubject.flatMapStarter());
        ALL.put("reactor-parallel", ReactorSubject.parallelStarter());
    }

    private PoolSubjects() {}

    static List<String> names(PoolCase each) {
        List<String> names = new ArrayList<>(ALL.keySet());
        if (each.isLarge()) {
            names.removeAll(SMALL_ONLY);
        }
        return names;
    }

    static PoolSubject.Starter named(String name) {
        PoolSubject.Starter starter = ALL.get(name);
        if (starter == null) {
            throw new IllegalArgumentException("no subject " + name);
        }
        return starter;
    }
}
