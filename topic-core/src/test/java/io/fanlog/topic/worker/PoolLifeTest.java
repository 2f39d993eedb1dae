package io.fanlog.topic.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The life of a pool")
class PoolLifeTest extends PoolFixture {
    private final List<Integer> handled = Collections.synchronizedList(new ArrayList<>());
    private final Gate gate = new Gate();

    @Test
    void createdToRunning() throws Exception {
        WorkerPool<Integer> pool = topics.pool("p").handling(Integer.class, handled::add);
        Topic<Integer> topic = topic("t");
        pool.subscribeTo(topic);
        publish(topic, 0, 3);
        assertThat(pool.status()).isEqualTo(PoolStatus.CREATED);
        assertThat(pool.waitUntilIdle(Duration.ofMillis(1))).isFalse();

        assertThat(pool.start()).isSameAs(pool);

        assertThat(pool.status()).isEqualTo(PoolStatus.RUNNING);
        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(handled).containsExactly(0, 1, 2);
    }

    @Test
    void runningToPausingToPausedToRunning() throws Exception {
        WorkerPool<Object> pool = topics.pool("p").concurrency(2).handling(gate);
        pool.start();
        Topic<Integer> topic = topic("t");
        TopicSubscription subscription = pool.subscribeTo(topic);
        publish(topic, 0, 10);
        await().until(() -> gate.running.get() == 2);

        pool.pause();
        assertThat(pool.status()).isEqualTo(PoolStatus.PAUSING);
        CompletableFuture<Void> paused = pool.whenPaused();
        assertThat(paused).isNotDone();
        gate.open();

        assertThat(pool.waitUntilPaused(SOON)).isTrue();
        await().until(paused::isDone);
        assertThat(pool.status()).isEqualTo(PoolStatus.PAUSED);
        assertThat(gate.done).hasValue(2);
        assertThat(subscription.state()).isEqualTo(SubscriptionState.ACTIVE);
        assertThat(pool.waitUntilIdle(Duration.ofMillis(1))).isFalse();
        pool.resume();
        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(gate.done).hasValue(10);
    }

    @Test
    void pausingToRunningBeforeThePauseIsComplete() throws Exception {
        WorkerPool<Object> pool = topics.pool("p").handling(gate);
        pool.start();
        Topic<Integer> topic = topic("t");
        pool.subscribeTo(topic);
        publish(topic, 0, 10);
        await().until(() -> gate.running.get() == 1);

        pool.pause();
        pool.resume();
        gate.open();

        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(gate.done).hasValue(10);
    }

    @Test
    @DisplayName("The rest of a batch is parked by a pause and runs first, in order")
    void shouldRunParkedJobsFirst() throws Exception {
        CompletableFuture<Void> go = new CompletableFuture<>();
        WorkerPool<Integer> pool = topics.pool("p").handling(Integer.class, job -> {
            handled.add(job);
            if (job == 0) {
                go.join();
            }
        });
        Topic<Integer> topic = topic("t");
        pool.subscribeTo(topic);
        publish(topic, 0, 20);
        pool.start();
        await().until(() -> handled.size() == 1);
        assertThat(pool.stats().pending()).isEqualTo(19);

        pool.pause();
        publish(topic, 20, 40);
        go.complete(null);
        assertThat(pool.waitUntilPaused(SOON)).isTrue();
        assertThat(handled).containsExactly(0);
        PoolStats paused = pool.stats();
        assertThat(paused.pending()).isEqualTo(19);
        assertThat(paused.inFlight()).isZero();
        assertThat(paused.completed()).isEqualTo(1);
        pool.resume();

        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(handled).isSorted().hasSize(40);
    }

    @Test
    void runningToStoppingToStoppedKeepsNoThread() throws Exception {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        WorkerPool<Object> pool = topics.pool("p")
                .concurrency(3)
                .threadFactory(work -> {
                    Thread thread = new Thread(work);
                    threads.add(thread);
                    return thread;
                })
                .handling(gate);
        pool.start();
        Topic<Integer> topic = topic("t");
        TopicSubscription subscription = pool.subscribeTo(topic);
        publish(topic, 0, 10);
        await().until(() -> gate.running.get() == 3);

        pool.stop();
        assertThat(pool.status()).isEqualTo(PoolStatus.STOPPING);
        assertThat(subscription.state()).isEqualTo(SubscriptionState.CANCELLED);
        gate.open();

        assertThat(pool.waitUntilStopped(SOON)).isTrue();
        assertThat(pool.status()).isEqualTo(PoolStatus.STOPPED);
        assertThat(gate.done).hasValue(3);
        for (Thread thread : threads) {
            thread.join(SOON.toMillis());
            assertThat(thread.isAlive()).isFalse();
        }
        assertThat(pool.stats().idleWorkers()).isZero();
    }

