package io.fanlog.topic.benchmarks.pools;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Jobs of a shape, from producers in some pattern, so many at a time.
 *
 * @param shape what a job does
 * @param pattern how many hand in how many
 * @param concurrency how many may run at once
 */
record PoolCase(JobShape shape, ProducerPattern pattern, int concurrency) {
    /** From here on only virtual threads will do, or no threads. */
    static final int LARGE = 50_000;

    private static final int[] SMALL_LIMITS = {1, 2};
    private static final int[] LARGER_LIMITS = {100_000, 300_000};

    /** Those that make sense: jobs that sleep need many at a time, jobs that do not gain nothing from more than there are cores. */
    static List<PoolCase> all() {
        List<PoolCase> cases = new ArrayList<>();
        for (JobShape shape : JobShape.values()) {
            boolean sleeps = shape.sleepMillis() > 0;
            for (int limit : SMALL_LIMITS) {
                Stream.of(ProducerPattern.values())
                        .filter(pattern -> !sleeps || pattern == ProducerPattern.ONE)
                        .forEach(pattern -> cases.add(new PoolCase(shape, pattern, limit)));
            }
            Stream.of(ProducerPattern.values())
                    .filter(pattern -> sleeps || pattern == ProducerPattern.ONE)
                    .forEach(pattern -> cases.add(new PoolCase(shape, pattern, LARGE)));
            for (int limit : LARGER_LIMITS) {
                Stream.of(ProducerPattern.ONE, ProducerPattern.MILLION)
                        .filter(pattern -> sleeps || pattern == ProducerPattern.ONE)
                        .forEach(pattern -> cases.add(new PoolCase(shape, pattern, limit)));
            }
        }
        return cases;
    }

    static PoolCase named(String name) {
        return all().stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no case " + name));
    }

    String name() {
        return shape.label() + " " + pattern.label() + " c" + concurrency;
    }

    boolean isLarge() {
        return concurrency >= LARGE;
    }

    boolean canRunHere() {
        return VirtualThreads.areAvailable() || !(isLarge() || pattern.needsVirtualThreads());
    }

    /** How many jobs a run has: a million, or as many as sleep through within the limit. */
    long jobs(long limitMillis) {
        if (shape.sleepMillis() == 0) {
            return ProducerPattern.JOBS;
        }
        long within = Math.max(1, concurrency * limitMillis / shape.sleepMillis());
        return isLarge() ? ProducerPattern.JOBS : Math.min(ProducerPattern.JOBS, within);
    }
}
