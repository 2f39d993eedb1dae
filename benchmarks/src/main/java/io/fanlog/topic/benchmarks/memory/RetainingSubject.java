package io.fanlog.topic.benchmarks.memory;

/** One library, set up to keep the newest messages for late joiners while subscribers read along. */
interface RetainingSubject extends AutoCloseable {
    /** How many it keeps. */
    int RETAINED = 1_000_000;

    /** Publishes one message, waiting as long as there is no room. */
    void publish(Object payload);

    /** How many messages the slowest subscriber has received. */
    long received();

    /** Subscribes late and answers how many messages it is given at once or soon, {@link #RETAINED} if all is well. */
    long countRetained() throws InterruptedException;

    @Override
    void close();

    /** Makes a fresh one. */
    @FunctionalInterface
    interface Starter {
        RetainingSubject start(int subscribers);
    }
}
