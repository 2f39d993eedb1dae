package io.fanlog.topic.benchmarks.pools;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;

/**
 * A virtual thread for each job, and a semaphore for the limit: taken by the job's thread, as the JDK's guide has it, or by
 * the producer before it starts one, which keeps the threads as few as the limit.
 */
final class VirtualThreadSubject implements PoolSubject {
    private final ExecutorService executor = VirtualThreads.perTaskExecutor();
    private final Semaphore permits;
    private final boolean permitFirst;

    private VirtualThreadSubject(int concurrency, boolean permitFirst) {
        permits = new Semaphore(concurrency);
        this.permitFirst = permitFirst;
    }

    static Starter starter() {
        return concurrency -> new VirtualThreadSubject(concurrency, false);
    }

    static Starter permitFirstStarter() {
        return concurrency -> new VirtualThreadSubject(concurrency, true);
    }

    @Override
    public void submit(Job job) throws InterruptedException {
        if (permitFirst) {
            permits.acquire();
            executor.execute(() -> runAndRelease(job));
        } else {
            executor.execute(() -> {
                permits.acquireUninterruptibly();
                runAndRelease(job);
            });
        }
    }

    private void runAndRelease(Job job) {
        try {
            job.run();
        } finally {
            permits.release();
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
