package io.fanlog.topic.reactor;

import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.Topic;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.Fuseable;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;

/**
 * The source operator over a topic. It has no state: all there is to know about a subscriber is in its
 * {@link TopicSubscriber}.
 *
 * @param <T> type of the payload
 */
final class FluxTopic<T> extends Flux<T> implements Fuseable, Scannable {
    private final Topic<T> topic;
    private final UnaryOperator<SubscriptionOptions<T>> options;

    private FluxTopic(Topic<T> topic, UnaryOperator<SubscriptionOptions<T>> options) {
        this.topic = topic;
        this.options = options;
    }

    /** With the assembly hooks applied, as for Reactor's own operators. */
    static <T> Flux<T> assemble(Topic<T> topic, UnaryOperator<SubscriptionOptions<T>> options) {
        return onAssembly(new FluxTopic<>(topic, options));
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> actual) {
        TopicSubscriber<T> subscriber;
        try {
            subscriber = new TopicSubscriber<>(topic, options, actual);
        } catch (Throwable refused) {
            Operators.error(actual, Operators.onOperatorError(refused, actual.currentContext()));
            return;
        }
        subscriber.start();
    }

    @Override
    @SuppressWarnings("rawtypes") // as declared by Scannable
    public @Nullable Object scanUnsafe(Attr key) {
        if (key == Attr.NAME) {
            return topic.name();
        }
        if (key == Attr.CAPACITY) {
            return topic.capacity();
        }
        if (key == Attr.TERMINATED) {
            return topic.isEnded();
        }
        if (key == Attr.RUN_STYLE) {
            return Attr.RunStyle.ASYNC;
        }
        return null;
    }

    @Override
    public String stepName() {
        return "topic(" + topic.name() + ")";
    }
}
