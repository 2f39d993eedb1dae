package io.fanlog.topic.internal.worker;

/**
 * How many workers there may be, and how many jobs each may be handed.
 *
 * @param concurrency as the owner asked
 * @param workers running at once; less than the concurrency where maxUnfinished is
 * @param maxBatch jobs per batch; workers x maxBatch is at most maxUnfinished
 */
record Limits(int concurrency, int workers, int maxBatch) {
    private static final int LEAST_DEFAULT_UNFINISHED = 1_024;

    static Limits of(PoolConfig config, int asked) {
        int concurrency = asked == 0 ? Runtime.getRuntime().availableProcessors() : asked;
        long unfinished = config.maxUnfinished() == PoolConfig.DEFAULT_UNFINISHED
                ? Math.max(LEAST_DEFAULT_UNFINISHED, (long) BatchSize.MAX * concurrency)
                : config.maxUnfinished();
        int workers = (int) Math.min(concurrency, unfinished);
        int maxBatch = (int) Math.min(config.maxBatch(), unfinished / workers);
        return new Limits(concurrency, workers, maxBatch);
    }
}
