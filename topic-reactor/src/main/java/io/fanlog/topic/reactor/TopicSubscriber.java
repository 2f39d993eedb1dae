package io.fanlog.topic.reactor;

import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.spi.PullListener;
import io.fanlog.topic.spi.PullSubscription;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.Fuseable;
import reactor.core.Scannable;
import reactor.core.publisher.Operators;

/**
 * One subscriber of a {@link FluxTopic}: what its downstream sees as a subscription, and as a queue when they are fused;
 * what the topic's event loop sees as a listener.
 *
 * <pre>
 *   PUSH   loop ── onNext(payload) ─▶ downstream                      the loop moves the cursor, within the demand
 *   PULL   loop ── onNext(null) ────▶ downstream ── poll() ─▶ cursor  the downstream's thread moves it
 * </pre>
 *
 * <p>The mode is settled in {@code onSubscribe}, the only place where a downstream may ask for fusion, and nothing comes
 * from the cursor before {@link #start} has returned from there. There is no queue and no counter of demand here; both
 * are the cursor's.
 *
 * <p>INVARIANTS
 *
 * <ol>
 *   <li>Signals of the downstream never overlap and come on the loop: only the listener's calls make them, and the topic
 *       serializes those.
 *   <li>The cursor is drawn from by one thread at a time. A fused downstream promises as much, except that operators
 *       clear the queue (or poll it empty, with a discard hook) on whatever thread cancels, while another may still be
 *       polling. Each of them cancels first; so once {@link #cancelled} is set, nothing here touches the cursor.
 *   <li>No subscription outlives its subscriber: if {@code onSubscribe} throws, it is cancelled.
 * </ol>
 *
 * <p><b>Fusion.</b> Only ASYNC. {@link Fuseable#THREAD_BARRIER} says that polling is done beyond a thread boundary; a
 * filter would then run on the other side of it, so that is refused, as by Reactor's own operators that call user code
 * in {@code poll}. A copier does not stand in the way: where it runs is not the subscriber's business, for it is the
 * topic's, and runs by its contract wherever a message is handed out (a worker pool calls it on its workers). What a
 * filter or copier throws leaves {@code poll}, and the downstream cancels and signals it.
 *
 * <p><b>Conditional subscribers</b> get {@code onNext}, not {@code tryOnNext}. The loop counts demand before it hands
 * out, and giving it back would put a branch on the way of every message to save a rejecting {@code filter} its
 * {@code request(1)}, which on the loop is an addition without a wake-up, and with unbounded demand not even that.
 *
 * @param <T> type of the payload
 */
final class TopicSubscriber<T> implements Fuseable.QueueSubscription<T>, PullListener<T>, Scannable {
    private final Topic<T> topic;
    private final CoreSubscriber<? super T> actual;
    private final PullSubscription<T> cursor;

    // Owned by the thread that subscribes.

    private boolean isFiltered;
    private PullSubscription.Mode mode = PullSubscription.Mode.PUSH;

    private volatile boolean cancelled;

    /** Joins the topic: nothing published from now on escapes it. */
    TopicSubscriber(Topic<T> topic, UnaryOperator<SubscriptionOptions<T>> options, CoreSubscriber<? super T> actual) {
        this.topic = topic;
        this.actual = actual;
        this.cursor = topic.pull(this, defaults -> {
            SubscriptionOptions<T> chosen = options.apply(defaults);
            isFiltered = chosen.filter() != null;
            return chosen;
        });
    }

    /** Introduces itself to the downstream, then lets the signals come. */
    void start() {
        try {
            actual.onSubscribe(this);
        } catch (Throwable thrown) {
            cancel();
            throw thrown;
        }
        cursor.activate(mode);
    }

    @Override
    public int requestFusion(int requestedMode) {
        boolean runsUserCodeElsewhere = isFiltered && (requestedMode & Fuseable.THREAD_BARRIER) != 0;
        if ((requestedMode & Fuseable.ASYNC) == 0 || runsUserCodeElsewhere) {
            return Fuseable.NONE;
        }
        mode = PullSubscription.Mode.PULL;
        return Fuseable.ASYNC;
    }

    @Override
    public void request(long n) {
        cursor.request(n);
    }

    @Override
    public void cancel() {
        cancelled = true;
        cursor.cancel();
    }

    @Override
    public @Nullable T poll() {
        return cancelled ? null : cursor.poll();
    }

    @Override
    public boolean isEmpty() {
        return cancelled || cursor.isEmpty();
    }

    /** For introspection: may count what the filter will reject. */
    @Override
    public int size() {
        return cancelled ? 0 : (int) Math.min(cursor.lag(), Integer.MAX_VALUE);
    }

    @Override
    public void clear() {
        if (!cancelled) {
            cursor.clear();
        }
    }

    @Override
    public void onNext(T payload) {
        try {
            actual.onNext(payload);
        } catch (Throwable thrown) {
            drop(thrown);
            throw thrown;
        }
    }

    @Override
    public void onReady() {
        try {
            actual.onNext(null);
        } catch (Throwable thrown) {
            drop(thrown);
            throw thrown;
        }
    }

    @Override
    public void onEnd(@Nullable Throwable failure) {
        try {
            if (failure == null) {
                actual.onComplete();
            } else {
                actual.onError(failure);
            }
        } catch (Throwable thrown) {
            drop(thrown);
            throw thrown;
        }
    }

    /**
     * Tells the downstream's hook what the downstream threw; its {@code onError} is not the place, since it has shown
     * that it does not keep the rules. The caller then passes it on to the topic, which ends this subscription alone.
     * What Reactor calls fatal is passed on untold, except for a stack overflow, which says nothing about the JVM.
     */
    private void drop(Throwable thrown) {
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
    @SuppressWarnings("rawtypes") // as declared by Scannable
    public @Nullable Object scanUnsafe(Attr key) {
        if (key == Attr.ACTUAL) {
            return actual;
        }
        if (key == Attr.NAME) {
            return cursor.label();
        }
        if (key == Attr.REQUESTED_FROM_DOWNSTREAM) {
            return cursor.requested();
        }
        if (key == Attr.BUFFERED) {
            long lag = cursor.lag();
            return lag > Integer.MAX_VALUE ? Integer.MIN_VALUE : (int) lag;
        }
        if (key == Attr.LARGE_BUFFERED) {
            return cursor.lag();
        }
        if (key == Attr.CAPACITY) {
            return topic.capacity();
        }
        if (key == Attr.RUN_STYLE) {
            return Attr.RunStyle.ASYNC;
        }
        return scanState(key);
    }

    private @Nullable Object scanState(Attr<?> key) {
        SubscriptionState state = cursor.state();
        if (key == Attr.TERMINATED) {
            return state == SubscriptionState.COMPLETED || state == SubscriptionState.FAILED;
        }
        if (key == Attr.CANCELLED) {
            return cancelled || state == SubscriptionState.CANCELLED || state == SubscriptionState.DETACHED;
        }
        if (key == Attr.ERROR) {
            return cursor.failure().orElse(null);
        }
        return null;
    }

    @Override
    public String stepName() {
        return "topic(" + topic.name() + ")";
    }
}
