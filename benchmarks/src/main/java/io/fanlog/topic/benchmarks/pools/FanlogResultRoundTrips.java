package io.fanlog.topic.benchmarks.pools;

import io.fanlog.topic.Topics;
import io.fanlog.topic.benchmarks.harness.TrialFailure;
import io.fanlog.topic.worker.Job;
import io.fanlog.topic.worker.QueueOptions;
import io.fanlog.topic.worker.ResultPool;
import io.fanlog.topic.worker.ResultQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Ours with results and a concurrency of one: a job is submitted and its handle waited for, a batch is added as a group. */
final class FanlogResultRoundTrips implements RoundTrips {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Baton baton = new Baton();
    private final Topics topics = Topics.create();
    private final ResultQueue<Baton, Baton> queue;
    private final boolean isByPriority;

    private FanlogResultRoundTrips(boolean isByPriority) {
        this.isByPriority = isByPriority;
        ResultPool<Baton, Baton> pool = topics.pool("jobs").computing(Baton.class, FanlogResultRoundTrips::passed);
        queue = isByPriority ? pool.bindQueue(QueueOptions::byPriority) : pool.bindQueue();
        pool.start();
    }

    static Starter starter(boolean isByPriority) {
        return () -> new FanlogResultRoundTrips(isByPriority);
    }

    private static Baton passed(Baton baton) {
        baton.pass();
        return baton;
    }

    @Override
    public void addAndAwait(int jobs) throws Exception {
        if (jobs == 1) {
            queue.submit(baton).orThrow().await(PATIENCE);
            return;
        }
        List<Job<Baton>> batch = new ArrayList<>(jobs);
        for (int i = 0; i < jobs; i++) {
            int priority = Priorities.of(i);
            batch.add(isByPriority ? Job.of(baton, job -> job.priority(priority)) : Job.of(baton));
        }
        if (!queue.addAll(batch).await(PATIENCE)) {
            throw new TrialFailure("a batch of " + jobs + " jobs was not done after " + PATIENCE);
        }
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
