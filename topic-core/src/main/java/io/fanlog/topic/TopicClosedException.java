package io.fanlog.topic;

/** Ends a subscription that had not been drained when the time given to {@link Topic#close(java.time.Duration)} was over. */
public final class TopicClosedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** Messages it has not got. */
    private final long undelivered;

    /**
     * A topic was closed before a subscription had been drained.
     *
     * @param topic name of the topic
     * @param undelivered messages that the subscription has not got
     */
    public TopicClosedException(String topic, long undelivered) {
        super("topic '" + topic + "' was closed with " + undelivered + " messages undelivered");
        this.undelivered = undelivered;
    }

    /**
     * How many messages the subscription has not got.
     *
     * @return its lag at the end
     */
    public long undelivered() {
        return undelivered;
    }
}
