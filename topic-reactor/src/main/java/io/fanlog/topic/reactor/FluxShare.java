package io.fanlog.topic.reactor;

import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.Topics;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.Fuseable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;

/**
 * The operator that shares one upstream. It holds the connection that newcomers join, if there is one; all else is in the
 * {@link ShareConnection}.
 *
 * @param <T> type of the payload
 */
final class FluxShare<T> extends SharedFlux<T> implements Fuseable {
    private final Flux<T> source;
    private final ShareOptions options;
    private final Topics topics;
    private final String name;

    /** Guarded by this; null when the next subscriber is to begin a new one. */
    private @Nullable ShareConnection<T> current;

    FluxShare(Flux<T> source, ShareOptions options) {
        this.source = source;
        this.options = options;
        this.topics = options.topics();
        this.name = options.name();
    }

    @Override
    public Flux<T> with(UnaryOperator<SubscriptionOptions<T>> added) {
        Objects.requireNonNull(added, "options");
        return RosterFlux.assemble(true, actual -> subscribe(actual, added), name, this);
    }

    @Override
    public void subscribe(CoreSubscriber<? super T> actual) {
        subscribe(actual, UnaryOperator.identity());
    }

    private void subscribe(CoreSubscriber<? super T> actual, UnaryOperator<SubscriptionOptions<T>> added) {
        boolean isSeated = false;
        while (!isSeated) {
            ShareConnection<T> found;
            try {
                found = current();
            } catch (Throwable refused) { // there is a topic of this name, or their owner is closed
                Operators.error(actual, Operators.onOperatorError(refused, actual.currentContext()));
                return;
            }
            isSeated = found.subscribe(actual, defaults -> added.apply(options.served(defaults)));
            if (!isSeated) {
                found.end();
                forget(found);
            }
        }
    }

    private synchronized ShareConnection<T> current() {
        ShareConnection<T> found = current;
        if (found == null) {
            found = new ShareConnection<>(this, source, options, options.topic(topics, name));
            current = found;
        }
        return found;
    }

    /** Newcomers begin a new one. */
    synchronized void forget(ShareConnection<T> over) {
        if (current == over) {
            current = null;
        }
    }

    private synchronized @Nullable ShareConnection<T> ifAny() {
        return current;
    }

    @Override
    public int currentSubscriberCount() {
        ShareConnection<T> found = ifAny();
        return found == null ? 0 : found.size();
    }

    @Override
    public boolean isConnected() {
        ShareConnection<T> found = ifAny();
        return found != null && found.isConnected();
    }

    @Override
    @SuppressWarnings("rawtypes") // as declared by Scannable
    public @Nullable Object scanUnsafe(Attr key) {
        if (key == Attr.PARENT) {
            return source;
        }
        if (key == Attr.NAME) {
            return name;
        }
        if (key == Attr.PREFETCH) {
            return getPrefetch();
        }
        return key == Attr.RUN_STYLE ? Attr.RunStyle.ASYNC : null;
    }

    @Override
    public int getPrefetch() {
        return options.inFlightIn(Integer.MAX_VALUE);
    }

    @Override
    public String stepName() {
        return "share(" + name + ")";
    }
}
