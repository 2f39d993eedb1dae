package io.fanlog.topic.benchmarks.harness;

/** What a score counts, and which of two is better. */
public enum Unit {
    /** Messages per second; more is better. */
    MESSAGES_PER_SECOND("msg/s"),
    /** Bytes per message; less is better. */
    BYTES_PER_MESSAGE("B/msg");

    private final String symbol;

    Unit(String symbol) {
        this.symbol = symbol;
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
     * How many times better one score is than another.
     *
     * @param score of the one
     * @param other of the other
     * @return above 1 if the first is better
     */
    public double ratio(double score, double other) {
        return this == MESSAGES_PER_SECOND ? score / other : other / score;
    }
}
