package io.fanlog.topic.benchmarks.memory;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.Topics;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/** Ours: a topic that retains the last million, with plain gating handlers. */
final class FanlogRetaining implements RetainingSubject {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Topics topics = Topics.create();
    private final Topic<Object> topic =
            topics.topic("retaining", Object.class).retainLast(RETAINED).build();
    private final CountingSubscribers counting;

    FanlogRetaining(int subscribers) {
        counting = new CountingSubscribers(subscribers);
        for (int i = 0; i < subscribers; i++) {
            int subscriber = i;
            topic.subscribe(payload -> counting.count(subscriber));
        }
    }

    @Override
    public void publish(Object payload) {
        PublishResult result = topic.publish(payload);
        while (result == PublishResult.FULL) {
            LockSupport.parkNanos(1);
            result = topic.publish(payload);
        }
        result.orThrow();
    }

    @Override
    public long received() {
        return counting.slowest();
    }

    @Override
    public long countRetained() throws InterruptedException {
        LongAdder count = new LongAdder();
        try (TopicSubscription late = topic.subscribe(payload -> count.increment(), o -> o.fromEarliest())) {
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (late.lag() > 0 && System.nanoTime() < deadline) {
                Thread.sleep(1);
            }
        }
        return count.sum();
    }

    @Override
    public void close() {
        topics.close();
    }
}
