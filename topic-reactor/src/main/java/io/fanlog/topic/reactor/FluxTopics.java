package io.fanlog.topic.reactor;

import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.TopicMessage;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.Fuseable;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.Scheduler;

/**
 * The source operator over many topics; all there is to know about a subscriber is in its {@link ManyTopicsSubscriber}.
 *
 * @param <T> type of the payloads
 */
final class FluxTopics<T> extends Flux<TopicMessage<T>> implements Fuseable, Scannable {
    private final TopicSelection<T> selection;
    private final UnaryOperator<SubscriptionOptions<T>> options;
    private final @Nullable Scheduler scheduler;

    private FluxTopics(
            TopicSelection<T> selection, UnaryOperator<SubscriptionOptions<T>> options, @Nullable Scheduler scheduler) {
        this.selection = selection;
        this.options = options;
        this.scheduler = scheduler;
    }

    /** With the assembly hooks applied; on the loops if there is no scheduler. */
    static <T> Flux<TopicMessage<T>> assemble(
            TopicSelection<T> selection, UnaryOperator<SubscriptionOptions<T>> options, @Nullable Scheduler scheduler) {
        return onAssembly(new FluxTopics<>(selection, options, scheduler));
    }

    @Override
    public void subscribe(CoreSubscriber<? super TopicMessage<T>> actual) {
        ManyTopicsSubscriber<T> link;
        try {
            link = link(actual);
        } catch (Throwable refused) {
            Operators.error(actual, Operators.onOperatorError(refused, actual.currentContext()));
            return;
        }
        link.start();
    }

    private ManyTopicsSubscriber<T> link(CoreSubscriber<? super TopicMessage<T>> actual) {
        Scheduler.Worker worker = Workers.of(scheduler);
        try {
            return new ManyTopicsSubscriber<>(selection, options, worker, actual, stepName());
        } catch (Throwable refused) {
            Workers.dispose(worker);
            throw refused;
        }
    }

    @Override
    @SuppressWarnings("rawtypes") // as declared by Scannable
    public @Nullable Object scanUnsafe(Attr key) {
        if (key == Attr.NAME) {
            return selection.toString();
        }
        if (key == Attr.RUN_ON) {
            return scheduler;
        }
        return key == Attr.RUN_STYLE ? Attr.RunStyle.ASYNC : null;
    }

    @Override
    public String stepName() {
        return "topics(" + selection + ")";
    }
}
