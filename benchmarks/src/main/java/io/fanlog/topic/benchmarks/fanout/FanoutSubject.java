package io.fanlog.topic.benchmarks.fanout;

import java.util.List;

/** One library, set up to fan out: every subscriber gets every message, and a slow one holds the producers back. */
public interface FanoutSubject extends AutoCloseable {
    /** How far the slowest subscriber may be behind, with every subject that can be told. */
    int CAPACITY = 65_536;

    /**
     * Publishes one message, waiting as long as there is no room. Called by each producer's thread.
     *
     * @param payload what is published
     * @throws Exception ends the run as failed
     */
    void publish(Payload payload) throws Exception;

    /** Ends its threads; all messages have been received, or the run has failed. */
    @Override
    void close();

    /** Makes a fresh one. */
    @FunctionalInterface
    interface Starter {
        /**
         * Starts a subject; the subscribers are in place when this returns.
         *
         * @param producers how many threads will publish
         * @param subscribers what its subscribers do
         * @return ready to publish
         * @throws Exception if it cannot be started
         */
        FanoutSubject start(int producers, List<CheckingSubscriber> subscribers) throws Exception;
    }
}
