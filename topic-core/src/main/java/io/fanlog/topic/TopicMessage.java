package io.fanlog.topic;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One record in the log of a topic.
 *
 * @param <T> type of the payload
 * @param topic name of the topic it was published to
 * @param epoch random id of this life of the topic; {@code epoch:sequence} is unique across restarts
 * @param sequence 0-based, gap-free id of the message in its topic
 * @param payload the user's object
 * @param envelope key, headers and message id; {@link Envelope#EMPTY} when it was published with none
 * @param time when it was published, by the topic's wall clock, to the millisecond; null unless the topic is timed
 */
public record TopicMessage<T>(
        String topic,
        long epoch,
        long sequence,
        T payload,
        Envelope envelope,
        @Nullable Instant time) {

    /**
     * The key it was published with.
     *
     * @return null if none
     */
    public @Nullable String key() {
        return envelope.key();
    }

    /**
     * The message id it was published with.
     *
     * @return null if none
     */
    public @Nullable String id() {
        return envelope.id();
    }

    /**
     * The headers it was published with.
     *
     * @return unmodifiable, empty if none
     */
    public Map<String, String> headers() {
        return envelope.headers();
    }

    /** Tells where the message stands, never what is in it. */
    @Override
    public String toString() {
        return "TopicMessage[" + topic + " " + Long.toHexString(epoch) + ":" + sequence + "]";
    }
}
