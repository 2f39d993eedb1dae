package io.fanlog.topic.spi;

import org.jspecify.annotations.Nullable;

/**
 * What an adapter is told about the cursor it draws from. Calls never overlap, come on the topic's event loop, and must
 * not block.
 *
 * @param <T> type of the payload
 */
public interface PullListener<T> {
    /**
     * Push mode only: the next message, within what was requested. Whatever it throws ends this subscription alone, as
     * FAILED (a resumable one is detached and will be offered the message again), and is reported to the observer.
     *
     * @param payload the payload, or the copier's copy of it
     */
    void onNext(T payload);

    /**
     * Pull mode only: after {@link PullSubscription#poll} has answered null, or {@link PullSubscription#wake} was called,
     * there is something to poll again. Not called per message: a burst is one call.
     */
    void onReady();

    /**
     * The last call: after everything was delivered or, in pull mode, polled; or with what the filter or the copier threw
     * in push mode ({@link PullSubscription#poll} throws it itself). Not called after a cancel.
     *
     * @param failure null if the topic was completed
     */
    void onEnd(@Nullable Throwable failure);
}
