package io.fanlog.topic.benchmarks.pools;

/** One library, set up to run jobs, so many at a time at most. */
interface PoolSubject extends AutoCloseable {
    /** Hands in a job, waiting as long as there is no room. Called by each producer's thread. */
    void submit(Job job) throws Exception;

    /** Ends its threads; all jobs have run, or the run has failed. */
    @Override
    void close();

    /** Makes a fresh one. */
    @FunctionalInterface
    interface Starter {
        PoolSubject start(int concurrency);
    }
}
