package io.fanlog.topic.reactor;

import java.time.Duration;
import java.util.Objects;

/** Checks of options, at the call that gives them. */
final class Arguments {
    /** A topic's. */
    static final int GREATEST_CAPACITY = 1 << 30;

    private Arguments() {}

    static int capacity(int value) {
        if (value < 1 || value > GREATEST_CAPACITY) {
            throw new IllegalArgumentException("capacity must be 1 to " + GREATEST_CAPACITY + ", got " + value);
        }
        return value;
    }

    static String notBlank(String option, String value) {
        if (Objects.requireNonNull(value, option).isBlank()) {
            throw new IllegalArgumentException(option + " must not be blank, got \"" + value + "\"");
        }
        return value;
    }

    static int positive(String option, int value) {
        return (int) positive(option, (long) value);
    }

    static long positive(String option, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(option + " must be at least 1, got " + value);
        }
        return value;
    }

    static Duration positive(String option, Duration value) {
        if (Objects.requireNonNull(value, option).isNegative() || value.isZero()) {
            throw new IllegalArgumentException(option + " must be positive, got " + value);
        }
        return value;
    }

    static Duration notNegative(String option, Duration value) {
        if (Objects.requireNonNull(value, option).isNegative()) {
            throw new IllegalArgumentException(option + " must not be negative, got " + value);
        }
        return value;
    }
}
