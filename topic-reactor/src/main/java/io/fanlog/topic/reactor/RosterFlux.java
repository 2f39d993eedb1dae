package io.fanlog.topic.reactor;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.Fuseable;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;

/**
 * The Flux of a sink, or of a share with other options: brings each subscriber to its roster.
 *
 * @param <T> type of the payload
 */
class RosterFlux<T> extends Flux<T> implements Scannable {
    private final Consumer<CoreSubscriber<? super T>> subscribing;
    private final String name;
    private final Scannable parent;

    /** With the assembly hooks applied, as for Reactor's own operators. */
    static <T> Flux<T> assemble(
            boolean canBeFused, Consumer<CoreSubscriber<? super T>> subscribing, String name, Scannable parent) {
        return onAssembly(
                canBeFused ? new OfQueues<>(subscribing, name, parent) : new RosterFlux<>(subscribing, name, parent));
    }

    private RosterFlux(Consumer<CoreSubscriber<? super T>> subscribing, String name, Scannable parent) {
        this.subscribing = subscribing;
        this.name = name;
        this.parent = parent;
    }

    /** Those whose subscriptions can be fused. */
    private static final class OfQueues<T> extends RosterFlux<T> implements Fuseable {
        OfQueues(Consumer<CoreSubscriber<? super T>> subscribing, String name, Scannable parent) {
            super(subscribing, name, parent);
        }
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> actual) {
        subscribing.accept(actual);
    }

    @Override
    @SuppressWarnings("rawtypes") // as declared by Scannable
    public @Nullable Object scanUnsafe(Attr key) {
        if (key == Attr.PARENT) {
            return parent;
        }
        if (key == Attr.NAME) {
            return name;
        }
        return key == Attr.RUN_STYLE ? Attr.RunStyle.ASYNC : null;
    }

    @Override
    public String stepName() {
        return "topic(" + name + ")";
    }
}
