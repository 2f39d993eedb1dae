package io.fanlog.topic.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.awaitility.Awaitility.await;

import io.fanlog.topic.Dispatcher;
import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import io.fanlog.topic.spi.ManualClock;
import io.fanlog.topic.spi.TopicClock;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The list of pools")
class PoolRegistryTest extends PoolFixture {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final ManualClock clock = TopicClock.manual(Instant.EPOCH);
    private final Dispatcher loops = Dispatcher.stepped(clock);
    private final Topics stepped =
            Topics.builder().dispatcher(loops).drainTimeout(Duration.ZERO).build();
    private final List<Integer> handled = Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void closeStepped() {
        stepped.close();
        loops.close();
    }

    private void pass(Duration time) {
        clock.advance(time);
        while (loops.step() > 0) {
            Thread.onSpinWait();
        }
    }

    private WorkerPool<Integer> stopped(PoolBuilder options) {
        WorkerPool<Integer> pool = options.handling(Integer.class, handled::add);
        pool.start();
        pool.stop();
        await().until(() -> pool.status() == PoolStatus.STOPPED);
        return pool;
    }

    @Test
    void shouldFindAndListPoolsByNameWithTheirFigures() throws Exception {
        Gate gate = new Gate();
        WorkerPool<Object> b = topics.pool("b").concurrency(2).handling(gate);
        WorkerPool<Integer> a = topics.pool("a").handling(Integer.class, handled::add);
        Topic<Integer> topic = topic("t");
        b.start();
        b.subscribeTo(topic);
        publish(topic, 0, 5);
        await().until(() -> gate.running.get() == 2);

        assertThat(topics.pools()).isEqualTo(List.of(a, b));
        assertThat(topics.findPool("b")).containsSame(b);
        assertThat(topics.findPool("c")).isEmpty();
        PoolStats stats = topics.findPool("b").orElseThrow().stats();
        assertThat(stats.name()).isEqualTo("b");
        assertThat(stats.status()).isEqualTo(PoolStatus.RUNNING);
        assertThat(stats.concurrency()).isEqualTo(2);
        assertThat(stats.inFlight()).isEqualTo(2);
        assertThat(stats.completed() + stats.succeeded() + stats.failed() + stats.idleWorkers())
                .isZero();
        gate.open();
        assertThat(b.waitUntilIdle(SOON)).isTrue();
        stats = b.stats();
        assertThat(stats.submitted()).isEqualTo(5);
        assertThat(stats.completed()).isEqualTo(5);
        assertThat(stats.succeeded()).isEqualTo(5);
        assertThat(stats.idleWorkers()).isPositive();
        assertThatNullPointerException().isThrownBy(() -> topics.findPool(null)).withMessage("name");
    }

    @Test
    void shouldRefuseASecondPoolOfTheSameNameUntilTheFirstIsClosed() {
        WorkerPool<Integer> first = topics.pool("p").handling(Integer.class, handled::add);
        assertThatIllegalStateException()
                .isThrownBy(() -> first.equals(topics.pool("p").handling(Integer.class, handled::add)))
                .withMessageContaining("'p'");
        first.close();
        assertThat(topics.findPool("p")).isEmpty();
        WorkerPool<Integer> second = topics.pool("p").handling(Integer.class, handled::add);
        assertThat(topics.findPool("p")).containsSame(second);
    }

    @Test
    @DisplayName("Pools without a name are as good as others and not listed; they are closed with the rest")
    void shouldNotListUnnamedPools() throws Exception {
        WorkerPool<Integer> one = topics.pool().handling(Integer.class, handled::add);
        WorkerPool<Integer> two = topics.pool().handling(Integer.class, handled::add);
        Topic<Integer> topic = topic("t");
        one.start();
        one.subscribeTo(topic);
        publish(topic, 0, 3);
        assertThat(one.waitUntilIdle(SOON)).isTrue();
        assertThat(handled).hasSize(3);

        assertThat(topics.pools()).isEmpty();
        assertThat(one.name()).isEqualTo("unnamed-1");
        assertThat(two.name()).isEqualTo("unnamed-2");
        assertThat(topics.findPool("unnamed-1")).isEmpty();
        one.stop();
        one.restart();
        assertThat(topics.pools()).isEmpty();
        topics.close();
        assertThat(one.status()).isEqualTo(PoolStatus.CLOSED);
        assertThat(two.status()).isEqualTo(PoolStatus.CLOSED);
    }

    @Test
    void shouldRemoveAStoppedPoolAfterAMinuteAndLetItsNameGo() {
        WorkerPool<Integer> pool = stopped(stepped.pool("p"));
        pass(MINUTE.minusMillis(10));
        assertThat(stepped.pools()).isEqualTo(List.of(pool));
        pass(Duration.ofMillis(20));
        assertThat(stepped.pools()).isEmpty();
        assertThat(pool.status()).isEqualTo(PoolStatus.STOPPED);
        WorkerPool<Integer> next = stepped.pool("p").handling(Integer.class, handled::add);
        assertThat(stepped.findPool("p")).containsSame(next);
    }

