package io.fanlog.topic.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import java.lang.ref.WeakReference;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A pool that somebody else's signal stops")
class PoolStopSignalTest extends PoolFixture {
    private final Gate gate = new Gate();
    private final CompletableFuture<String> signal = new CompletableFuture<>();

    @ParameterizedTest(name = "which {0}")
    @ValueSource(strings = {"completes", "fails", "is cancelled"})
    void shouldStopAsByACall(String how) throws Exception {
        WorkerPool<Object> pool = topics.pool("p").maxBatch(2).stopWhen(signal).handling(gate);
        Topic<Integer> topic = topic("t");
        TopicSubscription subscription = pool.subscribeTo(topic);
        publish(topic, 0, 4);
        pool.start();
        await().until(() -> gate.running.get() == 1);

        switch (how) {
            case "completes" -> signal.complete("enough");
            case "fails" -> signal.completeExceptionally(new IllegalStateException("enough"));
            default -> signal.cancel(true);
        }

        assertThat(pool.status()).isEqualTo(PoolStatus.STOPPING);
        assertThat(subscription.state().isEnded()).isTrue();
        gate.open();
        pool.waitUntilStopped();
        assertThat(gate.done).hasValue(1);
        assertThat(pool.stats().pending()).isEqualTo(1);
        pool.restart();
        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(gate.done).hasValue(2);
    }

    @Test
    void shouldBeStoppedFromTheBeginningWhenTheSignalHasBeenGiven() {
        signal.complete("enough");
        WorkerPool<Object> pool =
                topics.pool("p").stopWhen(signal).autoStart(true).handling(gate);
        assertThat(pool.status()).isEqualTo(PoolStatus.STOPPED);
        assertThatExceptionOfType(PoolStateException.class)
                .isThrownBy(pool::start)
                .satisfies(refused -> assertThat(refused.status()).isEqualTo(PoolStatus.STOPPED));
        pool.restart();
        assertThat(pool.status()).isEqualTo(PoolStatus.RUNNING);
    }

    @Test
    void shouldStopAllThatListenToOneSignal() throws Exception {
        WorkerPool<Object> one = topics.pool().stopWhen(signal).autoStart(true).handling(gate);
        WorkerPool<Object> two = topics.pool().stopWhen(signal).autoStart(true).handling(gate);
        signal.complete("enough");
        one.waitUntilStopped();
        two.waitUntilStopped();
        assertThat(one.status()).isEqualTo(PoolStatus.STOPPED);
        assertThat(two.status()).isEqualTo(PoolStatus.STOPPED);
    }

    @Test
    @DisplayName("goes on draining, and stays closed, whatever the signal says")
    void shouldNotDisturbADrain() throws Exception {
        WorkerPool<Object> pool =
                topics.pool("p").stopWhen(signal).autoStart(true).handling(gate);
        Topic<Integer> topic = topic("t");
        pool.subscribeTo(topic);
        publish(topic, 0, 3);
        await().until(() -> gate.running.get() == 1);
        CompletableFuture<DrainReport> report = pool.drainAsync(SOON);
        signal.complete("enough");
        assertThat(pool.status()).isEqualTo(PoolStatus.DRAINING);
        gate.open();
        assertThat(report.get().handled()).isEqualTo(3);
        assertThat(pool.status()).isEqualTo(PoolStatus.CLOSED);
    }

    @Test
    @DisplayName("is not kept alive by the signal once it is closed")
    void shouldNotBeKeptAliveByTheSignal() {
        WeakReference<Object> handler = closedPool();
        await().until(() -> {
            System.gc();
            return handler.get() == null;
        });
        assertThat(signal).isNotDone();
    }

    private WeakReference<Object> closedPool() {
        Gate own = new Gate();
        topics.pool("p").stopWhen(signal).handling(own).close();
        return new WeakReference<>(own);
    }

    @Test
    @DisplayName("does not come to be when the signal cannot be listened to")
    void shouldNotBeMadeWhenTheSignalThrows() {
        CompletionStage<Object> broken = new CompletableFuture<>() {
            @Override
            public CompletableFuture<Object> whenComplete(
                    java.util.function.BiConsumer<? super Object, ? super Throwable> action) {
                throw new UnsupportedOperationException("the stage's own trouble");
            }
        };
        PoolBuilder options = topics.pool("p").stopWhen(broken);
        assertThatThrownBy(() -> options.handling(gate).close()).hasMessage("the stage's own trouble");
        assertThat(topics.pools()).isEmpty();
    }

    @Test
    void shouldStartByItselfWhenTold() throws Exception {
        WorkerPool<Object> pool = topics.pool("p").autoStart(true).handling(gate);
        assertThat(pool.status()).isEqualTo(PoolStatus.RUNNING);
        assertThat(pool.start()).isSameAs(pool);
        gate.open();
        Topic<Integer> topic = topic("t");
        pool.subscribeTo(topic);
        publish(topic, 0, 2);
        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(gate.done).hasValue(2);
    }
}
