package io.fanlog.topic.worker;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * A pool's subscription to a {@code Publisher}. What it requests and has not got yet is never more than the workers that
 * are free when it requests. All methods may be called from any thread.
 */
public interface PoolSource extends AutoCloseable {
    /**
     * Jobs received so far.
     *
     * @return jobs, over all restarts of the pool
     */
    long received();

    /**
     * Whether the publisher has completed or failed, or this was cancelled. What was received before is still handled.
     *
     * @return true if nothing more will be received
     */
    boolean isEnded();

    /**
     * Why the publisher failed.
     *
     * @return empty unless it ended with an error
     */
    Optional<Throwable> failure();

    /**
     * Completes when this has ended; never exceptionally. Dependent actions run on the thread that ended it and must not
     * block.
     *
     * @return a new future for each call; completing it has no effect on the source
     */
    CompletableFuture<Void> whenEnded();

    /** Cancels the publisher. Has no effect when ended. */
    void cancel();

    /** The same as {@link #cancel()}. */
    @Override
    default void close() {
        cancel();
    }
}
