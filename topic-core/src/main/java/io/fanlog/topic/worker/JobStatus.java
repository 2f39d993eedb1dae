package io.fanlog.topic.worker;

/**
 * Where a job with a handle is. It goes from QUEUED to IN_FLIGHT to FINISHED, or from QUEUED to CLOSED, and starts as
 * CREATED if it waits for room first.
 */
public enum JobStatus {
    /** Waits for room in its queue. */
    CREATED,
    /** Waits in its queue, in the batch of a worker, or parked. */
    QUEUED,
    /** A worker runs it. */
    IN_FLIGHT,
    /** Its handler has returned or thrown. */
    FINISHED,
    /** Will not run: its queue refused it, or it was closed before it started. */
    CLOSED;

    /**
     * Whether nothing will happen to it any more.
     *
     * @return true for FINISHED and CLOSED
     */
    public boolean isEnded() {
        return this == FINISHED || this == CLOSED;
    }
}
