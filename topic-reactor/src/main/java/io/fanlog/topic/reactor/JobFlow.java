package io.fanlog.topic.reactor;

import io.fanlog.topic.spi.JobEnd;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Scannable;
import reactor.core.publisher.Operators;

/**
 * One job's subscription to the publisher that its handler answered. Run as an action it is cancelled: the pool has given
 * up on it.
 *
 * @param <R> type of the results
 */
abstract class JobFlow<R> implements CoreSubscriber<R>, Scannable, Runnable {
    @SuppressWarnings("rawtypes") // as field updaters are
    private static final AtomicReferenceFieldUpdater<JobFlow, @Nullable Subscription> UPSTREAM =
            AtomicReferenceFieldUpdater.newUpdater(JobFlow.class, Subscription.class, "upstream");

    @SuppressWarnings("rawtypes") // as above
    private static final AtomicIntegerFieldUpdater<JobFlow> SETTLED =
            AtomicIntegerFieldUpdater.newUpdater(JobFlow.class, "settled");

    private final JobEnd end;

    private volatile @Nullable Subscription upstream;
    private volatile int settled;

    JobFlow(JobEnd end) {
        this.end = end;
    }

    /** There will be one value at most. Before it is subscribed. */
    void expectOne() {}

    /** Asks for the first values. */
    abstract void opened();

    /** Nothing is delivered any more; called once, after the upstream was cancelled. */
    abstract void abandoned();

    @Override
    public final void onSubscribe(Subscription subscription) {
        if (Operators.setOnce(UPSTREAM, this, subscription)) {
            opened();
        }
    }

    final void request(long n) {
        Subscription from = upstream;
        if (from != null) {
            from.request(n);
        }
    }

    @Override
    public final void run() {
        Operators.terminate(UPSTREAM, this);
        abandoned();
    }

    final void cancelUpstream() {
        Operators.terminate(UPSTREAM, this);
    }

    final boolean isCancelled() {
        return upstream == Operators.cancelledSubscription();
    }

    final void stopTimeout() {
        end.stopTimeout();
    }

    /** The job has ended. Any number of times. */
    final void settle(@Nullable Throwable error) {
        if (settled != 0 || !SETTLED.compareAndSet(this, 0, 1)) {
            return;
        }
        boolean isFirst = error == null ? end.succeed() : end.fail(error);
        if (!isFirst && error != null) { // the pool had given up on it
            Operators.onErrorDropped(error, currentContext());
        }
    }

    @Override
    @SuppressWarnings("rawtypes") // as declared by Scannable
    public @Nullable Object scanUnsafe(Attr key) {
        if (key == Attr.PARENT) {
            return upstream;
        }
        if (key == Attr.CANCELLED) {
            return isCancelled();
        }
        if (key == Attr.RUN_STYLE) {
            return Attr.RunStyle.SYNC;
        }
        return null;
    }
}
