package io.fanlog.topic.examples.sse;

import io.fanlog.topic.TopicMessage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a client has read last, as it stands in the {@code id} of an event and comes back as {@code Last-Event-ID}. A
 * topic lives as long as its process, so the sequence alone would mean another message after a restart.
 *
 * @param epoch which life of the topic
 * @param sequence of the message; -1 before the first
 */
record EventId(long epoch, long sequence) {
    private static final Pattern TEXT = Pattern.compile("([0-9a-f]{1,16}):(-1|[0-9]{1,18})");

    static EventId of(TopicMessage<?> message) {
        return new EventId(message.epoch(), message.sequence());
    }

    /** Refuses what no server of ours has sent. */
    static EventId parse(String text) {
        Matcher id = TEXT.matcher(text);
        if (!id.matches()) {
            throw new IllegalArgumentException("Last-Event-ID must be epoch:sequence, got '" + text + "'");
        }
        return new EventId(Long.parseUnsignedLong(id.group(1), 16), Long.parseLong(id.group(2)));
    }

    @Override
    public String toString() {
        return Long.toHexString(epoch) + ":" + sequence;
    }
}
