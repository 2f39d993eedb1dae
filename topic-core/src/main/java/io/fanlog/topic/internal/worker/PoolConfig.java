package io.fanlog.topic.internal.worker;

import io.fanlog.topic.worker.PoolErrorHandler;
import io.fanlog.topic.worker.SourceStrategy;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * A pool's options, as its builder left them.
 *
 * @param name of the pool
 * @param concurrency 0 stands for one per core
 * @param maxBatch 1 to {@link BatchSize#MAX}
 * @param maxUnfinished {@link #DEFAULT_UNFINISHED} if not given
 * @param minIdleRatio percent of the concurrency
 * @param idleExpiryNanos 0 if off
 * @param threads makes the workers' threads
 * @param onError hears of failed jobs
 * @param keepStoppedNanos 0 stands for ever
 * @param strategy which source is next
 * @param isListed whether it has a name of its own, by which the registry finds it
 * @param autoStart whether it starts by itself
 * @param stopWhen stops it when complete
 */
record PoolConfig(
        String name,
        int concurrency,
        int maxBatch,
        int maxUnfinished,
        int minIdleRatio,
        long idleExpiryNanos,
        ThreadFactory threads,
        @Nullable PoolErrorHandler onError,
        long keepStoppedNanos,
        SourceStrategy strategy,
        boolean isListed,
        boolean autoStart,
        @Nullable CompletionStage<?> stopWhen) {
    static final int DEFAULT_UNFINISHED = 0;

    /** The same for workers without threads, which take one job at a time. */
    PoolConfig forSlots(int idleRatio) {
        return new PoolConfig(
                name,
                concurrency,
                1,
                maxUnfinished,
                idleRatio,
                0,
                threads,
                onError,
                keepStoppedNanos,
                strategy,
                isListed,
                autoStart,
                stopWhen);
    }
}
