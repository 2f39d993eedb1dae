package io.fanlog.topic.internal.topic;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.internal.dispatch.Flight;
import io.fanlog.topic.spi.TopicClock;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** How many publishes of a topic were refused, by reason. Any thread. */
final class Refusals {
    /** So long the flight recorder is spared after an event: a publisher that tries again at once makes millions. */
    private static final long EVENT_PAUSE_NANOS = 100_000_000;

    /** The refusals of one reason. */
    private static final class Reason {
        final LongAdder count = new LongAdder();

        /** Reading of the clock from which on there may be another event; meaningless before {@link #recorded}. */
        final AtomicLong nextEvent = new AtomicLong();

        volatile boolean recorded;
    }

    private final String topic;
    private final TopicClock clock;
    private final Map<PublishResult, Reason> reasons = new EnumMap<>(PublishResult.class);

    Refusals(String topic, TopicClock clock) {
        this.topic = topic;
        this.clock = clock;
        for (PublishResult result : PublishResult.values()) {
            reasons.put(result, new Reason());
        }
    }

    void count(PublishResult why) {
        Reason reason = reasons.get(why);
        if (reason == null) {
            return;
        }
        reason.count.increment();
        if (Flight.IS_AVAILABLE && RefusedEvent.isRecorded() && isDue(reason)) {
            RefusedEvent.emit(topic, why, reason.count.sum());
        }
    }

    /** True for one of those who ask at a time. */
    private boolean isDue(Reason reason) {
        long now = clock.nanoTime();
        long next = reason.nextEvent.get();
        if (reason.recorded && now - next < 0) {
            return false;
        }
        boolean isFirst = reason.nextEvent.compareAndSet(next, now + EVENT_PAUSE_NANOS);
        reason.recorded = true;
        return isFirst;
    }

    /** The reasons that have occurred. */
    Map<PublishResult, Long> snapshot() {
        Map<PublishResult, Long> snapshot = new EnumMap<>(PublishResult.class);
        reasons.forEach((why, reason) -> {
            long sum = reason.count.sum();
            if (sum > 0) {
                snapshot.put(why, sum);
            }
        });
        return Map.copyOf(snapshot);
    }
}
