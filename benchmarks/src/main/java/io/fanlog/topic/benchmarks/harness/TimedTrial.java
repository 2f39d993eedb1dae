package io.fanlog.topic.benchmarks.harness;

import io.fanlog.topic.benchmarks.harness.Workload.Lap;

/**
 * Measures messages per second, or the time for each. All subjects of a case pass the same number of messages, except those so slow that a run
 * would take longer than the limit: they pass fewer.
 */
public final class TimedTrial implements Trial {
    private static final long FIRST_MESSAGES = 1_000;
    private static final int GROWTH = 4;
    private static final int SLOW_RUNS = 2;
    private static final double MILLION = 1e6;

    private final Workload workload;
    private final Unit unit;
    private final long wanted;
    private final long limitNanos;
    private final int warmUps;
    private long messages;

    /**
     * A trial of a workload.
     *
     * @param workload what is timed
     * @param unit of the score
     * @param wanted messages a run
     * @param limitNanos how long a run should take at most
     * @param warmUps full runs before the first measured one
     */
    public TimedTrial(Workload workload, Unit unit, long wanted, long limitNanos, int warmUps) {
        this.workload = workload;
        this.unit = unit;
        this.wanted = wanted;
        this.limitNanos = limitNanos;
        this.warmUps = warmUps;
        messages = wanted;
    }

    @Override
    public void warmUp() throws Exception {
        messages = messagesWithinLimit();
        for (int i = 0; i < warmUps; i++) {
            workload.run(messages);
        }
    }

    @Override
    public Measurement measure() throws Exception {
        System.gc();
        Lap lap = workload.run(messages);
        Long peak = lap.peakHeapBytes();
        return new Measurement(
                unit.score(messages, lap.nanos()),
                messages,
                (double) lap.allocatedBytes() / messages,
                peak == null ? null : peak * MILLION / messages);
    }

    /**
     * Runs more and more messages until the speed shows: a short run is mostly start-up, and a cold one is slow. One that is
     * over the limit is tried again, since the machine may have been busy with something else.
     */
    private long messagesWithinLimit() throws Exception {
        long tried = Math.min(FIRST_MESSAGES, wanted);
        double messagesPerNano = 0;
        int slowRuns = 0;
        while (true) {
            long nanos = workload.run(tried).nanos();
            messagesPerNano = Math.max(messagesPerNano, (double) tried / nanos);
            long affordable = (long) (messagesPerNano * limitNanos);
            slowRuns = nanos > limitNanos ? slowRuns + 1 : 0;
            if (slowRuns == SLOW_RUNS || (tried == wanted && slowRuns == 0)) {
                return Math.min(wanted, Math.max(FIRST_MESSAGES, affordable));
            }
            if (slowRuns == 0) {
                tried = Math.min(wanted, Math.min(tried * GROWTH, Math.max(tried, affordable) * 2));
            }
        }
    }
}
