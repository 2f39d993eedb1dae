package io.fanlog.topic;

/** Ends a subscription with {@link SlowSubscriberPolicy#DISCONNECT} that was more than {@code maxLag} behind. */
public final class SlowSubscriberException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** Messages between cursor and tail. */
    private final long lag;

    /**
     * A subscription was too slow.
     *
     * @param topic name of the topic
     * @param subscription label of the subscription
     * @param lag messages between its cursor and the tail when it was ended
     * @param maxLag the bound it was given
     */
    public SlowSubscriberException(String topic, String subscription, long lag, long maxLag) {
        super("subscription '" + subscription + "' of topic '" + topic + "' was " + lag + " messages behind (maxLag "
                + maxLag + ")");
        this.lag = lag;
    }

    /**
     * How far it was behind.
     *
     * @return messages, more than its maxLag
     */
    public long lag() {
        return lag;
    }
}
