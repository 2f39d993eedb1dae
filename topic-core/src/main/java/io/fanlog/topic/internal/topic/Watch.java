package io.fanlog.topic.internal.topic;

import io.fanlog.topic.spi.TopicClock;
import java.time.Duration;
import java.time.Instant;

/** The times of one topic: milliseconds on the monotonic clock since it was made, and what they are on the wall clock. */
final class Watch {
    private final TopicClock clock;
    private final long originNanos;

    Watch(TopicClock clock) {
        this.clock = clock;
        this.originNanos = clock.nanoTime();
    }

    long millis() {
        return (clock.nanoTime() - originNanos) / 1_000_000;
    }

    Instant wallTime(long millis) {
        return clock.now().minusMillis(millis() - millis);
    }

    /** The reverse of {@link #wallTime}: the first millisecond that is not before the instant. */
    long millisAt(Instant instant) {
        Duration ago = Duration.between(instant, clock.now());
        try {
            return millis() - ago.toMillis();
        } catch (ArithmeticException e) {
            return ago.isNegative() ? Long.MAX_VALUE : Long.MIN_VALUE;
        }
    }
}
