package io.fanlog.topic.scenario;

import java.time.Duration;

/** How often and how long: the one place that tells the quick form of a test from the long one. */
public final class Rounds {
    private static final boolean LONG = Boolean.getBoolean("fanlog.long");

    private Rounds() {}

    /**
     * How often a race is run.
     *
     * @param quick how often in the quick form; the long one runs it 10,000 times at least
     * @return how often now
     */
    public static int races(int quick) {
        return LONG ? Math.max(10_000, quick * 10) : quick;
    }

    /** {@return so many in the quick form, the other in the long form} */
    public static int of(int quick, int inLongForm) {
        return LONG ? inLongForm : quick;
    }

    /** {@return how long the soak runs} */
    public static Duration soak() {
        return LONG ? Duration.ofMinutes(10) : Duration.ofSeconds(5);
    }

    /** {@return by when a condition that must come has come, with room for a loaded machine} */
    public static Duration deadline() {
        return Duration.ofSeconds(30);
    }
}
