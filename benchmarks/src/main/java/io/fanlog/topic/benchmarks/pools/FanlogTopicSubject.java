package io.fanlog.topic.benchmarks.pools;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import java.util.concurrent.locks.LockSupport;

/** Ours: a pool that subscribes to a topic with the default capacity; the producer tries again while the answer is FULL. */
final class FanlogTopicSubject implements PoolSubject {
    private final Topics topics = Topics.create();
    private final Topic<Job> topic = topics.topic("jobs", Job.class).build();

    private FanlogTopicSubject(int concurrency) {
        topics.pool("jobs")
                .concurrency(concurrency)
                .handling(Job.class, Job::run)
                .start()
                .subscribeTo(topic);
    }

    static Starter starter() {
        return FanlogTopicSubject::new;
    }

    @Override
    public void submit(Job job) {
        PublishResult result = topic.publish(job);
        while (result == PublishResult.FULL) {
            LockSupport.parkNanos(1);
            result = topic.publish(job);
        }
        result.orThrow();
    }

    @Override
    public void close() {
        topics.close();
    }
}
