package io.fanlog.topic.internal.dispatch;

import java.time.Duration;

/** Durations as nanoseconds, without overflow. */
public final class Nanos {
    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    private Nanos() {}

    /**
     * Converts a duration of any length.
     *
     * @param duration any
     * @return its nanoseconds; {@link Long#MAX_VALUE} when there are more, {@link Long#MIN_VALUE} when there are fewer
     */
    public static long saturated(Duration duration) {
        if (duration.compareTo(LONGEST) >= 0) {
            return Long.MAX_VALUE;
        }
        if (duration.compareTo(LONGEST.negated()) <= 0) {
            return Long.MIN_VALUE;
        }
        return duration.toNanos();
    }
}
