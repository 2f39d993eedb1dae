package io.fanlog.topic.benchmarks.fanout;

/**
 * The payloads of one producer. They are made beforehand and published again and again, so that time and bytes are those
 * of the subject and not of {@code new}; on demand each message gets a new one, and all subjects bear that alike.
 *
 * <p>How many there are is a prime: a lost, doubled or swapped run of messages shows in the index even if it is as long as
 * some power of two that a ring or a segment has.
 */
public final class PayloadSource {
    /** How many different payloads a producer has: 28 kB, what a first-level cache holds. */
    static final int SIZE = 1_021;

    private final int producer;
    private final Payload[] pool;
    private final boolean isFresh;
    private int next;

    /**
     * The payloads of a producer.
     *
     * @param producer its number
     * @param isFresh whether each message gets a new object
     */
    public PayloadSource(int producer, boolean isFresh) {
        this.producer = producer;
        this.isFresh = isFresh;
        pool = new Payload[SIZE];
        for (int i = 0; i < SIZE; i++) {
            pool[i] = new Payload(producer, i);
        }
    }

    /**
     * The next one.
     *
     * @return with the index after the last one's
     */
    public Payload next() {
        int index = next;
        next = index + 1 == SIZE ? 0 : index + 1;
        return isFresh ? new Payload(producer, index) : pool[index];
    }
}
