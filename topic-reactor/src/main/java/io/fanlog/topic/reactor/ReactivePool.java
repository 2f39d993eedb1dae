package io.fanlog.topic.reactor;

import io.fanlog.topic.worker.WorkerPool;
import java.util.Objects;
import reactor.core.publisher.Flux;

/**
 * A worker pool whose jobs are publishers, and their results. Made by {@link ReactivePoolBuilder#flatMapping}. Where its
 * jobs come from, its life and its counters are those of its {@link #pool}.
 *
 * @param <T> type of the jobs
 * @param <R> type of the results
 */
public final class ReactivePool<T, R> implements AutoCloseable {
    private final WorkerPool<T> pool;
    private final Flux<R> results;

    ReactivePool(WorkerPool<T> pool, Flux<R> results) {
        this.pool = pool;
        this.results = results;
    }

    /**
     * The pool: subscribe it to topics, start, pause, resize, drain it.
     *
     * @return for jobs of this type
     */
    public WorkerPool<T> pool() {
        return pool;
    }

    /**
     * Starts the pool.
     *
     * @return this
     * @throws io.fanlog.topic.worker.PoolStateException if it was stopped or closed
     */
    public ReactivePool<T, R> start() {
        Objects.requireNonNull(pool.start());
        return this;
    }

    /**
     * What the jobs' publishers emit. One subscriber at a time: a second one gets an {@link IllegalStateException}; use
     * {@code publish} or {@code share} for several, or let the results go into a topic. When a subscriber has cancelled, the
     * next one goes on where it stopped.
     *
     * <p><b>Demand.</b> A publisher is asked for values only while this Flux's subscriber has demand, and then for the
     * builder's {@code prefetch} at most, so what waits here is bounded by concurrency x prefetch. A job ends when its
     * publisher has ended and its results have been delivered. Without a subscriber, or without its demand, jobs with
     * results therefore do not end, and the pool waits, as do a pause, a stop and a drain of it. A {@code jobTimeout} counts
     * the time for which a publisher waits for demand, and not the time for which its values wait after its end.
     *
     * <p><b>Signals</b> come on the thread on which a publisher emits or this Flux's subscriber requests, or on the pool's
     * event loop; they never overlap. {@code onComplete} comes when the pool is closed and nothing runs any more. A failed
     * job is no error here, unless the builder says {@code stopOnError}: then its error comes, the pool stops, what the
     * other running jobs still emit goes to the discard hook, and whoever subscribes gets the same error, until the pool is
     * restarted and begins a job. Whatever is taken from a publisher and not delivered goes to the discard hook once: what
     * waits when its job takes too long, or is given up on by a drain whose time is over.
     *
     * <p><b>Context.</b> A publisher sees the Context of whoever is subscribed here when its job begins; so subscribe before
     * the start.
     *
     * @return a hot Flux
     */
    public Flux<R> results() {
        return results;
    }

    /** Closes the pool at once, as {@link WorkerPool#close()}: running jobs end by themselves. */
    @Override
    public void close() {
        pool.close();
    }

    @Override
    public String toString() {
        return "ReactivePool[" + pool.name() + ", " + pool.status() + "]";
    }
}
