package io.fanlog.topic.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fanlog.topic.Topic;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Batches")
class PoolBatchesTest extends PoolFixture {
    /** Jobs that make the pool hand out batches of 32 at concurrency 2: many, and cheap. */
    private static final int WARM_UP = 2_000;

    @Test
    @DisplayName("are taken back from a worker that sits on one job while another worker is idle")
    void shouldBeTakenBackFromAStuckWorker() throws Exception {
        CountDownLatch stuck = new CountDownLatch(1);
        List<Integer> handled = Collections.synchronizedList(new ArrayList<>());
        Topic<Integer> topic = topic("t");
        WorkerPool<Integer> pool = topics.pool("p").concurrency(2).handling(Integer.class, job -> {
            if (job == WARM_UP) {
                waitFor(stuck);
            }
            handled.add(job);
        });
        pool.start();
        pool.subscribeTo(topic);
        publish(topic, 0, WARM_UP);
        assertThat(pool.waitUntilIdle(SOON)).isTrue();

        publish(topic, WARM_UP, WARM_UP + 100);

        // All but the one job, whose worker had the head of a batch.
        await().until(() -> handled.size() == WARM_UP + 99);
        assertThat(pool.stats().pending()).isZero();
        assertThat(pool.stats().inFlight()).isEqualTo(1);
        stuck.countDown();
        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(handled).hasSize(WARM_UP + 100).doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("are taken back when the pool is resized up while its only worker sits on one job")
    void shouldBeTakenBackByAWorkerThatAResizeAllows() throws Exception {
        CountDownLatch stuck = new CountDownLatch(1);
        AtomicInteger handled = new AtomicInteger();
        Topic<Integer> topic = topic("t");
        WorkerPool<Integer> pool = topics.pool("p").handling(Integer.class, job -> {
            if (job == 0) {
                waitFor(stuck);
            }
            handled.incrementAndGet();
        });
        pool.subscribeTo(topic);
        publish(topic, 0, 20);
        pool.start();
        await().until(() -> pool.stats().inFlight() == 1);
        assertThat(pool.stats().pending()).isEqualTo(19);

        pool.resize(2);

        await().until(() -> handled.get() == 19);
        stuck.countDown();
        assertThat(pool.waitUntilIdle(SOON)).isTrue();
    }

    @Test
    @DisplayName("never let a job start before all jobs more than 32 x concurrency older have started")
    void shouldKeepTheOrderRuleThoughAWorkerIsStuckAndNoneIsIdle() throws Exception {
        int jobs = 5_000;
        int end = WARM_UP + jobs;
        CountDownLatch stuck = new CountDownLatch(1);
        List<Integer> started = Collections.synchronizedList(new ArrayList<>());
        Topic<Integer> topic = topic("t");
        WorkerPool<Integer> pool = topics.pool("p").concurrency(2).handling(Integer.class, job -> {
            if (job >= WARM_UP) {
                started.add(job);
            }
            if (job == WARM_UP) {
                waitFor(stuck);
            }
        });
        pool.start();
        pool.subscribeTo(topic);
        publish(topic, 0, WARM_UP);
        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        pool.pause();
        assertThat(pool.waitUntilPaused(SOON)).isTrue();
        publish(topic, WARM_UP, end);

        pool.resume();

        // One worker sits on the first job; all others are started by the other one, so their order can be seen.
        await().until(() -> started.size() == jobs);
        stuck.countDown();
        started.remove((Integer) WARM_UP);
        int allStartedBelow = WARM_UP + 1;
        Set<Integer> ahead = new HashSet<>();
        for (int job : started) {
            assertThat(job - allStartedBelow).as("job %s", job).isLessThanOrEqualTo(64);
            ahead.add(job);
            while (ahead.remove(allStartedBelow)) {
                allStartedBelow++;
            }
        }
    }

    @Test
    void shouldKeepUnfinishedJobsWithinMaxUnfinished() {
        Gate gate = new Gate();
        Topic<Integer> topic = topic("t");
        WorkerPool<Object> pool =
                topics.pool("p").concurrency(8).maxUnfinished(3).handling(gate);
        pool.start();
        pool.subscribeTo(topic);
        publish(topic, 0, 100);

        await().until(() -> gate.running.get() == 3);
        PoolStats stats = pool.stats();
        assertThat(stats.inFlight() + stats.pending()).isEqualTo(3);
        assertThat(stats.concurrency()).isEqualTo(8);
        gate.open();
        await().until(() -> gate.done.get() == 100);
        assertThat(gate.mostRunning.get()).isLessThanOrEqualTo(3);
    }
}
