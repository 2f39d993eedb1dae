package io.fanlog.topic.worker;

import io.fanlog.topic.CheckReturnValue;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;

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
     * How long a stopped pool waits for a restart before it is closed and its name becomes free.
     *
     * @param kept not negative; 0 stands for ever; default 1 minute
     * @return this
     * @throws IllegalArgumentException if negative
     */
    PoolBuilder keepStoppedFor(Duration kept);

    /**
     * Makes the pool, not started. The job type is read off the handler, so give a method reference or a lambda with a
     * typed parameter; for {@code job -> ...} use {@link #handling(Class, JobHandler)}.
     *
     * @param handler runs each job
     * @param <T> type of the jobs
     * @return a new pool
     * @throws IllegalStateException if there is a pool of this name, or its {@link io.fanlog.topic.Topics} is closed
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
     * @throws IllegalStateException if there is a pool of this name, or its {@link io.fanlog.topic.Topics} is closed
     */
    @CheckReturnValue
    <T> WorkerPool<T> handling(Class<T> type, JobHandler<? super T> handler);
}
