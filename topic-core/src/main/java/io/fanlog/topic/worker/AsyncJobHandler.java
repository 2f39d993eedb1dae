package io.fanlog.topic.worker;

import java.util.concurrent.CompletionStage;

/**
 * What a {@link WorkerPool} calls for each job when no job needs a thread: it begins the job and returns what completes
 * with it. The job is running until then; up to {@code concurrency} are at once.
 *
 * @param <T> type of the job
 */
@FunctionalInterface
public interface AsyncJobHandler<T> {
    /**
     * Begins one job, on the pool's event loop, so it must not block. Jobs are begun in order, one after another.
     *
     * @param job the job; shared with other subscribers unless its topic has a copier
     * @return completes when the job has ended, from any thread; exceptionally if it failed. If the job is given up on,
     *     {@code toCompletableFuture().cancel(true)} is called on it
     * @throws Exception whatever it throws fails this job alone, as does returning null
     */
    CompletionStage<?> handle(T job) throws Exception;
}
