package io.fanlog.topic.reactor;

import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicMessage;
import io.fanlog.topic.spi.PullListener;
import io.fanlog.topic.spi.PullSubscription;
import java.util.function.UnaryOperator;

/**
 * Which side of a topic's messages a cursor hands out: the bare payloads, or all that belongs to them.
 *
 * @param <T> type of the payload
 * @param <R> what the cursor hands out
 */
@FunctionalInterface
interface Opening<T, R> {
    PullSubscription<R> open(
            Topic<T> topic, PullListener<? super R> listener, UnaryOperator<SubscriptionOptions<T>> options);

    static <T> Opening<T, T> payloads() {
        return Topic::pull;
    }

    static <T> Opening<T, TopicMessage<T>> messages() {
        return Topic::pullMessages;
    }
}
