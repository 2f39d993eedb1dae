package io.fanlog.topic.reactor;

import io.fanlog.topic.CheckReturnValue;
import io.fanlog.topic.worker.PoolBuilder;
import io.fanlog.topic.worker.WorkerPool;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Scheduler;
import reactor.util.concurrent.Queues;

/**
 * Options of a pool whose jobs are publishers, on top of those of its {@link PoolBuilder}. Made by
 * {@link ReactorTopics#pool}. No job needs a thread; {@code concurrency} limits how many publishers are unfinished. For one
 * thread.
 */
public final class ReactivePoolBuilder {
    private final PoolBuilder options;
    private boolean isOrdered;
    private boolean stopsOnError;
    private int prefetch = Queues.XS_BUFFER_SIZE;
    private @Nullable Scheduler scheduler;

    ReactivePoolBuilder(PoolBuilder options) {
        this.options = options;
    }

    /**
     * Delivers results in the order of their jobs, as {@code flatMapSequential} does, rather than as they come. Results of
     * later jobs wait, so a slow job holds up those behind it, and their places.
     *
     * @return this
     */
    public ReactivePoolBuilder ordered() {
        isOrdered = true;
        return this;
    }

    /**
     * How many values a job's publisher may be ahead of the results' subscriber.
     *
     * @param values at least 1, default 32 (Reactor's small buffer size)
     * @return this
     * @throws IllegalArgumentException if less than 1
     */
    public ReactivePoolBuilder prefetch(int values) {
        if (values < 1) {
            throw new IllegalArgumentException("prefetch must be at least 1, got " + values);
        }
        prefetch = values;
        return this;
    }

    /**
     * Stops the pool when a job fails; a draining one is closed. By default a failed job is skipped: it is counted, told to
     * the observer and to the pool's error handler, which may do what it likes with the pool. With this, too, they hear of
     * it first.
     *
     * @return this
     */
    public ReactivePoolBuilder stopOnError() {
        stopsOnError = true;
        return this;
    }

    /**
     * Calls the handler, and subscribes to what it answers, on a Scheduler in the place of the pool's event loop. Jobs are
     * still begun in order, which several threads may change.
     *
     * @param where for instance {@code Schedulers.boundedElastic()}, if the handler blocks before it answers
     * @return this
     */
    public ReactivePoolBuilder handlingOn(Scheduler where) {
        scheduler = Objects.requireNonNull(where, "scheduler");
        return this;
    }

    /**
     * Makes the pool, not started, with its results. The types are read off the handler, so give a method reference or a
     * lambda with a typed parameter; for {@code job -> ...} use {@link #flatMapping(Class, ReactiveHandler)}.
     *
     * @param handler answers a publisher for each job
     * @param <T> type of the jobs
     * @param <R> type of the results
     * @return a new pool
     * @throws IllegalStateException if there is a pool of this name, or its {@link io.fanlog.topic.Topics} is closed
     */
    @CheckReturnValue
    public <T, R> ReactivePool<T, R> flatMapping(ReactiveHandler<? super T, ? extends R> handler) {
        PoolResults<R> results = new PoolResults<>(isOrdered, prefetch);
        WorkerPool<T> pool = make(handler, results);
        results.belongTo(pool.name());
        return new ReactivePool<>(pool, PoolResults.assemble(results));
    }

    /**
     * Makes the pool, not started, for jobs of a named type, with its results.
     *
     * @param type of the jobs
     * @param handler answers a publisher for each job
     * @param <T> type of the jobs
     * @param <R> type of the results
     * @return a new pool
     * @throws IllegalStateException if there is a pool of this name, or its {@link io.fanlog.topic.Topics} is closed
     */
    @CheckReturnValue
    public <T, R> ReactivePool<T, R> flatMapping(Class<T> type, ReactiveHandler<? super T, ? extends R> handler) {
        Objects.requireNonNull(type, "type");
        return flatMapping(handler);
    }

    /**
     * Makes the pool, not started, without results: publishers get unbounded demand, and what they emit is dropped.
     *
     * @param handler answers a publisher for each job
     * @param <T> type of the jobs
     * @return a new pool
     * @throws IllegalStateException if there is a pool of this name, or its {@link io.fanlog.topic.Topics} is closed
     */
    @CheckReturnValue
    public <T> WorkerPool<T> handling(ReactiveHandler<? super T, ?> handler) {
        return make(handler, null);
    }

    /**
     * Makes the pool, not started, for jobs of a named type, without results.
     *
     * @param type of the jobs
     * @param handler answers a publisher for each job
     * @param <T> type of the jobs
     * @return a new pool
     * @throws IllegalStateException if there is a pool of this name, or its {@link io.fanlog.topic.Topics} is closed
     */
    @CheckReturnValue
    public <T> WorkerPool<T> handling(Class<T> type, ReactiveHandler<? super T, ?> handler) {
        Objects.requireNonNull(type, "type");
        return handling(handler);
    }

    private <T, R> WorkerPool<T> make(
            ReactiveHandler<? super T, ? extends R> handler, @Nullable PoolResults<R> results) {
        FlowStarter<T, R> starter =
                new FlowStarter<>(Objects.requireNonNull(handler, "handler"), scheduler, results, stopsOnError);
        WorkerPool<T> pool = options.handlingBy(starter);
        starter.serve(pool);
        return pool;
    }
}
