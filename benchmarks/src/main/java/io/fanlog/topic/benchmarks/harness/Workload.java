package io.fanlog.topic.benchmarks.harness;

import org.jspecify.annotations.Nullable;

/** Something that is timed over a number of messages. */
@FunctionalInterface
public interface Workload {
    /**
     * Runs once, on a fresh instance.
     *
     * @param messages how many to pass
     * @return how long it took, and what it allocated
     * @throws Exception if a message was lost, doubled or out of order, or the run stalled
     */
    Lap run(long messages) throws Exception;

    /**
     * How a run went.
     *
     * @param nanos from the first publish to the last receipt
     * @param allocatedBytes by all threads in that time
     * @param peakHeapBytes by which the used heap grew at most; null where nobody looked
     */
    record Lap(long nanos, long allocatedBytes, @Nullable Long peakHeapBytes) {
        /**
         * A run whose heap nobody looked at.
         *
         * @param nanos from the first publish to the last receipt
         * @param allocatedBytes by all threads in that time
         */
        public Lap(long nanos, long allocatedBytes) {
            this(nanos, allocatedBytes, null);
        }
    }
}
