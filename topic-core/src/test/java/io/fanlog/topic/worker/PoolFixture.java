package io.fanlog.topic.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicBuilder;
import io.fanlog.topic.Topics;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;

/** What the pool tests share: topics of their own, and a handler whose jobs run until they are let go. */
abstract class PoolFixture {
    static final Duration SOON = Duration.ofSeconds(20);

    final Topics topics = Topics.builder().drainTimeout(Duration.ZERO).build();

    @AfterEach
    void closeTopics() {
        topics.close();
    }

    Topic<Integer> topic(String name) {
        TopicBuilder<Integer> builder = topics.topic(name, Integer.class);
        return builder.build();
    }

    /** The options of a pool, of the kind that the test is about. */
    PoolBuilder pool(String name) {
        return topics.pool(name);
    }

    static void publish(Topic<Integer> topic, int from, int to) {
        for (int i = from; i < to; i++) {
            topic.publish(i).orThrow();
        }
    }

    /** Submitted = completed + in flight + pending, completed = succeeded + failed, in every snapshot. */
    static void assertConserved(PoolStats stats) {
        assertThat(stats.completed() + stats.inFlight() + stats.pending())
                .as("%s", stats)
                .isEqualTo(stats.submitted());
        assertThat(stats.succeeded() + stats.failed()).as("%s", stats).isEqualTo(stats.completed());
        assertThat(stats.pending()).as("%s", stats).isNotNegative();
        assertThat(stats.inFlight()).as("%s", stats).isNotNegative();
    }

    static void waitFor(CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(SOON.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
    }

    /** A handler whose jobs run until {@link #open}; it knows how many ran at once. */
    static final class Gate implements JobHandler<Object> {
        final AtomicInteger running = new AtomicInteger();
        final AtomicInteger mostRunning = new AtomicInteger();
        final AtomicInteger done = new AtomicInteger();
        private final CountDownLatch gate = new CountDownLatch(1);

        @Override
        public void handle(Object job) throws InterruptedException {
            mostRunning.accumulateAndGet(running.incrementAndGet(), Math::max);
            try {
                gate.await();
            } finally {
                running.decrementAndGet();
                done.incrementAndGet();
            }
        }

        void open() {
            gate.countDown();
        }
    }
}
