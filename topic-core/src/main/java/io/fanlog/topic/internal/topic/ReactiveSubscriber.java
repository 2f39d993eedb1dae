package io.fanlog.topic.internal.topic;

import io.fanlog.topic.spi.PullListener;
import io.fanlog.topic.spi.PullSubscription;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A Reactive Streams subscriber on a cursor. Its {@code onSubscribe} is called after the cursor has joined and before
 * anything is delivered, on the subscribing thread.
 */
final class ReactiveSubscriber<T> implements PullListener<T>, Subscription {
    /** What a subscriber is given that is ended at once; rule 1.9 wants one before any other signal. */
    private static final Subscription NOTHING = new Subscription() {
        @Override
        public void request(long n) {}

        @Override
        public void cancel() {}
    };

    private final Subscriber<? super T> subscriber;
    private @Nullable PullSubscription<T> cursor;

    ReactiveSubscriber(Subscriber<? super T> subscriber) {
        this.subscriber = Objects.requireNonNull(subscriber, "subscriber");
    }

    void begin(PullSubscription<T> joined) {
        cursor = joined;
        try {
            subscriber.onSubscribe(this);
        } catch (Throwable thrown) {
            joined.cancel();
            throw thrown;
        } finally {
            joined.activate(PullSubscription.Mode.PUSH);
        }
    }

    void refuse(Throwable cause) {
        subscriber.onSubscribe(NOTHING);
        subscriber.onError(cause);
    }

    @Override
    public void request(long n) {
        Objects.requireNonNull(cursor).request(n);
    }

    @Override
    public void cancel() {
        Objects.requireNonNull(cursor).cancel();
    }

    @Override
    public void onNext(T payload) {
        subscriber.onNext(payload);
    }

    @Override
    public void onReady() {
        throw new IllegalStateException("not in pull mode");
    }

    @Override
    public void onEnd(@Nullable Throwable failure) {
        if (failure == null) {
            subscriber.onComplete();
        } else {
            subscriber.onError(failure);
        }
    }
}
