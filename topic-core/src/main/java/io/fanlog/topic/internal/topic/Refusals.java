package io.fanlog.topic.internal.topic;

import io.fanlog.topic.PublishResult;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** How many publishes were refused, by reason. Any thread. */
final class Refusals {
    private final Map<PublishResult, LongAdder> counts = new EnumMap<>(PublishResult.class);

    Refusals() {
        for (PublishResult result : PublishResult.values()) {
            counts.put(result, new LongAdder());
        }
    }

    void count(PublishResult why) {
        LongAdder counter = counts.get(why);
        if (counter != null) {
            counter.increment();
        }
    }

    /** The reasons that have occurred. */
    Map<PublishResult, Long> snapshot() {
        Map<PublishResult, Long> snapshot = new EnumMap<>(PublishResult.class);
        counts.forEach((why, counter) -> {
            long sum = counter.sum();
            if (sum > 0) {
                snapshot.put(why, sum);
            }
        });
        return Map.copyOf(snapshot);
    }
}
