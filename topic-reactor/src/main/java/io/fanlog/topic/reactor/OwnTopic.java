package io.fanlog.topic.reactor;

import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicBuilder;
import io.fanlog.topic.Topics;
import java.time.Duration;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Topics that a sink or a share makes for itself. Their type is not told, since nobody looks them up by it. */
final class OwnTopic {
    private OwnTopic() {}

    /**
     * Makes one.
     *
     * @param capacity 0 for the default
     * @param retainLast 0 for none, or with an age for any number
     */
    static <T> Topic<T> topic(Topics owner, String name, int capacity, long retainLast, @Nullable Duration retainFor) {
        TopicBuilder<Object> builder = owner.topic(name, Object.class);
        if (capacity > 0) {
            builder = builder.capacity(capacity);
        }
        if (retainFor != null) {
            builder = builder.retainFor(retainFor).retainLast(retainLast == 0 ? Long.MAX_VALUE : retainLast);
        } else if (retainLast > 0) {
            builder = builder.retainLast(retainLast);
        }
        return cast(builder.build());
    }

    @SuppressWarnings("unchecked") // a topic does not look at its payloads
    private static <T> Topic<T> cast(Topic<Object> topic) {
        return (Topic<T>) (Topic<?>) topic;
    }

    /** Applies options that were given before the type of the payload was known. */
    @SuppressWarnings("unchecked") // options take payloads and never give one
    static <T> SubscriptionOptions<T> served(
            SubscriptionOptions<T> defaults, UnaryOperator<SubscriptionOptions<Object>> options) {
        SubscriptionOptions<Object> chosen =
                options.apply((SubscriptionOptions<Object>) (SubscriptionOptions<?>) defaults);
        Objects.requireNonNull(chosen, "the options function returned null");
        return (SubscriptionOptions<T>) (SubscriptionOptions<?>) chosen;
    }
}
