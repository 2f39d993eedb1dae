package io.fanlog.topic.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Draining a pool")
class PoolDrainTest extends PoolFixture {
    private final AtomicInteger handled = new AtomicInteger();
    private final Gate gate = new Gate();
    private final Topic<Integer> topic = topic("t");

    @Test
    @DisplayName("Scenario 15: all 10 are handled though no worker had run when the drain began; no thread is left")
    void shouldHandleWhatWasPublishedBeforeAnyWorkerRan() throws Exception {
        CountDownLatch mayRun = new CountDownLatch(1);
        Queue<Thread> threads = new ConcurrentLinkedQueue<>();
        WorkerPool<Integer> pool = topics.pool("p")
                .threadFactory(work -> {
                    Thread late = new Thread(() -> {
                        awaitUninterruptibly(mayRun);
                        work.run();
                    });
                    threads.add(late);
                    return late;
                })
                .handling(Integer.class, job -> handled.incrementAndGet());
        pool.start();
        pool.subscribeTo(topic);
        publish(topic, 0, 10);

        CompletableFuture<DrainReport> drain = pool.drainAsync(SOON);
        assertThat(pool.status()).isEqualTo(PoolStatus.DRAINING);
        assertThat(handled).hasValue(0);
        mayRun.countDown();

        await().until(drain::isDone);
        assertThat(drain.join()).isEqualTo(new DrainReport(10, 0, 0, 0));
        assertThat(drain.join().isComplete()).isTrue();
        assertThat(handled).hasValue(10);
        assertThat(pool.status()).isEqualTo(PoolStatus.CLOSED);
        assertThat(threads).hasSize(1);
        for (Thread thread : threads) {
            thread.join(SOON.toMillis());
            assertThat(thread.isAlive()).isFalse();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            waitFor(latch);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @DisplayName("Scenario 16: nothing is taken in after the drain began, while a producer goes on")
    void shouldTakeNothingInAfterItBegan() throws Exception {
        AtomicBoolean stop = new AtomicBoolean();
        AtomicInteger highest = new AtomicInteger(-1);
        WorkerPool<Integer> pool = topics.pool("p")
                .concurrency(2)
                .handling(Integer.class, job -> highest.accumulateAndGet(job, Math::max));
        pool.subscribeTo(topic);
        topic.subscribe(ignored -> {}); // so that publishing goes on being accepted
        publish(topic, 0, 5_000);
        pool.start();
        Thread producer = new Thread(() -> {
            int next = 5_000;
            while (!stop.get()) {
                if (topic.publish(next).isOk()) {
                    next++;
                }
            }
        });
        producer.start();

        long before = topic.stats().tail();
        CompletableFuture<DrainReport> drain = pool.drainAsync(SOON);
        long after = topic.stats().tail();
        await().until(drain::isDone);
        stop.set(true);
        producer.join();

        assertThat(drain.join().isComplete()).isTrue();
        assertThat((long) highest.get()).isBetween(before - 1, after - 1);
        assertThat(pool.stats().completed()).isEqualTo(highest.get() + 1);
    }

    @Test
    void shouldReportWhatItAbandonedWhenTheTimeIsOver() throws Exception {
        WorkerPool<Object> pool = topics.pool("p").concurrency(2).maxBatch(1).handling(gate);
        pool.start();
        TopicSubscription subscription = pool.subscribeTo(topic);
        publish(topic, 0, 10);
        await().until(() -> gate.running.get() == 2);

        DrainReport report = pool.drain(Duration.ofMillis(20));

        assertThat(report).isEqualTo(new DrainReport(0, 0, 8, 2));
        assertThat(report.isComplete()).isFalse();
        assertThat(pool.status()).isEqualTo(PoolStatus.CLOSED);
        assertThat(subscription.state()).isEqualTo(SubscriptionState.CANCELLED);
        gate.open();
        assertThat(pool.waitUntilStopped(SOON)).isTrue();
        assertThat(pool.stats().completed()).isEqualTo(2);
    }

    @Test
    void shouldReportWhatAResumableSubscriptionKeepsAsNotAbandoned() throws Exception {
        WorkerPool<Object> pool = topics.pool("p").maxBatch(3).handling(gate);
        TopicSubscription subscription = pool.subscribeTo(topic, o -> o.resumable("pool"));
        publish(topic, 0, 10);
        pool.start(); // finds them all
        await().until(() -> gate.running.get() == 1);

        assertThat(pool.drain(Duration.ZERO)).isEqualTo(new DrainReport(0, 2, 0, 1));
        assertThat(subscription.state()).isEqualTo(SubscriptionState.DETACHED);
        gate.open();
    }

    @Test
    void shouldResumeAPausedPool() throws Exception {
        WorkerPool<Integer> pool = topics.pool("p").handling(Integer.class, job -> handled.incrementAndGet());
        pool.start();
        pool.subscribeTo(topic);
        pool.pause();
        publish(topic, 0, 7);

        assertThat(pool.drain(SOON)).isEqualTo(new DrainReport(7, 0, 0, 0));
    }

    @Test
    void shouldAbandonWhatAPoolThatWasNeverStartedWouldHaveTaken() throws Exception {
        WorkerPool<Integer> pool = topics.pool("p").handling(Integer.class, job -> handled.incrementAndGet());
        pool.subscribeTo(topic);
        publish(topic, 0, 7);

        assertThat(pool.drain(SOON)).isEqualTo(new DrainReport(0, 0, 7, 0));
        assertThat(handled).hasValue(0);
    }

    @Test
    void shouldWaitForTheRunningJobOfAStoppingPool() throws Exception {
        WorkerPool<Object> pool = topics.pool("p").handling(gate);
        pool.subscribeTo(topic);
        publish(topic, 0, 3);
        pool.start(); // finds them all
        await().until(() -> gate.running.get() == 1);
        pool.stop();

        CompletableFuture<DrainReport> drain = pool.drainAsync(SOON);
        assertThat(drain).isNotDone();
        gate.open();

        await().until(drain::isDone);
        assertThat(drain.join()).isEqualTo(new DrainReport(1, 2, 0, 0));
    }

    @Test
    @DisplayName("Scenario 16: a close in the middle of a drain ends it, with a job that never ends too")
    void shouldEndWhenClosedInTheMiddle() {
        WorkerPool<Object> pool = topics.pool("p").maxBatch(2).handling(gate);
        pool.subscribeTo(topic);
        publish(topic, 0, 5);
        pool.start(); // finds them all
        await().until(() -> gate.running.get() == 1);
        CompletableFuture<DrainReport> drain = pool.drainAsync(SOON);

        pool.close();

        assertThat(drain).isCompletedWithValue(new DrainReport(0, 1, 3, 1));
        pool.stop();
        assertThat(pool.status()).isEqualTo(PoolStatus.CLOSED);
        gate.open();
    }

    @Test
    @DisplayName("Scenario 16: a subscription cancelled in the middle of a drain does not hold it up")
    void shouldEndWhenItsSubscriptionIsCancelledInTheMiddle() {
        WorkerPool<Object> pool = topics.pool("p").maxBatch(1).handling(gate);
        pool.start();
        TopicSubscription subscription = pool.subscribeTo(topic);
        publish(topic, 0, 5);
        await().until(() -> gate.running.get() == 1);
        CompletableFuture<DrainReport> drain = pool.drainAsync(SOON);

        subscription.cancel();
        gate.open();

        await().until(drain::isDone);
        assertThat(drain.join().abandonedInFlight()).isZero();
        assertThat(drain.join().abandonedPending()).isZero();
    }

    @Test
    void shouldBeDoneWhenItIsAskedForTwice() throws Exception {
        WorkerPool<Integer> pool = topics.pool("p").handling(Integer.class, job -> handled.incrementAndGet());
        pool.start();
        pool.subscribeTo(topic);
        publish(topic, 0, 3);

        DrainReport first = pool.drain(SOON);
        assertThat(pool.drain(SOON)).isEqualTo(first);
        assertThat(pool.close(SOON)).isTrue();
    }

    @Test
    void shouldNotWaitWhenTheClosingThreadIsInterrupted() {
        WorkerPool<Object> pool = topics.pool("p").handling(gate);
        pool.start();
        pool.subscribeTo(topic);
        publish(topic, 0, 1);
        await().until(() -> gate.running.get() == 1);

        Thread.currentThread().interrupt();
        assertThat(pool.close(Duration.ofDays(1))).isFalse();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(pool.status()).isEqualTo(PoolStatus.DRAINING);
        gate.open();
        await().until(() -> pool.status() == PoolStatus.CLOSED);
    }

    @Test
    void shouldDrainAllPoolsWhenTopicsAreClosed() {
        WorkerPool<Integer> pool = topics.pool("p").concurrency(2).handling(Integer.class, job -> {
            handled.incrementAndGet();
        });
        pool.start();
        pool.subscribeTo(topic);
        publish(topic, 0, 1_000);

        assertThat(topics.close(SOON)).isTrue();
        assertThat(handled).hasValue(1_000);
        assertThat(pool.status()).isEqualTo(PoolStatus.CLOSED);
    }
}
