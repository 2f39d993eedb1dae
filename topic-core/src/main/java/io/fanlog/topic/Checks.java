package io.fanlog.topic;

import java.time.Duration;
import java.util.Objects;

/** Argument checks of the builders: each quotes the bad value and names the option. */
final class Checks {
    private Checks() {}

    static String name(String option, String value) {
        Objects.requireNonNull(value, option);
        if (value.isBlank()) {
            throw new IllegalArgumentException(option + " must not be blank, got '" + value + "'");
        }
        return value;
    }

    static int positive(String option, int value) {
        if (value < 1) {
            throw new IllegalArgumentException(option + " must be at least 1, got " + value);
        }
        return value;
    }

    static long positive(String option, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(option + " must be at least 1, got " + value);
        }
        return value;
    }

    static long notNegative(String option, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(option + " must not be negative, got " + value);
        }
        return value;
    }

    static Duration positive(String option, Duration value) {
        Objects.requireNonNull(value, option);
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(option + " must be positive, got " + value);
        }
        return value;
    }
}
