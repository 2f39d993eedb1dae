package io.fanlog.topic.reactor;

import io.fanlog.topic.spi.JobEnd;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;
import reactor.core.Exceptions;
import reactor.core.publisher.Operators;
import reactor.util.concurrent.Queues;
import reactor.util.context.Context;

/**
 * A job whose results go to {@link PoolResults}: with its own small queue, filled by its publisher and emptied by whoever
 * drains.
 *
 * <pre>
 *   publisher ── onNext ──▶ delivered at once, if nobody drains and its turn has come
 *                     └──▶ queue (at most prefetch) ──▶ listed ──▶ drained
 *
 *   INVARIANTS
 *   - requested of the publisher = prefetch + what was taken from here, at most.
 *   - It is on the list of those with news at most once: who turns listed puts it there, who drains takes it off.
 *   - The job ends when the publisher has ended and the queue is empty, or when it is given up on.
 *   - A value is delivered or discarded, by whoever drains, who is one thread at a time.
 * </pre>
 */
final class ResultFlow<R> extends JobFlow<R> {
    @SuppressWarnings("rawtypes") // as field updaters are
    private static final AtomicIntegerFieldUpdater<ResultFlow> LISTED =
            AtomicIntegerFieldUpdater.newUpdater(ResultFlow.class, "listed");

    private final PoolResults<R> results;
    private int prefetch;
    private final Context context;

    private volatile int listed;
    private volatile boolean done;
    private volatile boolean abandoned;

    /** Made by the publisher when it has to wait; written before it is listed. */
    private volatile @Nullable Queue<R> queue;

    /** Set before done. */
    private @Nullable Throwable error;

    // Owned by whoever drains.

    /** Whether it has its place in the order of jobs. */
    boolean isPlaced;

    private int taken;

    ResultFlow(PoolResults<R> results, JobEnd end, int prefetch, Context context) {
        super(end);
        this.results = results;
        this.prefetch = prefetch;
        this.context = context;
    }

    @Override
    public Context currentContext() {
        return context;
    }

    // The publisher.

    @Override
    void expectOne() {
        prefetch = 1;
    }

    @Override
    void opened() {
        results.opened(this);
    }

    @Override
    public void onNext(R result) {
        if (done) {
            Operators.onNextDropped(result, context);
        } else if (!results.deliverAtOnce(this, result)) {
            enqueue(result);
        }
    }

    private void enqueue(R result) {
        Queue<R> waiting = queue;
        if (waiting == null) {
            waiting = Queues.<R>get(prefetch).get();
            queue = waiting;
        }
        if (waiting.offer(result)) {
            results.hasNews(this);
            return;
        }
        cancelUpstream();
        Operators.onDiscard(result, context);
        onError(Exceptions.failWithOverflow("a job's publisher emitted more than was requested (rule 1.1)"));
    }

    @Override
    public void onError(Throwable failure) {
        if (done) {
            Operators.onErrorDropped(failure, context);
            return;
        }
        error = failure;
        finish();
    }

    @Override
    public void onComplete() {
        if (!done) {
            finish();
        }
    }

    private void finish() {
        done = true;
        results.ended(this);
        if (results.mayEndAtOnce(this)) {
            settle(error);
        } else {
            stopTimeout(); // what waits now is not its publisher
            results.hasNews(this);
        }
    }

    // Whoever gives up on it.

    @Override
    void abandoned() {
        abandoned = true;
        results.ended(this);
        results.hasNews(this);
    }

    boolean isAbandoned() {
        return abandoned;
    }

    // The list: true if the caller is to put it there.

    boolean tryList() {
        return listed == 0 && LISTED.compareAndSet(this, 0, 1);
    }

    void unlist() {
        listed = 0;
    }

    // Whoever drains.

    boolean isDone() {
        return done;
    }

    /** Nothing waits. Also for the publisher's own thread. */
    boolean isEmpty() {
        Queue<R> waiting = queue;
        return waiting == null || waiting.isEmpty();
    }

    @Nullable
    R poll() {
        Queue<R> waiting = queue;
        return waiting == null ? null : waiting.poll();
    }

    /** One value less to wait for: lets the publisher go on, some at a time. */
    void replenish() {
        if (++taken >= prefetch - (prefetch >> 2)) {
            int more = taken;
            taken = 0;
            request(more);
        }
    }

    void requestFirst() {
        request(prefetch);
    }

    void settle() {
        settle(error);
    }

    void discardAll() {
        Operators.onDiscardQueueWithClear(queue, context, null);
    }

    int prefetch() {
        return prefetch;
    }

    @Override
    @SuppressWarnings("rawtypes") // as declared by Scannable
    public @Nullable Object scanUnsafe(Attr key) {
        if (key == Attr.BUFFERED) {
            Queue<R> waiting = queue;
            return waiting == null ? 0 : waiting.size();
        }
        if (key == Attr.PREFETCH) {
            return prefetch;
        }
        if (key == Attr.TERMINATED) {
            return done;
        }
        if (key == Attr.ERROR) {
            return done ? error : null;
        }
        return super.scanUnsafe(key);
    }
}
