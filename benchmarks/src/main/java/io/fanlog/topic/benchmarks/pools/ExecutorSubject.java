package io.fanlog.topic.benchmarks.pools;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;

/** The JDK's pools, each with as many threads as jobs may run at once and a queue without a bound. */
record ExecutorSubject(ExecutorService executor) implements PoolSubject {
    /** A {@code ThreadPoolExecutor} of a fixed size. */
    static Starter threadPoolStarter() {
        return concurrency -> new ExecutorSubject(Executors.newFixedThreadPool(concurrency));
    }

    /** In asynchronous mode, as its docs advise for jobs that nobody joins. */
    static Starter forkJoinStarter() {
        return concurrency -> new ExecutorSubject(
                new ForkJoinPool(concurrency, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true));
    }

    @Override
    public void submit(Job job) {
        executor.execute(job);
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
