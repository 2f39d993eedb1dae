package io.fanlog.topic.worker;

import io.fanlog.topic.CheckReturnValue;
import io.fanlog.topic.spi.JobStarter;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * Options of a {@link WorkerPool}. Each setter checks its value and answers this; {@link #handling} makes the pool. For
 * one thread.
 */
public interface PoolBuilder {
    /**
     * How many jobs may run at once. A limit, not a number of threads: workers start while jobs wait, and leave as the
     * jobs run out.
     *
     * @param limit at least 0; 0 stands for one per core; default 1
     * @return this
     * @throws IllegalArgumentException if negative
     */
    PoolBuilder concurrency(int limit);

    /**
     * How many jobs a worker is handed at once, at most. The pool chooses less where that would be unfair. With 1, jobs
     * start strictly in order; otherwise no job starts before all jobs more than 32 x concurrency older have started.
     *
     * @param jobs 1 to 32, default 32
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    PoolBuilder maxBatch(int jobs);

    /**
     * How many jobs may be taken and not completed. A value below the concurrency limits that, too.
     *
     * @param jobs at least 1; default the larger of 1,024 and 32 x concurrency
     * @return this
     * @throws IllegalArgumentException if less than 1
     */
    PoolBuilder maxUnfinished(int jobs);

    /**
     * How many idle workers are kept for the next job, as a percentage of the concurrency, rounded down, but at least
     * one.
     *
     * @param percent 1 to 100, default 1
     * @return this
     * @throws IllegalArgumentException if out of range
     */
    PoolBuilder minIdleRatio(int percent);

    /**
     * How long an idle worker beyond the minimum stays.
     *
     * @param idle positive; by default such a worker leaves as soon as it finds nothing to do
     * @return this
     * @throws IllegalArgumentException if zero or negative
     */
    PoolBuilder idleExpiry(Duration idle);

    /**
     * Who makes the workers' threads. It may be called on the pool's event loop or on a worker.
     *
     * @param factory default: virtual threads where the JDK has them (21 and later), else platform daemon threads, named
     *     {@code fanlog-<pool>-<n>}
     * @return this
     */
    PoolBuilder threadFactory(ThreadFactory factory);

    /**
     * Who hears of failed jobs.
     *
     * @param handler default: only the counters and the {@link io.fanlog.topic.spi.TopicObserver} do
     * @return this
     */
    PoolBuilder onError(PoolErrorHandler handler);

    /**
     * How long a job may run. One that takes longer is given up on: what its asynchronous handler returned is cancelled, and
     * the job fails with a {@link java.util.concurrent.TimeoutException}. Measured on the pool's event loop, to a
     * millisecond or so.
     *
     * @param limit positive; default: as long as it takes
     * @return this
     * @throws IllegalArgumentException if zero or negative
     */
    PoolBuilder jobTimeout(Duration limit);

    /**
     * How long a stopped pool stays in the list of pools. Then it is removed from the list and its name becomes free; who
     * holds it may restart it all the same, which lists it again if its name is still free. A restart before that cancels
     * the removal.
     *
     * @param kept not negative; 0 stands for ever; default 1 minute
     * @return this
     * @throws IllegalArgumentException if negative
     */
    PoolBuilder keepStoppedFor(Duration kept);

    /**
     * Whether the pool starts by itself, so that {@link #handling} answers a running one.
     *
     * @param starts default false: call {@link WorkerPool#start}
     * @return this
     */
    PoolBuilder autoStart(boolean starts);

    /**
     * Stops the pool when somebody else says so: when a stage completes, well or not, as {@link WorkerPool#stop} would,
     * on the thread that completes it. It is heard once: after a restart the pool runs on. One that is complete already
     * makes a pool that is STOPPED from the beginning. While draining, or closed, it has no effect. Several pools may be
     * stopped by one stage, and a stage that never completes keeps no closed pool alive.
     *
     * @param signal a {@link java.util.concurrent.CompletableFuture} for instance; default: none
     * @return this
     */
    PoolBuilder stopWhen(CompletionStage<?> signal);

    /**
     * Which source the next batch is taken from, when several have jobs.
     *
     * @param which default {@link SourceStrategy#PRIORITY}
     * @return this
     */
    PoolBuilder strategy(SourceStrategy which);

    /**
     * Makes the pool, not started. The job type is read off the handler, so give a method reference or a lambda with a
     * typed parameter; for {@code job -> ...} use {@link #handling(Class, JobHandler)}.
     *
     * @param handler runs each job
     * @param <T> type of the jobs
     * @return a new pool
     * @throws IllegalStateException if there is a pool of this name, its {@link io.fanlog.topic.Topics} is closed, or a
     *     {@link #jobTimeout} is set, which needs an asynchronous handler
     */
    @CheckReturnValue
    <T> WorkerPool<T> handling(JobHandler<? super T> handler);

    /**
     * Makes the pool, not started, for jobs of a named type.
     *
     * @param type of the jobs
     * @param handler runs each job
     * @param <T> type of the jobs
     * @return a new pool
     * @throws IllegalStateException if there is a pool of this name in the list, or its {@link io.fanlog.topic.Topics} is closed
     */
    @CheckReturnValue
    <T> WorkerPool<T> handling(Class<T> type, JobHandler<? super T> handler);

    /**
     * Makes the pool, not started, for jobs that need no thread while they run: {@code concurrency} limits how many are
     * unfinished. The handler is called on the pool's event loop, and must not block. Jobs begin strictly in order;
     * {@link #maxBatch}, {@link #idleExpiry} and {@link #threadFactory} have no effect. What is said of workers is said of
     * places for a job; all that were ever needed at once are kept until the pool stops, unless {@link #minIdleRatio} says
     * otherwise.
     *
     * <p>Everything else is as for any pool. A pause or a stop is complete when the unfinished jobs have ended, and close
     * lets them end; but a drain or close whose time is over cancels them.
     *
     * @param handler begins each job; typed, as for {@link #handling(JobHandler)}
     * @param <T> type of the jobs
     * @return a new pool
     * @throws IllegalStateException if there is a pool of this name in the list, or its {@link io.fanlog.topic.Topics} is closed
     */
    @CheckReturnValue
    <T> WorkerPool<T> handlingAsync(AsyncJobHandler<? super T> handler);

    /**
     * Makes the pool, not started, for jobs of a named type; as {@link #handlingAsync(AsyncJobHandler)}.
     *
     * @param type of the jobs
     * @param handler begins each job
     * @param <T> type of the jobs
     * @return a new pool
     * @throws IllegalStateException if there is a pool of this name in the list, or its {@link io.fanlog.topic.Topics} is closed
     */
    @CheckReturnValue
    <T> WorkerPool<T> handlingAsync(Class<T> type, AsyncJobHandler<? super T> handler);

    /**
     * Makes the pool, not started, for an adapter; as {@link #handlingAsync(AsyncJobHandler)}.
     *
     * @param starter begins each job, and hears of failures and of the end
     * @param <T> type of the jobs
     * @return a new pool
     * @throws IllegalStateException if there is a pool of this name in the list, or its {@link io.fanlog.topic.Topics} is closed
     */
    @CheckReturnValue
    <T> WorkerPool<T> handlingBy(JobStarter<? super T> starter);

    /**
     * Makes a pool with results, not started. The types are read off the function, so give a method reference or a lambda
     * with a typed parameter; for {@code job -> ...} use {@link #computing(Class, JobFunction)}.
     *
     * @param function computes the result of each job
     * @param <T> type of the jobs
     * @param <R> type of the results
     * @return a new pool
     * @throws IllegalStateException if there is a pool of this name in the list, or its {@link io.fanlog.topic.Topics} is closed
     */
    @CheckReturnValue
    <T, R extends @Nullable Object> ResultPool<T, R> computing(JobFunction<? super T, ? extends R> function);

    /**
     * Makes a pool with results, not started, for jobs of a named type.
     *
     * @param type of the jobs
     * @param function computes the result of each job
     * @param <T> type of the jobs
     * @param <R> type of the results
     * @return a new pool
     * @throws IllegalStateException if there is a pool of this name in the list, or its {@link io.fanlog.topic.Topics} is closed
     */
    @CheckReturnValue
    <T, R extends @Nullable Object> ResultPool<T, R> computing(
            Class<T> type, JobFunction<? super T, ? extends R> function);
}
