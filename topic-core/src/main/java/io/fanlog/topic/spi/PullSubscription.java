package io.fanlog.topic.spi;

import io.fanlog.topic.TopicSubscription;
import org.jspecify.annotations.Nullable;

/**
 * How an adapter draws from a cursor. {@link #poll}, {@link #isEmpty} and {@link #clear} are for one thread at a time
 * (with a happens-before edge between two that follow each other); all else may be called from any thread.
 *
 * @param <T> type of the payload
 */
public interface PullSubscription<T> extends TopicSubscription {
    /** Who moves the cursor. */
    enum Mode {
        /** The loop, which calls {@link PullListener#onNext} within what was requested. */
        PUSH,
        /** The adapter, by {@link PullSubscription#poll}; the loop only calls {@link PullListener#onReady}. */
        PULL
    }

    /**
     * Starts the calls to the listener; to be called once, after the downstream has had its {@code onSubscribe}.
     *
     * @param mode who moves the cursor
     * @throws IllegalStateException if called twice
     */
    void activate(Mode mode);

    /**
     * Adds demand. In pull mode it only tells the loop that the downstream has made progress. {@code n <= 0} ends the
     * subscription with an {@link IllegalArgumentException}; demand saturates at {@link Long#MAX_VALUE}.
     *
     * @param n how many more
     */
    void request(long n);

    /**
     * Takes the next message, passing over what the filter rejects. What is taken counts as delivered.
     *
     * @return the payload, or null if nothing can be taken now; then {@link PullListener#onReady} or
     *     {@link PullListener#onEnd} will follow
     */
    @Nullable
    T poll();

    /**
     * Whether nothing can be taken now; may answer false though the filter will reject all there is.
     *
     * @return true if poll would answer null
     */
    boolean isEmpty();

    /**
     * In pull mode, has {@link PullListener#onReady} called on the loop soon, unless nothing can be taken then; in that
     * case, when something can. For an adapter that has stopped polling before it found nothing, for want of demand or
     * to let others have their turn, and wants to go on there. No effect in push mode.
     */
    void wake();

    /** Gives up all that could be taken now; it counts as undelivered. Called when the downstream was cancelled. */
    void clear();

    /**
     * What was requested and not delivered yet.
     *
     * @return {@link Long#MAX_VALUE} stands for unbounded; 0 in pull mode
     */
    long requested();
}
