package io.fanlog.topic.benchmarks.memory;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import io.fanlog.topic.spi.PullListener;
import io.fanlog.topic.spi.PullSubscription;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Ours: a topic that retains the last million, with plain gating handlers. */
final class FanlogRetaining implements RetainingSubject {
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
    public long countRetained() {
        long count = 0;
        try (PullSubscription<Object> late = topic.pull(new Unheard(), o -> o.fromEarliest())) {
            late.activate(PullSubscription.Mode.PULL);
            while (late.poll() != null) {
                count++;
            }
        }
        return count;
    }

    @Override
    public void close() {
        topics.close();
    }

    /** The late joiner polls until there is nothing more, and need not be told. */
    private static final class Unheard implements PullListener<Object> {
        @Override
        public void onNext(Object payload) {}

        @Override
        public void onReady() {}

        @Override
        public void onEnd(@Nullable Throwable failure) {}
    }
}
