package io.fanlog.topic.reactor;

import io.fanlog.topic.SubscriptionOptions;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.Fuseable;
import reactor.core.Scannable;
import reactor.core.publisher.Operators;

/**
 * What one downstream sees of topics: a subscription, and a queue when they are fused. Who extends it brings the cursors.
 *
 * <p>INVARIANTS
 *
 * <ol>
 *   <li>Fusion is settled in {@code onSubscribe}, the only place where a downstream may ask for it, and nothing comes
 *       from a cursor before {@link #start} has returned from there.
 *   <li>No subscription outlives its subscriber: if {@code onSubscribe} throws, it is cancelled.
 *   <li>Operators clear the queue (or poll it empty, with a discard hook) on whatever thread cancels, while another may
 *       still be polling. Each of them cancels first; so once {@link #cancelled} is set, a fused downstream touches no
 *       cursor any more.
 * </ol>
 *
 * <p><b>Fusion.</b> Only ASYNC. {@link Fuseable#THREAD_BARRIER} says that polling is done beyond a thread boundary; a
 * filter would then run on the other side of it, so that is refused, as by Reactor's own operators that call user code
 * in {@code poll}. A copier does not stand in the way: where it runs is not the subscriber's business, for it is the
 * topic's, and runs by its contract wherever a message is handed out (a worker pool calls it on its workers). What a
 * filter or copier throws leaves {@code poll}, and the downstream cancels and signals it.
 *
 * @param <O> what the downstream gets
 */
abstract class TopicLink<O> implements Fuseable.QueueSubscription<O>, Scannable {
    final CoreSubscriber<? super O> actual;

    private final String step;

    // Owned by the thread that subscribes.

    /** Whether polling runs code of the subscriber's. */
    private boolean isFiltered;

    private boolean fused;

    volatile boolean cancelled;

    TopicLink(CoreSubscriber<? super O> actual, String step) {
        this.actual = actual;
        this.step = step;
    }

    /** The options to open a cursor with; what they ask for is noted. */
    final <T> UnaryOperator<SubscriptionOptions<T>> noted(UnaryOperator<SubscriptionOptions<T>> options) {
        return defaults -> {
            SubscriptionOptions<T> chosen = options.apply(defaults);
            isFiltered |= chosen.filter() != null;
            return chosen;
        };
    }

    /** Introduces itself to the downstream, then lets the signals come. */
    final void start() {
        try {
            actual.onSubscribe(this);
        } catch (Throwable thrown) {
            cancel();
            throw thrown;
        }
        activate(fused);
    }

    /** Lets the signals come. */
    abstract void activate(boolean isFused);

    @Override
    public int requestFusion(int requestedMode) {
        boolean runsUserCodeElsewhere = isFiltered && (requestedMode & Fuseable.THREAD_BARRIER) != 0;
        if ((requestedMode & Fuseable.ASYNC) == 0 || runsUserCodeElsewhere) {
            return Fuseable.NONE;
        }
        fused = true;
        return Fuseable.ASYNC;
    }

    /** The downstream's last signal. */
    final void signalEnd(@Nullable Throwable failure) {
        if (failure == null) {
            actual.onComplete();
        } else {
            actual.onError(failure);
        }
    }

    /**
     * Tells the downstream's hook what the downstream threw; its {@code onError} is not the place, since it has shown
     * that it does not keep the rules. The caller then passes it on to the topic, which ends this subscription alone.
     * What Reactor calls fatal is passed on untold, except for a stack overflow, which says nothing about the JVM.
     */
    final void drop(Throwable thrown) {
        if (Exceptions.isFatal(thrown) && !(thrown instanceof StackOverflowError)) {
            return;
        }
        try {
            Operators.onErrorDropped(thrown, actual.currentContext());
        } catch (Throwable hookFailure) {
            if (hookFailure != thrown) {
                thrown.addSuppressed(hookFailure);
            }
        }
    }

    @Override
    public final String stepName() {
        return step;
    }
}
