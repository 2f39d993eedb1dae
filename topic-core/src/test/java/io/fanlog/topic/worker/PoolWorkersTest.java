package io.fanlog.topic.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fanlog.topic.Topic;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The workers of a pool")
class PoolWorkersTest extends PoolFixture {
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final Gate gate = new Gate();
    private final ThreadFactory factory = work -> {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        threads.add(thread);
        return thread;
    };

    private long alive() {
        return threads.stream().filter(Thread::isAlive).count();
    }

    @Test
    void shouldNotBeStartedBeforeThereIsAJob() {
        WorkerPool<Object> pool =
                topics.pool("p").concurrency(4).threadFactory(factory).handling(gate);
        pool.start();
        pool.subscribeTo(topic("t"));

        assertThat(threads).isEmpty();
        assertThat(pool.stats().idleWorkers()).isZero();
    }

    @Test
    @DisplayName("leave as the jobs run out; one is kept")
    void shouldLeaveButOne() {
        WorkerPool<Object> pool =
                topics.pool("p").concurrency(6).threadFactory(factory).handling(gate);
        pool.start();
        Topic<Integer> topic = topic("t");
        pool.subscribeTo(topic);
        publish(topic, 0, 6);
        await().until(() -> gate.running.get() == 6);
        gate.open();

        await().until(() -> alive() == 1);
        await().until(() -> pool.stats().idleWorkers() == 1);
    }

    @Test
    void shouldStayIdleUpToTheMinimumRatio() {
        WorkerPool<Object> pool = topics.pool("p")
                .concurrency(10)
                .minIdleRatio(50)
                .threadFactory(factory)
                .handling(gate);
        pool.start();
        Topic<Integer> topic = topic("t");
        pool.subscribeTo(topic);
        publish(topic, 0, 10);
        await().until(() -> gate.running.get() == 10);
        gate.open();

        await().until(() -> alive() == 5);
        assertThat(pool.stats().idleWorkers()).isEqualTo(5);
    }

    @Test
    void shouldLeaveAfterTheirExpiryOnly() {
        WorkerPool<Object> pool = topics.pool("p")
                .concurrency(4)
                .idleExpiry(Duration.ofMillis(200))
                .threadFactory(factory)
                .handling(gate);
        pool.start();
        Topic<Integer> topic = topic("t");
        pool.subscribeTo(topic);
        publish(topic, 0, 4);
        await().until(() -> gate.running.get() == 4);
        long before = System.nanoTime();
        gate.open();

        await().until(() -> alive() == 1);
        assertThat(System.nanoTime() - before).isGreaterThanOrEqualTo(200_000_000);
        assertThat(pool.stats().idleWorkers()).isEqualTo(1);
    }

    @Test
    void shouldBeUsedAgain() throws Exception {
        WorkerPool<Integer> pool =
                topics.pool("p").concurrency(2).threadFactory(factory).handling(Integer.class, job -> {});
        pool.start();
        Topic<Integer> topic = topic("t");
        pool.subscribeTo(topic);
        for (int i = 0; i < 200; i++) {
            publish(topic, i, i + 1);
            assertThat(pool.waitUntilIdle(SOON)).isTrue();
        }
        // One job at a time needs one thread; another may have been called for nothing now and then.
        assertThat(threads.size()).isLessThan(20);
    }

    @Test
    @DisplayName("are tried again when a thread cannot be started, and no job is lost by it")
    void shouldSurviveAFailingThreadFactory() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        WorkerPool<Integer> pool = topics.pool("p")
                .threadFactory(work -> switch (asked.incrementAndGet()) {
                    case 1 -> throw new IllegalStateException("no thread today");
                    case 2 -> null;
                    default -> factory.newThread(work);
                })
                .handling(Integer.class, job -> {});
        pool.start();
        Topic<Integer> topic = topic("t");
        pool.subscribeTo(topic);
        publish(topic, 0, 5);

        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(pool.stats().succeeded()).isEqualTo(5);
        assertThat(asked.get()).isGreaterThanOrEqualTo(3);
    }

    @Test
    void shouldBeNamedAfterThePool() throws Exception {
        Set<String> names = ConcurrentHashMap.newKeySet();
        WorkerPool<Integer> pool = topics.pool("alerts")
                .handling(Integer.class, job -> names.add(Thread.currentThread().getName()));
        pool.start();
        Topic<Integer> topic = topic("t");
        pool.subscribeTo(topic);
        publish(topic, 0, 1);

        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(names).containsExactly("fanlog-alerts-1");
    }
}
