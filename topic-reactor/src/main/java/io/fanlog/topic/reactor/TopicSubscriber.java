package io.fanlog.topic.reactor;

import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.Topic;
import io.fanlog.topic.spi.PullListener;
import io.fanlog.topic.spi.PullSubscription;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;

/**
 * One subscriber of a topic's payloads or messages: what its downstream sees as a subscription, and as a queue when they
 * are fused; what the topic's event loop sees as a listener.
 *
 * <pre>
 *   PUSH   loop ── onNext(payload) ─▶ downstream                      the loop moves the cursor, within the demand
 *   PULL   loop ── onNext(null) ────▶ downstream ── poll() ─▶ cursor  the downstream's thread moves it
 * </pre>
 *
 * <p>There is no queue and no counter of demand here; both are the cursor's. So there is nothing to discard either: what
 * was taken has been handed over.
 *
 * <p>INVARIANTS
 *
 * <ol>
 *   <li>Signals of the downstream never overlap and come on the loop: only the listener's calls make them, and the topic
 *       serializes those.
 *   <li>The cursor is drawn from by one thread at a time, as a fused downstream promises.
 * </ol>
 *
 * <p><b>Conditional subscribers</b> get {@code onNext}, not {@code tryOnNext}. The loop counts demand before it hands
 * out, and giving it back would put a branch on the way of every message to save a rejecting {@code filter} its
 * {@code request(1)}, which on the loop is an addition without a wake-up, and with unbounded demand not even that.
 *
 * @param <R> what the cursor hands out
 */
final class TopicSubscriber<R> extends TopicLink<R> implements PullListener<R> {
    private final Topic<?> topic;
    private final PullSubscription<R> cursor;

    /** Joins the topic: nothing published from now on escapes it. */
    <T> TopicSubscriber(
            Topic<T> topic,
            Opening<T, R> opening,
            UnaryOperator<SubscriptionOptions<T>> options,
            CoreSubscriber<? super R> actual,
            String step) {
        super(actual, step);
        this.topic = topic;
        this.cursor = opening.open(topic, this, noted(options));
    }

    @Override
    void activate(boolean isFused) {
        cursor.activate(isFused ? PullSubscription.Mode.PULL : PullSubscription.Mode.PUSH);
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
    public @Nullable R poll() {
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
    public void onNext(R item) {
        try {
            actual.onNext(item);
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
            signalEnd(failure);
        } catch (Throwable thrown) {
            drop(thrown);
            throw thrown;
        }
    }

    @Override
    @SuppressWarnings("rawtypes") // as declared by Scannable
    public @Nullable Object scanUnsafe(Attr key) {
        if (key == Attr.ACTUAL) {
            return actual;
        }
        if (key == Attr.REQUESTED_FROM_DOWNSTREAM) {
            return cursor.requested();
        }
        return CursorAttributes.scan(key, topic, cursor, cancelled);
    }
}
