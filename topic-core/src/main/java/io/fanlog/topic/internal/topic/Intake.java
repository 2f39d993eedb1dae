package io.fanlog.topic.internal.topic;

import io.fanlog.topic.TopicMessage;
import io.fanlog.topic.internal.cursor.Cursor;
import java.time.Instant;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Turns what stands in a slot into what one subscription is handed: asks its filter, makes a copy, adds what belongs to
 * the message. Filter and copier are the user's and may throw.
 *
 * @param <T> type of the payload
 */
final class Intake<T> {
    private final LogTopic<T> topic;
    private final @Nullable Predicate<? super T> filter;
    private final @Nullable UnaryOperator<T> copier;
    private final boolean wholeMessages;

    Intake(LogTopic<T> topic, @Nullable Predicate<? super T> filter, boolean wholeMessages) {
        this.topic = topic;
        this.filter = filter;
        this.copier = topic.config().copier();
        this.wholeMessages = wholeMessages;
    }

    /** Whether it hands out just what stands in the slot, without any of the user's code. */
    boolean isPlain() {
        return filter == null && copier == null && !wholeMessages;
    }

    /** Null if the filter rejects it. */
    @Nullable
    Object take(Object slot, Cursor cursor, long sequence) {
        @SuppressWarnings("unchecked") // only payloads of the topic's type are stored
        T payload = (T) Enveloped.payloadOf(slot);
        if (filter != null && !filter.test(payload)) {
            return null;
        }
        if (copier != null) {
            payload = java.util.Objects.requireNonNull(copier.apply(payload), "the copier returned null");
        }
        return wholeMessages ? message(slot, payload, cursor, sequence) : payload;
    }

    private TopicMessage<T> message(Object slot, T payload, Cursor cursor, long sequence) {
        Instant time = topic.log().isTimed() ? topic.wallTime(cursor.reader().timeMillis(sequence)) : null;
        return new TopicMessage<>(topic.name(), topic.epoch(), sequence, payload, Enveloped.envelopeOf(slot), time);
    }
}
