package io.fanlog.topic;

/**
 * What happens to one subscription that falls behind. All but {@link #GATE} are lossy: such a subscription never holds
 * back a publisher, and its messages are kept for it until it is more than {@code maxLag} behind the tail.
 */
public enum SlowSubscriberPolicy {
    /** Holds publishing back once it is {@code capacity} behind (default). Loses nothing. */
    GATE,
    /** Moved to {@code tail - maxLag}; what lies between is counted as missed. */
    SKIP_TO_OLDEST,
    /** Moved to {@code tail - 1}, so that the newest is delivered; what lies between is counted as missed. */
    SKIP_TO_LATEST,
    /** Ended with a {@link SlowSubscriberException}, also when it requests nothing. */
    DISCONNECT;

    /**
     * Whether a subscription of this policy may lose messages instead of holding publishers back.
     *
     * @return false for {@link #GATE} only
     */
    public boolean isLossy() {
        return this != GATE;
    }
}
