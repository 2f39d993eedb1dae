package io.fanlog.topic.reactor;

import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.Topic;
import io.fanlog.topic.spi.PullListener;
import io.fanlog.topic.spi.PullSubscription;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.scheduler.Scheduler;

/**
 * One subscriber of one topic that gets it in portions, or on a scheduler's thread. The cursor is in pull mode; what
 * moves it is the drain, or a fused downstream, one thread at a time.
 *
 * @param <R> what the cursor hands out
 * @param <O> what the downstream gets
 */
final class DrainingSubscriber<R, O> extends DrainingLink<O> implements PullListener<R> {
    private final Topic<?> topic;
    private final Portion<R, O> portion;
    private final PullSubscription<R> cursor;

    /** Joins the topic: nothing published from now on escapes it. */
    <T> DrainingSubscriber(
            Topic<T> topic,
            Opening<T, R> opening,
            Portion<R, O> portion,
            Scheduler.@Nullable Worker worker,
            UnaryOperator<SubscriptionOptions<T>> options,
            CoreSubscriber<? super O> actual,
            String step) {
        super(actual, worker, step);
        this.topic = topic;
        this.portion = portion;
        this.cursor = opening.open(topic, this, noted(options));
    }

    @Override
    void activateCursors() {
        cursor.activate(PullSubscription.Mode.PULL);
    }

    @Override
    @Nullable
    O take() {
        return portion.take(cursor);
    }

    @Override
    void wakeLoop() {
        cursor.wake();
    }

    @Override
    void tellProgress() {
        cursor.request(1);
    }

    @Override
    void refuse(long n) {
        cursor.request(n);
    }

    @Override
    void cancelCursors() {
        cursor.cancel();
    }

    @Override
    void abandonOthers() {
        // there is but the one
    }

    @Override
    int weight(O item) {
        return portion.weight(item);
    }

    @Override
    void discard(O item) {
        portion.discard(item, actual.currentContext());
    }

    @Override
    @Nullable
    Throwable pendingFailure() {
        return portion.pendingFailure();
    }

    @Override
    public boolean isEmpty() {
        return cancelled || (portion.pendingFailure() == null && cursor.isEmpty());
    }

    /** For introspection: messages rather than portions. */
    @Override
    public int size() {
        return cancelled ? 0 : (int) Math.min(cursor.lag(), Integer.MAX_VALUE);
    }

    @Override
    public void onNext(R item) {
        throw new IllegalStateException("not in push mode");
    }

    @Override
    public void onReady() {
        ready();
    }

    @Override
    public void onEnd(@Nullable Throwable failure) {
        end(failure);
    }

    @Override
    @SuppressWarnings("rawtypes") // as declared by Scannable
    public @Nullable Object scanUnsafe(Attr key) {
        if (key == Attr.ACTUAL) {
            return actual;
        }
        if (key == Attr.RUN_ON) {
            return worker;
        }
        if (key == Attr.REQUESTED_FROM_DOWNSTREAM) {
            return requested();
        }
        return CursorAttributes.scan(key, topic, cursor, cancelled);
    }
}
