package io.fanlog.topic.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fanlog.topic.Dispatcher;
import io.fanlog.topic.PublishResult;
import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.Topics;
import io.fanlog.topic.worker.PoolStatus;
import io.fanlog.topic.worker.WorkerPool;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Closing topics and pools together")
class CloseEverythingTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    private final AtomicInteger handled = new AtomicInteger();

    private static void publish(Topic<Integer> topic, int messages) {
        for (int i = 0; i < messages; i++) {
            topic.publish(i).orThrow();
        }
    }

    @Test
    @DisplayName("resumes a paused pool, which takes what is there")
    void shouldDrainAPausedPool() throws Exception {
        Topics topics = Topics.create();
        Topic<Integer> topic = topics.topic("t", Integer.class).build();
        WorkerPool<Integer> pool = topics.pool("p")
                .handling(Integer.class, job -> handled.incrementAndGet())
                .start();
        pool.subscribeTo(topic);
        pool.pause();
        assertThat(pool.waitUntilPaused(LONG)).isTrue();
        publish(topic, 200);

        assertThat(topics.close(LONG)).isTrue();
        assertThat(handled).hasValue(200);
    }

    @Test
    @DisplayName("goes on without an interrupted caller, until all is handled and nobody is left")
    void shouldGoOnWithoutAnInterruptedCaller() {
        Topics topics = Topics.create();
        Topic<Integer> topic = topics.topic("t", Integer.class).build();
        WorkerPool<Integer> pool = topics.pool("p")
                .handling(Integer.class, job -> handled.incrementAndGet())
                .start();
        TopicSubscription subscription = pool.subscribeTo(topic);
        publish(topic, 5_000);

        Thread.currentThread().interrupt();
        topics.close(LONG);

        assertThat(Thread.interrupted()).isTrue();
        await().atMost(LONG).until(() -> pool.status() == PoolStatus.CLOSED);
        await().atMost(LONG).until(() -> subscription.state().isEnded());
        assertThat(handled).hasValue(5_000);
        assertThat(topics.pools()).isEmpty();
    }

    @Test
    @DisplayName("does not wait for itself inside a job")
    void shouldNotWaitInsideAJob() throws Exception {
        Topics topics = Topics.create();
        Topic<Integer> topic = topics.topic("t", Integer.class).build();
        CompletableFuture<Boolean> closed = new CompletableFuture<>();
        WorkerPool<Integer> pool = topics.pool("p")
                .handling(Integer.class, job -> {
                    handled.incrementAndGet();
                    if (job == 0) {
                        closed.complete(topics.close(LONG));
                    }
                })
                .start();
        pool.subscribeTo(topic);
        publish(topic, 100);

        assertThat(closed.get(10, TimeUnit.SECONDS)).isFalse();
        await().atMost(LONG).until(() -> pool.status() == PoolStatus.CLOSED);
        assertThat(handled).hasValue(100);
    }

    @Test
    @DisplayName("answers waiting publishes though a handler blocks the loop")
    void shouldAnswerWaitersOfABlockedLoop() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        try (Topics topics = Topics.create()) {
            Topic<Integer> topic = topics.topic("t", Integer.class).capacity(1).build();
            CountDownLatch blocked = new CountDownLatch(1);
            topic.subscribe(number -> {
                blocked.countDown();
                released.await();
            });
            topic.publish(1).orThrow();
            assertThat(blocked.await(10, TimeUnit.SECONDS)).isTrue();
            CompletableFuture<PublishResult> second = topic.publishAsync(2);
            CompletableFuture<PublishResult> waiting = topic.publishAsync(3);
            topic.complete();

            assertThat(waiting.get(5, TimeUnit.SECONDS)).isEqualTo(PublishResult.CLOSED);
            assertThat(second.get(5, TimeUnit.SECONDS)).isIn(PublishResult.OK, PublishResult.CLOSED);
            released.countDown();
        }
    }

    @Test
    @DisplayName("does not wait for a detached subscription that has nothing left to take")
    void shouldNotWaitForADetachedOneAtTheEnd() {
        Topics topics = Topics.create();
        Topic<Integer> topic = topics.topic("t", Integer.class).build();
        TopicSubscription subscription = topic.subscribe(number -> {}, o -> o.resumable("r"));
        subscription.cancel();

        assertThat(topics.close(LONG)).isTrue();
        assertThat(subscription.state()).isEqualTo(SubscriptionState.COMPLETED);
    }

    @Test
    @DisplayName("twice with other times lets go of the topic all the same")
    void shouldForgetTheTimerOfAnEarlierClose() throws Exception {
        try (Dispatcher dispatcher = Dispatcher.create();
                Topics topics = Topics.builder().dispatcher(dispatcher).build()) {
            Topic<Integer> topic = topics.topic("t", Integer.class).build();
            TopicSubscription subscription = topic.subscribe(number -> {}, o -> o.resumable("r"));
            topic.publish(1).orThrow();
            await().atMost(LONG).until(() -> subscription.received() == 1);
            CompletableFuture<Void> slow = topic.close(Duration.ofDays(365));
            CompletableFuture<Void> fast = topic.close(Duration.ZERO);

            fast.get(10, TimeUnit.SECONDS);
            slow.get(10, TimeUnit.SECONDS);
            assertThat(topic.isEnded()).isTrue();
        }
    }
}
