package io.fanlog.topic.reactor;

import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.Scannable;
import reactor.core.publisher.Operators;

/** Who is subscribed to {@link PoolResults}: its demand, and how it ends. Delivers for whoever drains. */
final class ResultsSubscription<R> implements Subscription, Scannable {
    @SuppressWarnings("rawtypes") // as field updaters are
    private static final AtomicLongFieldUpdater<ResultsSubscription> REQUESTED =
            AtomicLongFieldUpdater.newUpdater(ResultsSubscription.class, "requested");

    private final PoolResults<R> results;
    private final CoreSubscriber<? super R> actual;

    private volatile long requested;
    private volatile boolean active;
    private volatile boolean cancelled;
    private volatile @Nullable Throwable badRequest;

    ResultsSubscription(PoolResults<R> results, CoreSubscriber<? super R> actual) {
        this.results = results;
        this.actual = actual;
    }

    CoreSubscriber<? super R> actual() {
        return actual;
    }

    // The subscriber: any thread.

    @Override
    public void request(long n) {
        if (n > 0) {
            Operators.addCap(REQUESTED, this, n);
        } else {
            badRequest = new IllegalArgumentException("the demand must be positive (rule 3.9), got " + n);
        }
        results.drain();
    }

    @Override
    public void cancel() {
        cancelled = true;
        results.drain();
    }

    /** onSubscribe has returned. */
    void activate() {
        active = true;
        results.drain();
    }

    boolean isCancelled() {
        return cancelled;
    }

    /** Whether it may be told anything. */
    boolean isActive() {
        return active && !cancelled;
    }

    boolean hasDemand() {
        return requested > 0 && isActive();
    }

    @Nullable
    Throwable badRequest() {
        return badRequest;
    }

    // Whoever drains.

    void deliver(R result) {
        Operators.produced(REQUESTED, this, 1);
        try {
            actual.onNext(result);
        } catch (Throwable thrown) {
            cancelled = true; // it has broken the rules
            drop(thrown);
        }
    }

    void end(@Nullable Throwable error) {
        cancelled = true;
        try {
            if (error == null) {
                actual.onComplete();
            } else {
                actual.onError(error);
            }
        } catch (Throwable thrown) {
            drop(thrown);
        }
    }

    private void drop(Throwable thrown) {
        if (!(thrown instanceof StackOverflowError)) {
            Exceptions.throwIfJvmFatal(thrown);
        }
        Operators.onErrorDropped(thrown, actual.currentContext());
    }

    @Override
    @SuppressWarnings("rawtypes") // as declared by Scannable
    public @Nullable Object scanUnsafe(Attr key) {
        if (key == Attr.ACTUAL) {
            return actual;
        }
        if (key == Attr.REQUESTED_FROM_DOWNSTREAM) {
            return requested;
        }
        if (key == Attr.CANCELLED) {
            return cancelled;
        }
        if (key == Attr.RUN_STYLE) {
            return Attr.RunStyle.ASYNC;
        }
        return results.scanUnsafe(key);
    }
}