    @Test
    @DisplayName("A restart cancels the removal, and undoes it if the name is still free")
    void shouldListARestartedPool() {
        WorkerPool<Integer> pool = stopped(stepped.pool("p").keepStoppedFor(Duration.ofSeconds(3)));
        pass(Duration.ofSeconds(2));
        pool.restart();
        pass(MINUTE);
        assertThat(stepped.pools()).isEqualTo(List.of(pool));

        pool.stop();
        pass(Duration.ofSeconds(4));
        assertThat(stepped.pools()).isEmpty();
        pool.restart();
        assertThat(stepped.pools()).isEqualTo(List.of(pool));
        pool.stop();
        pass(Duration.ofSeconds(4));
        WorkerPool<Integer> other = stepped.pool("p").handling(Integer.class, handled::add);
        assertThatIllegalStateException().isThrownBy(pool::restart).withMessageContaining("'p'");
        assertThat(pool.status()).isEqualTo(PoolStatus.STOPPED);
        other.close();
        pool.restart();
        assertThat(stepped.findPool("p")).containsSame(pool);
    }

    @Test
    void shouldKeepAStoppedPoolForEverWhenTold() {
        WorkerPool<Integer> pool = stopped(stepped.pool("p").keepStoppedFor(Duration.ZERO));
        pass(Duration.ofDays(10_000));
        assertThat(stepped.pools()).isEqualTo(List.of(pool));
    }

    @Test
    @DisplayName("A removed pool keeps its jobs for a restart, and is closed with the others")
    void shouldLoseNoJobByARemoval() throws Exception {
        Topic<Integer> topic = stepped.topic("t", Integer.class).build();
        CompletableFuture<Void> go = new CompletableFuture<>();
        WorkerPool<Integer> pool = stepped.pool("p").handling(Integer.class, job -> {
            go.join();
            handled.add(job);
        });
        pool.subscribeTo(topic);
        publish(topic, 0, 3);
        pass(Duration.ZERO);
        pool.start();
        await().until(() -> {
            loops.step();
            return pool.stats().inFlight() == 1;
        });
        pool.stop();
        go.complete(null);
        await().until(() -> pool.status() == PoolStatus.STOPPED);
        pass(MINUTE.plusSeconds(1));
        assertThat(stepped.pools()).isEmpty();
        assertThat(pool.stats().pending()).isEqualTo(2);

        pool.restart();
        await().until(() -> {
            loops.step();
            return handled.size() == 3;
        });
        pool.stop();
        await().until(() -> pool.status() == PoolStatus.STOPPED);
        pass(MINUTE.plusSeconds(1));
        stepped.close();
        assertThat(pool.status()).isEqualTo(PoolStatus.CLOSED);
    }

    @Test
    @DisplayName("A stopped pool that was removed and that nobody holds is garbage")
    void shouldNotKeepARemovedPoolAlive() {
        WeakReference<WorkerPool<Integer>> pool = new WeakReference<>(stopped(stepped.pool("p")));
        pass(MINUTE.plusSeconds(1));
        await().until(() -> {
            System.gc();
            return pool.get() == null;
        });
    }

    @Test
    @DisplayName("Counters can be reset: what has ended is forgotten, what is there stays")
    void shouldResetCounters() throws Exception {
        Gate gate = new Gate();
        CompletableFuture<Void> two = new CompletableFuture<>();
        WorkerPool<Integer> pool = topics.pool("p").maxBatch(1).handling(Integer.class, job -> {
            if (job == 1) {
                throw new Exception("job");
            } else if (job == 2) {
                two.complete(null);
                gate.handle(job);
            }
        });
        pool.start();
        Topic<Integer> topic = topic("t");
        pool.subscribeTo(topic);
        publish(topic, 0, 5);
        two.join();
        assertThat(pool.stats().completed()).isEqualTo(2);

        pool.resetCounters();

        PoolStats stats = pool.stats();
        assertThat(stats.completed() + stats.succeeded() + stats.failed()).isZero();
        assertThat(stats.inFlight()).isEqualTo(1);
        assertConserved(stats);
        CompletableFuture<DrainReport> report = pool.drainAsync(SOON);
        pool.resetCounters();
        gate.open();
        assertThat(report.get().handled()).isEqualTo(3);
        stats = pool.stats();
        assertThat(stats.submitted()).isEqualTo(3);
        assertThat(stats.succeeded()).isEqualTo(3);
        assertThat(stats.failed()).isZero();
        assertConserved(stats);
    }

    @Test
    void shouldBeginEachPoolWithTheDefaultsOfItsTopics() {
        try (Topics preset = Topics.builder()
                .poolDefaults(o -> o.concurrency(7).autoStart(true).keepStoppedFor(Duration.ZERO))
                .build()) {
            WorkerPool<Integer> usual = preset.pool("usual").handling(Integer.class, handled::add);
            WorkerPool<Integer> own =
                    preset.pool().concurrency(2).autoStart(false).handling(Integer.class, handled::add);
            assertThat(usual.concurrency()).isEqualTo(7);
            assertThat(usual.status()).isEqualTo(PoolStatus.RUNNING);
            assertThat(own.concurrency()).isEqualTo(2);
            assertThat(own.status()).isEqualTo(PoolStatus.CREATED);
        }
    }

    @Test
    void shouldRefuseBadDefaultsAtTheCallThatSetsThem() {
        Topics.Builder builder = Topics.builder();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.poolDefaults(o -> o.concurrency(-3)))
                .withMessageContaining("concurrency")
                .withMessageContaining("-3");
        assertThatIllegalStateException()
                .isThrownBy(() -> builder.poolDefaults(
                        o -> o.handling(Integer.class, handled::add).close()))
                .withMessageContaining("poolDefaults");
        assertThatNullPointerException()
                .isThrownBy(() -> builder.poolDefaults(null))
                .withMessage("poolDefaults");
    }
}
