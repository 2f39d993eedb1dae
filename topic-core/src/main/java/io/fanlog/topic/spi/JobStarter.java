package io.fanlog.topic.spi;

/**
 * How an adapter runs the jobs of a {@link io.fanlog.topic.worker.WorkerPool} without a thread for each: it begins a job,
 * returns, and says later how the job ended. The pool keeps at most its concurrency of them begun and not ended. All
 * methods are called on the pool's event loop, one at a time, and must not block.
 *
 * @param <T> type of the jobs
 */
@FunctionalInterface
public interface JobStarter<T> {
    /**
     * Begins a job. Jobs are begun in the order in which the pool took them.
     *
     * @param job the job
     * @param end to be told how it ended, from any thread, also before this returns
     * @throws Exception whatever it throws fails this job alone
     */
    void start(T job, JobEnd end) throws Exception;

    /**
     * A job has failed, whether it was begun or its topic's filter or copier threw; called after the pool's observer and
     * error handler, when it is counted. Does nothing by default. What it throws is logged and forgotten.
     *
     * @param error why
     */
    default void onFailed(Throwable error) {}

    /**
     * The pool is closed and none of its jobs runs any more; called once, last, unless the event loop ended before. Does
     * nothing by default.
     */
    default void onClosed() {}
}
