package io.fanlog.topic.benchmarks.pools;

import io.fanlog.topic.benchmarks.harness.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;

/** The subjects of the round trips by name, for each kind of queue: the pool kinds of ours, and the JDK's pools. */
final class RoundTripSubjects {
    private static final String PREFIX = "add ";
    private static final String PRIORITY = "priority";
    private static final String SINGLE = "single";
    private static final int BATCH = 1_000;
    private static final String BATCHED = "batch" + BATCH;

    private static final Map<String, RoundTrips.Starter> FIFO_SUBJECTS = new LinkedHashMap<>();
    private static final Map<String, RoundTrips.Starter> PRIORITY_SUBJECTS = new LinkedHashMap<>();

    static {
        FIFO_SUBJECTS.put("fanlog", FanlogRoundTrips.starter(false));
        FIFO_SUBJECTS.put("fanlog-errors", FanlogRoundTrips.errorStarter(false));
        FIFO_SUBJECTS.put("fanlog-results", FanlogResultRoundTrips.starter(false));
        FIFO_SUBJECTS.put("threadpoolexecutor", ExecutorRoundTrips.starter(() -> Executors.newFixedThreadPool(1)));
        FIFO_SUBJECTS.put(
                "threadpoolexecutor-results", ExecutorRoundTrips.resultStarter(() -> Executors.newFixedThreadPool(1)));
        FIFO_SUBJECTS.put("forkjoinpool", ExecutorRoundTrips.starter(() -> new ForkJoinPool(1)));
        FIFO_SUBJECTS.put("forkjoinpool-results", ExecutorRoundTrips.resultStarter(() -> new ForkJoinPool(1)));
        if (VirtualThreads.areAvailable()) {
            FIFO_SUBJECTS.put("virtualthreads", ExecutorRoundTrips.starter(VirtualThreads::perTaskExecutor));
        }
        PRIORITY_SUBJECTS.put("fanlog", FanlogRoundTrips.starter(true));
        PRIORITY_SUBJECTS.put("fanlog-errors", FanlogRoundTrips.errorStarter(true));
        PRIORITY_SUBJECTS.put("fanlog-results", FanlogResultRoundTrips.starter(true));
        PRIORITY_SUBJECTS.put("threadpoolexecutor", ExecutorRoundTrips.priorityStarter());
    }

    private RoundTripSubjects() {}

    static List<String> cases() {
        return List.of(
                PREFIX + "fifo " + SINGLE,
                PREFIX + "fifo " + BATCHED,
                PREFIX + PRIORITY + " " + SINGLE,
                PREFIX + PRIORITY + " " + BATCHED);
    }

    static boolean isCase(String name) {
        return name.startsWith(PREFIX);
    }

    static List<String> names(String caseName) {
        return List.copyOf(subjects(caseName).keySet());
    }

    static Workload workload(String caseName, String subject) {
        RoundTrips.Starter starter = subjects(caseName).get(subject);
        if (starter == null) {
            throw new IllegalArgumentException("no subject " + subject + " in " + caseName);
        }
        return new RoundTripWorkload(starter, caseName.endsWith(BATCHED) ? BATCH : 1);
    }

    private static Map<String, RoundTrips.Starter> subjects(String caseName) {
        return caseName.contains(PRIORITY) ? PRIORITY_SUBJECTS : FIFO_SUBJECTS;
    }
}
