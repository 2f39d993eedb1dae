package io.fanlog.topic.worker;

/**
 * What a {@link WorkerPool} runs for each job. Called by up to {@code concurrency} workers at once; it may block. A
 * throwing handler is a failed job, never a dead worker.
 *
 * @param <T> type of the job
 */
@FunctionalInterface
public interface JobHandler<T> {
    /**
     * Handles one job, on a worker's thread.
     *
     * @param job the job; shared with other subscribers unless its topic has a copier
     * @throws Exception whatever it throws fails this job alone; an {@link InterruptedException} is a failure like any
     *     other, and no interrupt is left for the next job
     */
    void handle(T job) throws Exception;

    /**
     * Runs jobs that are functions: {@code topics.pool("io").handling(JobHandler.running())} is a pool of runnables.
     *
     * @return a handler that runs each job
     */
    static JobHandler<Runnable> running() {
        return Runnable::run;
    }

    /**
     * Runs jobs that are functions which may throw; what one throws fails that job.
     *
     * @return a handler that runs each job
     */
    static JobHandler<ThrowingRunnable> runningThrowing() {
        return ThrowingRunnable::run;
    }
}
