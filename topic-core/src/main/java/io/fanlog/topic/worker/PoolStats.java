package io.fanlog.topic.worker;

/**
 * The figures of a pool, since it was made or its counters were {@linkplain PoolControl#resetCounters reset}. Always {@code submitted = completed + inFlight + pending} and
 * {@code completed = succeeded + failed}. Exact when nothing moves; while workers run, {@code pending} may include jobs
 * that were taken and finished while the figures were being added up.
 *
 * @param name of the pool
 * @param status where in its life the pool is
 * @param concurrency how many jobs may run at once
 * @param submitted jobs taken from topics, received from publishers, or added to queues that it is bound to, without those
 *     that were closed before they started
 * @param completed jobs that have ended, well or not
 * @param succeeded jobs whose handler returned
 * @param failed jobs whose handler, filter or copier threw
 * @param inFlight jobs running now, at most {@code concurrency} (after a resize: once those running then have ended)
 * @param pending jobs submitted and not started: in the queues it is bound to, in batches, parked, or received from a
 *     publisher; after a close, what was given up
 * @param idleWorkers threads kept that have nothing to do
 */
public record PoolStats(
        String name,
        PoolStatus status,
        int concurrency,
        long submitted,
        long completed,
        long succeeded,
        long failed,
        int inFlight,
        long pending,
        int idleWorkers) {}
