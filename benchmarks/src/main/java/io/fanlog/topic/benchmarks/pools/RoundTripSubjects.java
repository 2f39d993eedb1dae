package io.fanlog.topic.benchmarks.pools;

import io.fanlog.topic.benchmarks.harness.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;

/** The subjects of the round trips by name: the pool kinds of ours, and the JDK's pools. */
final class RoundTripSubjects {
    private static final String PREFIX = "add ";
    private static final String SINGLE = "single";
    private static final int BATCH = 1_000;
    private static final String BATCHED = "batch" + BATCH;

    private static final Map<String, RoundTrips.Starter> SUBJECTS = new LinkedHashMap<>();

    static {
        SUBJECTS.put("fanlog", FanlogRoundTrips.starter());
        SUBJECTS.put("fanlog-errors", FanlogRoundTrips.errorStarter());
        SUBJECTS.put("threadpoolexecutor", ExecutorRoundTrips.starter(() -> Executors.newFixedThreadPool(1)));
        SUBJECTS.put(
                "threadpoolexecutor-results", ExecutorRoundTrips.resultStarter(() -> Executors.newFixedThreadPool(1)));
        SUBJECTS.put("forkjoinpool", ExecutorRoundTrips.starter(() -> new ForkJoinPool(1)));
        SUBJECTS.put("forkjoinpool-results", ExecutorRoundTrips.resultStarter(() -> new ForkJoinPool(1)));
        if (VirtualThreads.areAvailable()) {
            SUBJECTS.put("virtualthreads", ExecutorRoundTrips.starter(VirtualThreads::perTaskExecutor));
        }
    }

    private RoundTripSubjects() {}

    static List<String> cases() {
        return List.of(PREFIX + "fifo " + SINGLE, PREFIX + "fifo " + BATCHED);
    }

    static boolean isCase(String name) {
        return name.startsWith(PREFIX);
    }

    static List<String> names() {
        return List.copyOf(SUBJECTS.keySet());
    }

    static Workload workload(String caseName, String subject) {
        RoundTrips.Starter starter = SUBJECTS.get(subject);
        if (starter == null) {
            throw new IllegalArgumentException("no subject " + subject + " in " + caseName);
        }
        return new RoundTripWorkload(starter, caseName.endsWith(BATCHED) ? BATCH : 1);
    }
}
