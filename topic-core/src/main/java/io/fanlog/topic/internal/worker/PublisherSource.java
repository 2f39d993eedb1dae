package io.fanlog.topic.internal.worker;

import io.fanlog.topic.worker.PoolSource;
import io.fanlog.topic.worker.SourceOptions;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;

/**
 * A Reactive Streams publisher as a source of jobs, with a demand of as many as workers are free.
 *
 * <pre>
 *   request(free) ──▶ Inflow ──▶ upstream
 *                     Inflow ◀── onNext ── upstream;  into the buffer ──▶ queued ──▶ a worker takes
 *
 *   INVARIANTS
 *   - When it requests: requested and not received + buffered + the new request &lt;= free workers.
 *   - The buffer is never longer than the demand was: who sends more is cancelled, and fails.
 *   - A job counts as submitted when it is received, so what a stop finds in the buffer is pending, and is handled after
 *     the restart.
 *   - No foreign code runs under the monitor.
 * </pre>
 */
final class PublisherSource<E> extends Source implements PoolSource {
    private final PoolEngine engine;
    private final Publisher<E> publisher;
    private final CompletableFuture<Void> whenEnded = new CompletableFuture<>();

    // Guarded by this.

    private final ArrayDeque<Object> buffer = new ArrayDeque<>();
    private @Nullable Inflow<E> inflow;
    private boolean ended;
    private @Nullable Throwable failure;
    private long receivedJobs;

    /** Requested of this inflow and not received. */
    private long outstanding;

    PublisherSource(PoolEngine engine, Publisher<E> publisher, SourceOptions options) {
        super(engine.sources.rank("publisher", options));
        this.engine = engine;
        this.publisher = publisher;
    }

    // Demand: any thread.

    /** Raises the demand to the free workers. */
    void request(int free) {
        Inflow<E> from;
        long more;
        synchronized (this) {
            from = inflow;
            more = free - outstanding - buffer.size();
            if (from == null || !from.isOpen() || more <= 0) {
                return;
            }
            outstanding += more;
        }
        from.request(more);
    }

    // The inflow: the publisher's thread.

    /** False if it was not asked for. */
    boolean receive(Inflow<E> from, E job) {
        synchronized (this) {
            if (from != inflow || ended) {
                return true; // what may still come after a cancel
            }
            if (outstanding == 0) {
                return false;
            }
            outstanding--;
            buffer.add(Objects.requireNonNull(job, "a publisher sent null (Reactive Streams rule 2.13)"));
            receivedJobs++;
            engine.received.incrementAndGet();
        }
        engine.arrived(this);
        return true;
    }

    void opened() {
        engine.nudge();
    }

    void finished(Inflow<E> from, @Nullable Throwable cause) {
        boolean isCurrent;
        synchronized (this) {
            isCurrent = from == inflow;
        }
        if (isCurrent) {
            finish(cause);
        }
    }

    private void finish(@Nullable Throwable cause) {
        boolean isDrained;
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
            failure = cause;
            inflow = null;
            outstanding = 0;
            isDrained = buffer.isEmpty();
        }
        if (isDrained) {
            engine.finished(this);
        }
        whenEnded.complete(null);
    }

    // Taking: the holder of the turnstile.

    @Override
    int take(@Nullable Object[] slots, int from, int max) {
        int at = from;
        boolean isOver;
        synchronized (this) {
            while (at < from + max && !buffer.isEmpty()) {
                slots[at++] = buffer.remove();
            }
            isOver = ended && buffer.isEmpty();
        }
        if (isOver) {
            engine.finished(this);
        }
        return at - from;
    }

    @Override
    long waiting(long enough) {
        return waiting();
    }

    @Override
    int countWhenTaken(int taken) {
        return 0;
    }

    // Any thread.

    @Override
    synchronized long waiting() {
        return buffer.size();
    }

    // Life cycle: any thread, without a lock, since subscribing and cancelling run foreign code.

    /** Subscribes or cancels, as the pool's status wants it now. */
    void settle() {
        Inflow<E> begun = null;
        Inflow<E> left = null;
        synchronized (this) {
            boolean wanted = engine.keepsSources() && !ended;
            if (wanted && inflow == null) {
                begun = new Inflow<>(this);
                inflow = begun;
                outstanding = 0;
            } else if (!wanted && inflow != null) {
                left = inflow;
                inflow = null;
            }
        }
        if (left != null) {
            left.cancel();
        }
        if (begun != null) {
            subscribe(begun);
        }
    }

    private void subscribe(Inflow<E> begun) {
        try {
            publisher.subscribe(begun);
        } catch (Throwable thrown) { // rule 1.9 forbids it
            finished(begun, thrown);
        }
    }

    /** Takes in nothing any more; what was received is still handled. */
    void endHere() {
        Inflow<E> left;
        synchronized (this) {
            left = inflow;
        }
        finish(null);
        if (left != null) {
            left.cancel();
        }
    }

    /** Ends it and drops what was received. */
    void end() {
        endHere();
        synchronized (this) {
            buffer.clear();
        }
    }

    // Its owner: any thread.

    @Override
    public synchronized long received() {
        return receivedJobs;
    }

    @Override
    public synchronized boolean isEnded() {
        return ended;
    }

    @Override
    public synchronized Optional<Throwable> failure() {
        return Optional.ofNullable(failure);
    }

    @Override
    public CompletableFuture<Void> whenEnded() {
        return whenEnded.copy();
    }

    @Override
    public void cancel() {
        endHere();
    }
}
