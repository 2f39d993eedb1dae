package io.fanlog.topic.internal.worker;

/**
 * How many jobs a worker is handed at once: enough that taking them costs little, few enough that no worker sits on jobs
 * that another could run.
 *
 * <pre>
 *   smallest of   ceil(waiting / concurrency)              an even split of what waits
 *                 ceil(32 us * concurrency / job time)     keeps the pool's hand-offs about 32 us apart
 *                 maxBatch                                 at most 32
 *   concurrency 1: min(waiting, maxBatch), since there is nobody to share with
 * </pre>
 *
 * A pool of n workers that are all busy hands over n batches each (batch x job time), so it hands over every
 * (batch x job time / n); the second line solves that for the batch.
 */
final class BatchSize {
    /** The most jobs in one batch; also the factor of the order rule. */
    static final int MAX = 32;

    /** Job time of a source of which no batch has finished yet: hand over one job, and look. */
    static final long UNMEASURED = 0;

    private static final long HAND_OFF_DISTANCE_NANOS = 32_000;

    private BatchSize() {}

    /**
     * The size of the next batch.
     *
     * @param waiting jobs that could be taken, a guess; less than 1 counts as 1
     * @param concurrency of the pool
     * @param jobNanos time per job in the source's last finished batch, or {@link #UNMEASURED}
     * @param maxBatch 1 to {@link #MAX}
     * @return 1 to maxBatch
     */
    static int of(long waiting, int concurrency, long jobNanos, int maxBatch) {
        if (waiting <= 1 || maxBatch == 1) {
            return 1;
        }
        if (concurrency == 1) {
            return (int) Math.min(waiting, maxBatch);
        }
        if (jobNanos == UNMEASURED) {
            return 1;
        }
        long evenSplit = ceilDiv(waiting, concurrency);
        long spaced = ceilDiv(HAND_OFF_DISTANCE_NANOS * concurrency, jobNanos);
        return (int) Math.min(Math.min(evenSplit, spaced), maxBatch);
    }

    private static long ceilDiv(long dividend, long divisor) {
        return dividend / divisor + (dividend % divisor == 0 ? 0 : 1);
    }
}
