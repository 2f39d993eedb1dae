package io.fanlog.topic.benchmarks.pools;

/** One pool with one worker, to which one thread adds jobs that it waits for. */
interface RoundTrips extends AutoCloseable {
    /** Adds so many and returns when all of them have run. */
    void addAndAwait(int jobs) throws Exception;

    /** How many have run. */
    long finished();

    @Override
    void close();

    /** Makes a fresh one, on the thread that will add. */
    @FunctionalInterface
    interface Starter {
        RoundTrips start();
    }
}
