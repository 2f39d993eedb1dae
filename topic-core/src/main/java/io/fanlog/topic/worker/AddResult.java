package io.fanlog.topic.worker;

/**
 * What an add did. Only {@link #ACCEPTED} put the job into the queue; every other result means that nothing happened. When
 * several refusals apply, the first in this order is answered: CLOSED, DUPLICATE, FULL.
 */
public enum AddResult {
    /** The job waits in the queue, and one worker will get it. */
    ACCEPTED,
    /** The queue was closed. */
    CLOSED,
    /** A job of this id waits already. */
    DUPLICATE,
    /** As many jobs as the capacity are in the queue, or waiting adds are ahead of this one. */
    FULL;

    /**
     * Whether the job is in the queue.
     *
     * @return true for {@link #ACCEPTED} only
     */
    public boolean isAccepted() {
        return this == ACCEPTED;
    }

    /**
     * Turns a refusal into an exception, for callers who have no better answer to one.
     *
     * @throws JobRefusedException if this is not {@link #ACCEPTED}; it carries this result
     */
    public void orThrow() {
        if (this != ACCEPTED) {
            throw new JobRefusedException(this);
        }
    }
}
