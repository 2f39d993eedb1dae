package io.fanlog.topic.benchmarks.pools;

import io.fanlog.topic.Topics;
import io.fanlog.topic.worker.JobQueue;
import io.fanlog.topic.worker.PoolBuilder;
import io.fanlog.topic.worker.QueueOptions;
import io.fanlog.topic.worker.WorkerPool;
import java.util.function.UnaryOperator;

/** Ours with a concurrency of one: a pool of some kind, and a queue of some kind that is bound to it. */
final class FanlogRoundTrips implements RoundTrips {
    private final Baton baton = new Baton();
    private final Topics topics = Topics.create();
    private final JobQueue<Baton> queue;
    private final boolean isByPriority;
    private long added;

    private FanlogRoundTrips(UnaryOperator<PoolBuilder> kind, boolean isByPriority) {
        this.isByPriority = isByPriority;
        WorkerPool<Baton> pool = kind.apply(topics.pool("jobs")).handling(Baton.class, Baton::pass);
        queue = isByPriority ? pool.bindQueue(QueueOptions::byPriority) : pool.bindQueue();
        pool.start();
    }

    /** Fire and forget. */
    static Starter starter(boolean isByPriority) {
        return () -> new FanlogRoundTrips(pool -> pool, isByPriority);
    }

    /** With somebody who hears of errors; there are none. */
    static Starter errorStarter(boolean isByPriority) {
        return () -> new FanlogRoundTrips(pool -> pool.onError((name, failure) -> {}), isByPriority);
    }

    @Override
    public void addAndAwait(int jobs) throws Exception {
        for (int i = 0; i < jobs; i++) {
            int priority = Priorities.of(i);
            if (isByPriority) {
                queue.add(baton, job -> job.priority(priority)).orThrow();
            } else {
                queue.add(baton).orThrow();
            }
        }
        added += jobs;
        baton.await(added);
    }

    @Override
    public long finished() {
        return baton.finished();
    }

    @Override
    public void close() {
        topics.close();
    }
}
