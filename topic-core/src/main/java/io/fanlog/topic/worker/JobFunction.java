package io.fanlog.topic.worker;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link ResultPool} computes for each job. Called by up to {@code concurrency} workers at once; it may block. A
 * throwing function is a failed job, never a dead worker.
 *
 * @param <T> type of the job
 * @param <R> type of the result
 */
@FunctionalInterface
public interface JobFunction<T, R extends @Nullable Object> {
    /**
     * Computes the result of one job, on a worker's thread.
     *
     * @param job the job
     * @return the result, which the job's handle gives; dropped if there is no handle
     * @throws Exception whatever it throws fails this job alone, and is what the handle gives
     */
    R compute(T job) throws Exception;

    /**
     * Calls jobs that are functions with a result: {@code topics.pool("io").computing(JobFunction.<Receipt>calling())} is a
     * pool of callables.
     *
     * @param <R> type of the results
     * @return a function that calls each job
     */
    static <R extends @Nullable Object> JobFunction<Callable<R>, R> calling() {
        return Callable::call;
    }
}
