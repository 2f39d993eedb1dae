package io.fanlog.topic;

import java.time.Instant;

/** Where a subscription begins to read; chosen with the {@code from…} methods of {@link SubscriptionOptions}. */
public sealed interface StartPosition {
    /** What is published after subscribe returned (default). */
    record Latest() implements StartPosition {}

    /** The oldest message within retention; without retention the same as {@link Latest}. */
    record Earliest() implements StartPosition {}

    /**
     * The newest messages within retention.
     *
     * @param count how many, at least 0
     */
    record LastN(long count) implements StartPosition {}

    /**
     * A given message.
     *
     * @param sequence 0-based id of the first message to be delivered
     */
    record Sequence(long sequence) implements StartPosition {}

    /**
     * The first message published at or after an instant; needs a timed topic.
     *
     * @param instant by the topic's wall clock
     */
    record Since(Instant instant) implements StartPosition {}
}
