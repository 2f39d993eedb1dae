package io.fanlog.topic.benchmarks.harness;

import org.jspecify.annotations.Nullable;

/** What a score counts, and which of two is better. */
public enum Unit {
    /** Messages per second; more is better. */
    MESSAGES_PER_SECOND("msg/s", "msg", true),
    /** Jobs per second; more is better. */
    JOBS_PER_SECOND("job/s", "job", true),
    /** Nanoseconds for each job; less is better. */
    NANOS_PER_JOB("ns", "job", false),
    /** Bytes per message; less is better. */
    BYTES_PER_MESSAGE("B/msg", "msg", false);

    private static final double NANOS_PER_SECOND = 1e9;

    private final String symbol;
    private final String counted;
    private final boolean isSpeed;

    Unit(String symbol, String counted, boolean isSpeed) {
        this.symbol = symbol;
        this.counted = counted;
        this.isSpeed = isSpeed;
    }

    /**
     * As in the JSON lines.
     *
     * @return a short text
     */
    public String symbol() {
        return symbol;
    }

    /**
     * What is counted.
     *
     * @return "msg" or "job"
     */
    String counted() {
        return counted;
    }

    /** Whether more is better; such scores are shown in millions. */
    boolean isSpeed() {
        return isSpeed;
    }

    /** The score of a run that passed so many in so many nanoseconds, where the unit is one of time. */
    double score(long passed, long nanos) {
        return isSpeed ? passed * NANOS_PER_SECOND / nanos : (double) nanos / passed;
    }

    /** What one took, where the unit is one of time. */
    @Nullable
    Double nanosEach(double score) {
        if (this == BYTES_PER_MESSAGE) {
            return null;
        }
        return isSpeed ? NANOS_PER_SECOND / score : score;
    }

    /**
     * How many times better one score is than another.
     *
     * @param score of the one
     * @param other of the other
     * @return above 1 if the first is better
     */
    public double ratio(double score, double other) {
        return isSpeed ? score / other : other / score;
    }
}
