package io.fanlog.topic.examples.sse;

import io.fanlog.topic.TopicMessage;

/** Writes one client's events. Sequences have no gaps, so a jump is exactly what the client was moved past. */
final class EventWriter {
    private long next;

    EventWriter(long next) {
        this.next = next;
    }

    String message(TopicMessage<String> message) {
        long missed = message.sequence() - next;
        next = message.sequence() + 1;
        String event = "id: " + EventId.of(message) + "\ndata: " + message.payload() + "\n\n";
        return missed == 0 ? event : "event: missed\ndata: {\"missed\":" + missed + "}\n\n" + event;
    }

    /** Without data it is no event, but a client that is cut off at once comes back with this id. */
    static String greeting(EventId last) {
        return "retry: 1000\nid: " + last + "\n\n";
    }

    static String gap(EventId resumed, String reason, long missed) {
        return "id: " + resumed + "\nevent: gap\ndata: {\"reason\":\"" + reason + "\",\"missed\":" + missed + "}\n\n";
    }

    /** How many messages of another epoch there were, nobody knows any more. */
    static String otherEpoch(EventId resumed) {
        return "id: " + resumed + "\nevent: gap\ndata: {\"reason\":\"another epoch\",\"missed\":null}\n\n";
    }
}
