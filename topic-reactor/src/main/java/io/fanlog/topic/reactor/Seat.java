package io.fanlog.topic.reactor;

import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.spi.PullSubscription;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Fuseable;
import reactor.core.Scannable;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * One subscriber's place in a {@link Roster}: passes everything on, fused or not, and tells the roster once when it is
 * given up, before the subscriber hears of the end, so that one who subscribes again in answer to it is counted anew.
 *
 * @param <T> type of the payload
 */
class Seat<T> implements CoreSubscriber<T>, Fuseable.QueueSubscription<T>, Scannable {
    final CoreSubscriber<? super T> actual;
    private final Roster<T> roster;

    /** Set under the roster's lock, before anything else happens. */
    private @Nullable TopicSubscriber<T> upstream;

    Seat(Roster<T> roster, CoreSubscriber<? super T> actual) {
        this.roster = roster;
        this.actual = actual;
    }

    /** How it joins the topic. */
    Opening<T, T> opening() {
        return Opening.payloads();
    }

    /** What it sits on has joined the topic. */
    void sitOn(TopicSubscriber<T> joined) {
        upstream = joined;
    }

    /** Whether one more message could be handed on now; asked where that matters. */
    boolean hasRoom() {
        return true;
    }

    @Override
    public Context currentContext() {
        return actual.currentContext();
    }

    @Override
    public void onSubscribe(Subscription s) {
        try {
            actual.onSubscribe(this);
        } catch (Throwable thrown) {
            roster.leave(this);
            throw thrown;
        }
    }

    @Override
    public void onNext(T payload) {
        try {
            actual.onNext(payload);
        } catch (Throwable thrown) {
            roster.leave(this);
            throw thrown;
        }
    }

    @Override
    public void onError(Throwable error) {
        roster.ended(this);
        actual.onError(error);
    }

    @Override
    public void onComplete() {
        roster.ended(this);
        actual.onComplete();
    }

    @Override
    public void cancel() {
        roster.leave(this);
    }

    /** What it sits on. */
    TopicSubscriber<T> upstream() {
        return Objects.requireNonNull(upstream, "sitOn comes first");
    }

    @Override
    public void request(long n) {
        upstream().request(n);
    }

    @Override
    public int requestFusion(int requestedMode) {
        return upstream().requestFusion(requestedMode);
    }

    @Override
    public @Nullable T poll() {
        return upstream().poll();
    }

    @Override
    public boolean isEmpty() {
        return upstream().isEmpty();
    }

    @Override
    public int size() {
        return upstream().size();
    }

    @Override
    public void clear() {
        upstream().clear();
    }

    @Override
    @SuppressWarnings("rawtypes") // as declared by Scannable
    public @Nullable Object scanUnsafe(Attr key) {
        if (key == Attr.ACTUAL) {
            return actual;
        }
        return key == Attr.PARENT ? upstream() : upstream().scanUnsafe(key);
    }

    @Override
    public String stepName() {
        return upstream().stepName();
    }

    /** Never delivers what is not requested, and never waits for a request: what comes without one is dropped. */
    static final class Direct<T> extends Seat<T> {
        private final DirectDemand demand = new DirectDemand();
        /** Set and read under the roster's lock. */
        private @Nullable TopicSubscription cursor;

        Direct(Roster<T> roster, CoreSubscriber<? super T> actual) {
            super(roster, actual);
        }

        @Override
        Opening<T, T> opening() {
            return (topic, listener, options) -> {
                PullSubscription<T> opened = topic.pull(listener, options);
                cursor = opened;
                return opened;
            };
        }

        @Override
        boolean hasRoom() {
            return cursor != null && demand.isAheadOf(cursor);
        }

        @Override
        public void onSubscribe(Subscription s) {
            s.request(Long.MAX_VALUE);
            super.onSubscribe(s);
        }

        @Override
        public void onNext(T payload) {
            if (demand.take()) {
                super.onNext(payload);
            } else {
                Operators.onDiscard(payload, currentContext());
            }
        }

        @Override
        public void request(long n) {
            if (n > 0) {
                demand.add(n);
            } else {
                super.request(n);
            }
        }

        @Override
        public int requestFusion(int requestedMode) {
            return Fuseable.NONE;
        }
    }
}
