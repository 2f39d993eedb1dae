package io.fanlog.topic.reactor;

import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.Topic;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.Fuseable;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.Scheduler;

/**
 * The source operator over a topic. It has no state: all there is to know about a subscriber is in its
 * {@link TopicLink}.
 *
 * @param <T> type of the payload
 * @param <R> what a cursor hands out
 * @param <O> what a subscriber gets
 */
final class FluxTopic<T, R, O> extends Flux<O> implements Fuseable, Scannable {
    /** How a subscriber is linked to a cursor. */
    interface Linking<T, R, O> {
        TopicLink<O> link(
                Topic<T> topic,
                Opening<T, R> opening,
                UnaryOperator<SubscriptionOptions<T>> options,
                CoreSubscriber<? super O> actual,
                String step);
    }

    private final Topic<T> topic;
    private final Opening<T, R> opening;
    private final UnaryOperator<SubscriptionOptions<T>> options;
    private final Linking<T, R, O> linking;
    private final @Nullable Scheduler scheduler;
    private final String step;

    private FluxTopic(
            Topic<T> topic,
            Opening<T, R> opening,
            UnaryOperator<SubscriptionOptions<T>> options,
            Linking<T, R, O> linking,
            @Nullable Scheduler scheduler,
            String step) {
        this.topic = topic;
        this.opening = opening;
        this.options = options;
        this.linking = linking;
        this.scheduler = scheduler;
        this.step = step;
    }

    /** One signal for each message, with the assembly hooks applied, as for Reactor's own operators. */
    static <T, R> Flux<R> each(Topic<T> topic, Opening<T, R> opening, UnaryOperator<SubscriptionOptions<T>> options) {
        return onAssembly(
                new FluxTopic<>(topic, opening, options, TopicSubscriber::new, null, "topic(" + topic.name() + ")"));
    }

    /** The same on a scheduler's thread. */
    static <T, R> Flux<R> eachOn(
            Scheduler scheduler, Topic<T> topic, Opening<T, R> opening, UnaryOperator<SubscriptionOptions<T>> options) {
        Linking<T, R, R> linking = draining(scheduler, Portion.One::new);
        return onAssembly(new FluxTopic<>(topic, opening, options, linking, scheduler, "topic(" + topic.name() + ")"));
    }

    /** One signal for all that is there, up to so many; on the loop if there is no scheduler. */
    static <T, R> Flux<List<R>> lists(
            @Nullable Scheduler scheduler,
            Topic<T> topic,
            Opening<T, R> opening,
            int maxSize,
            UnaryOperator<SubscriptionOptions<T>> options) {
        if (maxSize < 1) {
            throw new IllegalArgumentException("maxSize must be positive, got " + maxSize);
        }
        Linking<T, R, List<R>> linking = draining(scheduler, () -> new Portion.Batch<>(maxSize));
        return onAssembly(
                new FluxTopic<>(topic, opening, options, linking, scheduler, "topicBatches(" + topic.name() + ")"));
    }

    private static <T, R, O> Linking<T, R, O> draining(
            @Nullable Scheduler scheduler, Supplier<Portion<R, O>> portions) {
        return (topic, opening, options, actual, step) -> {
            Scheduler.Worker worker = scheduler == null ? null : workerOf(scheduler);
            try {
                return new DrainingSubscriber<>(topic, opening, portions.get(), worker, options, actual, step);
            } catch (Throwable refused) {
                if (worker != null) {
                    worker.dispose();
                }
                throw refused;
            }
        };
    }

    /** One that was disposed of may not show before there is something to deliver. */
    private static Scheduler.Worker workerOf(Scheduler scheduler) {
        if (scheduler.isDisposed()) {
            throw Exceptions.failWithRejected();
        }
        return scheduler.createWorker();
    }

    @Override
    public void subscribe(CoreSubscriber<? super O> actual) {
        TopicLink<O> link;
        try {
            link = linking.link(topic, opening, options, actual, step);
        } catch (Throwable refused) {
            Operators.error(actual, Operators.onOperatorError(refused, actual.currentContext()));
            return;
        }
        link.start();
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
        if (key == Attr.RUN_ON) {
            return scheduler;
        }
        if (key == Attr.RUN_STYLE) {
            return Attr.RunStyle.ASYNC;
        }
        return null;
    }

    @Override
    public String stepName() {
        return step;
    }
}
