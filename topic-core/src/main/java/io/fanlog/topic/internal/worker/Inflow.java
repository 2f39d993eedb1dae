package io.fanlog.topic.internal.worker;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * One subscription of a {@link PublisherSource}. Requests come from workers and the loop, a cancel from anywhere; rule 2.7
 * wants them one after another, so each only leaves a note, and one thread at a time acts on the notes.
 */
final class Inflow<E> implements Subscriber<E> {
    private final PublisherSource<E> source;

    /** Notes that have not been acted upon; who makes it 1 acts until it is 0. */
    private final AtomicInteger notes = new AtomicInteger();

    private volatile @Nullable Subscription upstream;
    private volatile boolean cancelled;

    /** Guarded by this. */
    private long wanted;

    Inflow(PublisherSource<E> source) {
        this.source = source;
    }

    // Any thread.

    boolean isOpen() {
        return upstream != null && !cancelled;
    }

    /** Only while open. */
    void request(long n) {
        synchronized (this) {
            wanted += n;
        }
        act();
    }

    void cancel() {
        cancelled = true;
        act();
    }

    private void act() {
        if (notes.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        do {
            Subscription to = upstream;
            if (to != null) {
                tell(to);
            }
            seen = notes.addAndGet(-seen);
        } while (seen != 0);
    }

    private void tell(Subscription to) {
        long n;
        synchronized (this) {
            n = wanted;
            wanted = 0;
        }
        try {
            if (cancelled) {
                to.cancel();
            } else if (n > 0) {
                to.request(n);
            }
        } catch (Throwable thrown) { // rules 3.15 and 3.16 forbid it
            cancelled = true;
            source.finished(this, thrown);
        }
    }

    // The publisher's thread.

    @Override
    public void onSubscribe(Subscription subscription) {
        if (upstream != null) {
            subscription.cancel(); // rule 2.5
            return;
        }
        upstream = subscription;
        if (cancelled) {
            act();
        } else {
            source.opened();
        }
    }

    @Override
    public void onNext(E job) {
        if (!source.receive(this, job)) {
            cancel();
            source.finished(this, new IllegalStateException("a publisher sent more than was requested (rule 1.1)"));
        }
    }

    @Override
    public void onError(Throwable cause) {
        source.finished(this, cause);
    }

    @Override
    public void onComplete() {
        source.finished(this, null);
    }
}
