package io.fanlog.topic.reactor.micrometer;

import io.fanlog.topic.Envelope;
import io.fanlog.topic.PublishResult;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is known of one observed publish. Its carrier is filled by tracing when the observation starts, and becomes headers
 * of the message. Never the payload.
 */
public final class PublishContext extends SenderContext<Map<String, String>> {
    private final String topic;
    private volatile @Nullable PublishResult result;
    private volatile String outcome = KeyValue.NONE_VALUE;

    PublishContext(String topic) {
        super(
                (carrier, key, value) ->
                        Objects.requireNonNull(carrier, "carrier").put(key, value),
                Kind.PRODUCER);
        this.topic = topic;
        setCarrier(new LinkedHashMap<>());
    }

    /**
     * Where it is published to.
     *
     * @return name of the topic
     */
    public String topic() {
        return topic;
    }

    /**
     * What became of it.
     *
     * @return null while that is not known, and if it was given up or something was thrown
     */
    public @Nullable PublishResult result() {
        return result;
    }

    /**
     * The same as a key value.
     *
     * @return the result in lower case; {@code error} if something was thrown, {@code cancelled} if it was given up,
     *     {@code none} while it goes on
     */
    public String outcome() {
        return outcome;
    }

    void published(PublishResult known) {
        result = known;
        outcome = known.name().toLowerCase(Locale.ROOT);
    }

    void failed() {
        outcome = "error";
    }

    void cancelled() {
        outcome = "cancelled";
    }

    /** With what tracing has put into the carrier. */
    Envelope inject(Envelope given) {
        Envelope filled = given;
        for (Map.Entry<String, String> header :
                Objects.requireNonNull(getCarrier(), "carrier").entrySet()) {
            filled = filled.header(header.getKey(), header.getValue());
        }
        return filled;
    }
}
