package io.fanlog.topic.worker;

/**
 * The figures of a queue. Exact when nothing moves, and then {@code accepted = size + handedOut + closed}; what was handed
 * out has been handled, runs, or waits in a pool's batch or parked.
 *
 * @param name of the queue
 * @param size jobs in the queue; a closed one counts until it is reached
 * @param capacity how many may be in it; {@link Long#MAX_VALUE} if unbounded
 * @param accepted jobs it has taken in
 * @param closed jobs that will not run: their handle was closed, they were purged, or the queue was closed. Counted when
 *     their place is free again
 * @param handedOut jobs that workers were given and that have not come back
 * @param waitingAdds asynchronous adds that wait for room
 * @param isClosed whether it takes in no more
 */
public record QueueStats(
        String name,
        long size,
        long capacity,
        long accepted,
        long closed,
        long handedOut,
        int waitingAdds,
        boolean isClosed) {}
