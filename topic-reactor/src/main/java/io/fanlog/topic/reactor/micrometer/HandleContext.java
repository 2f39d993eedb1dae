package io.fanlog.topic.reactor.micrometer;

import io.fanlog.topic.TopicMessage;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.ReceiverContext;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one observed handling of a message. Its carrier are the headers of the message, in which tracing finds
 * the publisher's trace.
 */
public final class HandleContext extends ReceiverContext<Map<String, String>> {
    private final String handler;
    private final TopicMessage<?> message;
    private volatile String outcome = KeyValue.NONE_VALUE;

    HandleContext(String handler, TopicMessage<?> message) {
        super(HandleContext::header, Kind.CONSUMER);
        this.handler = handler;
        this.message = message;
        setCarrier(message.headers());
    }

    private static @Nullable String header(@Nullable Map<String, String> carrier, String key) {
        return carrier == null ? null : carrier.get(key);
    }

    /**
     * Who handles it.
     *
     * @return the name that was given with the handler: of a pool, or a subscription's label
     */
    public String handler() {
        return handler;
    }

    /**
     * Where the message was published to.
     *
     * @return name of the topic
     */
    public String topic() {
        return message.topic();
    }

    /**
     * The message; a convention must not show its payload.
     *
     * @return what is handled
     */
    public TopicMessage<?> message() {
        return message;
    }

    /**
     * How it ended, as a key value.
     *
     * @return {@code succeeded}; {@code failed} if something was thrown or signalled; {@code cancelled} if what the handler
     *     returned was cancelled; {@code none} while it goes on
     */
    public String outcome() {
        return outcome;
    }

    void succeeded() {
        outcome = "succeeded";
    }

    void failed() {
        outcome = "failed";
    }

    void cancelled() {
        outcome = "cancelled";
    }
}
