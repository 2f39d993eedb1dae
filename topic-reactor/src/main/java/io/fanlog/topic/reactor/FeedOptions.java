package io.fanlog.topic.reactor;

/**
 * How a publisher's messages come into a topic. Immutable; each method answers a changed copy, so that options read as
 * {@code o -> o.inFlight(32).endTopic()}.
 */
public final class FeedOptions {
    static final FeedOptions DEFAULTS = new FeedOptions(0, false);
    private static final int DEFAULT_IN_FLIGHT = 256;

    private final int inFlight;
    private final boolean endTopic;

    private FeedOptions(int inFlight, boolean endTopic) {
        this.inFlight = inFlight;
        this.endTopic = endTopic;
    }

    /**
     * How many messages may be requested from the source and not yet be accepted by the topic. One of them waits in the
     * topic's line for room, the others behind it.
     *
     * @param messages at least 1; default 256, or the topic's capacity if that is less
     * @return a changed copy
     * @throws IllegalArgumentException if it is less than 1
     */
    public FeedOptions inFlight(int messages) {
        return new FeedOptions(Arguments.positive("inFlight", messages), endTopic);
    }

    /**
     * Have the topic end with the source: complete when the source completes, fail when it fails; in each case after
     * what the source sent before. Default: the topic stays open, for other sources.
     *
     * @return a changed copy
     */
    public FeedOptions endTopic() {
        return new FeedOptions(inFlight, true);
    }

    int inFlightIn(int capacity) {
        return inFlight == 0 ? Math.min(DEFAULT_IN_FLIGHT, capacity) : inFlight;
    }

    boolean endsTopic() {
        return endTopic;
    }
}
