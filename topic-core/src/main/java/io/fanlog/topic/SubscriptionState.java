package io.fanlog.topic;

/**
 * The life of a subscription. Transitions: ACTIVE to any of the others; DETACHED to CANCELLED (detached for too long,
 * forgotten, or taken over by the next subscriber of that name), COMPLETED (nothing left to take from a topic that is
 * closed) or FAILED. The last three are final.
 */
public enum SubscriptionState {
    /** Joined and served. */
    ACTIVE,
    /** Resumable, has lost its subscriber, and keeps its cursor for the next one of that name. */
    DETACHED,
    /** Got everything up to the end of a completed topic. */
    COMPLETED,
    /** Ended with an error; {@link TopicSubscription#failure()} tells which. */
    FAILED,
    /** Ended by its owner. */
    CANCELLED;

    /**
     * Whether nothing will be delivered any more under this handle.
     *
     * @return true for COMPLETED, FAILED and CANCELLED
     */
    public boolean isEnded() {
        return this == COMPLETED || this == FAILED || this == CANCELLED;
    }
}
