package io.fanlog.topic.worker;

/** Hears of the failed jobs of a {@link WorkerPool}. */
@FunctionalInterface
public interface PoolErrorHandler {
    /**
     * A job has failed. Called on the worker that ran it, before the job counts as completed, so several calls may
     * overlap. Should not block: its worker does nothing else meanwhile. What it throws is logged and forgotten.
     *
     * @param pool whose job failed
     * @param error what the handler threw, or what the filter or copier of a topic threw for this job
     */
    void onError(WorkerPool<?> pool, Throwable error);
}
