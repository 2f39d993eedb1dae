package io.fanlog.topic.worker;

/**
 * Where in its life a pool is. Who moves it, and what each move does in each status, is the table in {@link PoolControl}.
 * The moves that happen by themselves: PAUSING becomes PAUSED, STOPPING becomes STOPPED and DRAINING becomes CLOSED when
 * the last running job has ended.
 */
public enum PoolStatus {
    /** Made, not started: may subscribe, takes no job. */
    CREATED,
    /** Takes jobs and runs them. */
    RUNNING,
    /** Starts no job any more; some are still running. */
    PAUSING,
    /** Nothing runs; what was taken from the sources is parked, and runs first after a resume. */
    PAUSED,
    /** Has left its sources and starts no job any more; some are still running. */
    STOPPING,
    /** Nothing runs, no thread is kept; what was taken from the sources is parked, and runs first after a restart. */
    STOPPED,
    /** Runs what was there when the drain began and takes in nothing else. */
    DRAINING,
    /** Final: starts nothing. Jobs that were running when it was closed finish. */
    CLOSED;

    /**
     * Whether jobs are started.
     *
     * @return true for RUNNING and DRAINING
     */
    public boolean startsJobs() {
        return this == RUNNING || this == DRAINING;
    }
}
