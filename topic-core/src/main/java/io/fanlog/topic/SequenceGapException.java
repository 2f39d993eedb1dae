package io.fanlog.topic;

/** Ends a strict subscription whose start position is not in the log: below what is retained, or beyond the tail. */
public final class SequenceGapException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** The sequence asked for. */
    private final long requested;

    /** The oldest that could be read. */
    private final long oldest;

    /** The next to be written. */
    private final long tail;

    /**
     * A gap between what was asked for and what there is.
     *
     * @param topic name of the topic
     * @param requested the sequence that the subscription was to start with
     * @param oldest the oldest sequence that could be read
     * @param tail the next sequence to be written
     */
    public SequenceGapException(String topic, long requested, long oldest, long tail) {
        super("topic '" + topic + "' cannot be read from sequence " + requested + ": it holds "
                + (oldest == tail ? "nothing" : oldest + " to " + (tail - 1)) + ", next is " + tail);
        this.requested = requested;
        this.oldest = oldest;
        this.tail = tail;
    }

    /**
     * The sequence asked for.
     *
     * @return 0-based
     */
    public long requested() {
        return requested;
    }

    /**
     * The oldest sequence that could be read when the subscription was refused.
     *
     * @return 0-based; equals {@link #tail()} when nothing was retained
     */
    public long oldest() {
        return oldest;
    }

    /**
     * The next sequence to be written when the subscription was refused.
     *
     * @return 0-based
     */
    public long tail() {
        return tail;
    }
}
