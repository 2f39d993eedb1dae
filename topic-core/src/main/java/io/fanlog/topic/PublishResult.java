package io.fanlog.topic;

/**
 * What a publish did. Only {@link #OK} stored something; every other result means that nothing happened. When several
 * refusals apply, the first in this order is answered: CLOSED, DUPLICATE, NO_SUBSCRIBERS, FULL or DROPPED.
 */
public enum PublishResult {
    /** Stored; will be offered to, or counted as missed by, each live subscription. */
    OK,
    /** The topic was completed, failed or closed. */
    CLOSED,
    /** A duplicate window is set, and a message of this id is stored in it. */
    DUPLICATE,
    /** No retention is configured and no subscription is attached or detached. */
    NO_SUBSCRIBERS,
    /** A gating subscription is {@code capacity} behind, or waiting publishes are ahead of this one. */
    FULL,
    /** As {@link #FULL}, on a topic whose overflow is {@link Overflow#DROP_NEWEST}; no sequence was used. */
    DROPPED;

    /**
     * Whether the message was stored.
     *
     * @return true for {@link #OK} only
     */
    public boolean isOk() {
        return this == OK;
    }

    /**
     * Turns a refusal into an exception, for callers who have no better answer to one.
     *
     * @throws PublishRefusedException if this is not {@link #OK}; it carries this result
     */
    public void orThrow() {
        if (this != OK) {
            throw new PublishRefusedException(this);
        }
    }
}