    @Test
    @DisplayName(
            "A restart continues with the parked jobs, resumable cursors where they stopped, others from the latest")
    void stoppedToRunning() throws Exception {
        CompletableFuture<Void> go = new CompletableFuture<>();
        WorkerPool<Integer> pool = topics.pool("p").maxBatch(4).handling(Integer.class, job -> {
            handled.add(job);
            if (job == 0) {
                go.join();
            }
        });
        Topic<Integer> kept = topic("kept");
        Topic<Integer> left = topic("left");
        TopicSubscription resumable = pool.subscribeTo(kept, o -> o.resumable("pool"));
        TopicSubscription plain = pool.subscribeTo(left);
        publish(kept, 0, 10);
        pool.start();
        await().until(() -> handled.size() == 1);

        pool.stop();
        assertThat(resumable.state()).isEqualTo(SubscriptionState.DETACHED);
        assertThat(plain.state()).isEqualTo(SubscriptionState.CANCELLED);
        publish(kept, 10, 12);
        go.complete(null);
        assertThat(pool.waitUntilStopped(SOON)).isTrue();
        assertThat(pool.stats().pending()).isEqualTo(3);
        assertThat(left.publish(100).isOk()).isFalse();
        pool.restart();
        publish(left, 101, 102);

        assertThat(resumable.state()).isEqualTo(SubscriptionState.ACTIVE);
        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(handled).contains(101).hasSize(13);
        assertThat(handled.stream().filter(job -> job < 100)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    }

    @Test
    void createdToStopped() throws Exception {
        WorkerPool<Integer> pool = topics.pool("p").handling(Integer.class, handled::add);
        pool.stop();
        assertThat(pool.status()).isEqualTo(PoolStatus.STOPPED);
        assertThat(pool.waitUntilStopped(Duration.ZERO)).isTrue();
        assertThatThrownBy(() -> pool.subscribeTo(topic("t"))).isInstanceOf(PoolStateException.class);
    }

    @Test
    void shouldRefuseWhatTheTableRefusesAndSayWhy() {
        WorkerPool<Integer> pool = topics.pool("p").handling(Integer.class, handled::add);
        assertThatExceptionOfType(PoolStateException.class)
                .isThrownBy(pool::pause)
                .withMessageContaining("'p' is CREATED")
                .withMessageContaining("pause")
                .satisfies(refused -> assertThat(refused.status()).isEqualTo(PoolStatus.CREATED));
        assertThat(pool.status()).isEqualTo(PoolStatus.CREATED);
        pool.close();
        assertThatThrownBy(pool::start).isInstanceOf(PoolStateException.class);
    }

    @Test
    void anyToClosedAnswersWhoeverWaits() throws Exception {
        WorkerPool<Object> pool = topics.pool("p").handling(gate);
        Topic<Integer> topic = topic("t");
        pool.subscribeTo(topic);
        publish(topic, 0, 5);
        pool.start(); // finds them all
        await().until(() -> gate.running.get() == 1);
        CompletableFuture<Void> idle = pool.whenIdle();
        CompletableFuture<Void> quiescent = pool.whenQuiescent();
        CompletableFuture<Void> stopped = pool.whenStopped();

        pool.close();

        assertThat(pool.status()).isEqualTo(PoolStatus.CLOSED);
        await().until(idle::isDone);
        assertThatThrownBy(idle::join)
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(PoolStateException.class);
        assertThat(stopped).isNotDone();
        gate.open();
        await().until(() -> stopped.isDone() && quiescent.isDone());
        assertThat(gate.done).hasValue(1);
        assertThat(pool.stats().pending()).isEqualTo(4);
        assertThat(pool.waitUntilStopped(Duration.ZERO)).isTrue();
        assertThat(pool.waitUntilPaused(SOON)).isFalse();
    }

    @Test
    void shouldRefuseToWaitOnItsOwnWorker() throws Exception {
        AtomicReference<Throwable> refusal = new AtomicReference<>();
        Topic<Integer> topic = topic("t");
        AtomicReference<WorkerPool<Integer>> self = new AtomicReference<>();
        WorkerPool<Integer> pool = topics.pool("p")
                .onError((failing, error) -> refusal.set(error))
                .handling(Integer.class, job -> {
                    boolean idle = self.get().waitUntilIdle(SOON);
                    handled.add(idle ? 1 : 0);
                });
        self.set(pool);
        pool.start();
        pool.subscribeTo(topic);
        publish(topic, 0, 1);

        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(refusal.get()).isInstanceOf(IllegalStateException.class).hasMessageContaining("waitUntilIdle");
    }

    @Test
    void shouldBeQuiescentWhilePausedOnlyWithNothingParked() throws Exception {
        WorkerPool<Integer> pool = topics.pool("p").handling(Integer.class, handled::add);
        pool.start();
        pool.pause();
        assertThat(pool.awaitQuiescence(SOON)).isTrue();
        Topic<Integer> topic = topic("t");
        TopicSubscription subscription = pool.subscribeTo(topic);
        publish(topic, 0, 1);

        assertThat(pool.awaitQuiescence(Duration.ofMillis(1))).isFalse();
        CompletableFuture<Void> quiescent = pool.whenQuiescent();
        subscription.cancel();
        await().until(quiescent::isDone);
    }
}
