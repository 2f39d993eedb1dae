package io.fanlog.topic.benchmarks.pools;

import io.fanlog.topic.Topics;
import io.fanlog.topic.worker.JobQueue;
import io.fanlog.topic.worker.WorkerPool;

/** Ours: a pool and one queue bound to it, all else the default. */
final class FanlogPoolSubject implements PoolSubject {
    private final Topics topics = Topics.create();
    private final JobQueue<Job> queue;

    private FanlogPoolSubject(int concurrency) {
        WorkerPool<Job> pool = topics.pool("jobs").concurrency(concurrency).handling(Job.class, Job::run);
        queue = pool.bindQueue();
        pool.start();
    }

    static Starter starter() {
        return FanlogPoolSubject::new;
    }

    @Override
    public void submit(Job job) {
        queue.add(job).orThrow();
    }

    @Override
    public void close() {
        topics.close();
    }
}
