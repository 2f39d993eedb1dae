package io.fanlog.topic.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fanlog.topic.Topic;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("Waiting for a pool")
class PoolWaitingTest extends PoolFixture {
    private final Gate gate = new Gate();
    private final Topic<Integer> topic = topic("t");

    /** A wait in its three forms, and how to bring about what it waits for while a job runs. */
    private record Wait(String name, Blocking forever, Timed timed, Async async, Blocking bring) {
        @Override
        public String toString() {
            return name;
        }
    }

    private interface Blocking {
        Object on(WorkerPool<?> pool) throws InterruptedException;
    }

    private interface Timed {
        boolean on(WorkerPool<?> pool, Duration timeout) throws InterruptedException;
    }

    private interface Async {
        CompletableFuture<Void> on(WorkerPool<?> pool);
    }

    static Stream<Arguments> waits() {
        Blocking nothing = pool -> true;
        Blocking pause = pool -> {
            pool.pause();
            return true;
        };
        Blocking stop = pool -> {
            pool.stop();
            return true;
        };
        return Stream.of(
                        new Wait(
                                "waitUntilIdle",
                                PoolControl::waitUntilIdle,
                                PoolControl::waitUntilIdle,
                                PoolControl::whenIdle,
                                nothing),
                        new Wait(
                                "waitUntilPaused",
                                PoolControl::waitUntilPaused,
                                PoolControl::waitUntilPaused,
                                PoolControl::whenPaused,
                                pause),
                        new Wait(
                                "waitUntilStopped",
                                pool -> {
                                    pool.waitUntilStopped();
                                    return true;
                                },
                                PoolControl::waitUntilStopped,
                                PoolControl::whenStopped,
                                stop),
                        new Wait(
                                "awaitQuiescence",
                                pool -> {
                                    pool.awaitQuiescence();
                                    return true;
                                },
                                PoolControl::awaitQuiescence,
                                PoolControl::whenQuiescent,
                                nothing),
                        new Wait(
                                "pauseAndWait",
                                PoolControl::pauseAndWait,
                                PoolControl::pauseAndWait,
                                PoolControl::pauseAsync,
                                nothing),
                        new Wait(
                                "stopAndWait",
                                PoolControl::stopAndWait,
                                PoolControl::stopAndWait,
                                PoolControl::stopAsync,
                                nothing))
                .map(Arguments::of);
    }

    private WorkerPool<Object> running() {
        WorkerPool<Object> pool = topics.pool("p").handling(gate);
        pool.start();
        pool.subscribeTo(topic);
        publish(topic, 0, 1);
        await().until(() -> gate.running.get() == 1);
        return pool;
    }

    @ParameterizedTest
    @MethodSource("waits")
    void shouldLastUntilItIsSo(Wait wait) throws Exception {
        WorkerPool<Object> pool = running();
        wait.bring.on(pool);
        CompletableFuture<Object> waiting = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                waiting.complete(wait.forever.on(pool));
            } catch (InterruptedException e) {
                waiting.completeExceptionally(e);
            }
        });
        thread.start();
        await().until(() ->
                thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING);
        assertThat(waiting).isNotDone();

        gate.open();

        await().until(waiting::isDone);
        assertThat(waiting).isCompletedWithValue(true);
        thread.join();
    }

    @ParameterizedTest
    @MethodSource("waits")
    void shouldEndWhenItsTimeIsOver(Wait wait) throws Exception {
        WorkerPool<Object> pool = running();
        wait.bring.on(pool);
        assertThat(wait.timed.on(pool, Duration.ofMillis(1))).isFalse();
        assertThat(wait.timed.on(pool, Duration.ZERO)).isFalse();
        gate.open();
        assertThat(wait.timed.on(pool, SOON)).isTrue();
        assertThat(wait.timed.on(pool, Duration.ofSeconds(-1))).isTrue();
    }

    @ParameterizedTest
    @MethodSource("waits")
    void shouldHaveAnAsynchronousForm(Wait wait) throws Exception {
        WorkerPool<Object> pool = running();
        wait.bring.on(pool);
        CompletableFuture<Void> then = wait.async.on(pool);
        assertThat(then).isNotDone();
        gate.open();
        await().until(then::isDone);
        assertThat(then).isCompleted();
        CompletableFuture<Void> already = wait.async.on(pool);
        await().until(already::isDone);
        assertThat(already).isCompleted();
    }

    @ParameterizedTest
    @MethodSource("waits")
    @DisplayName("on a worker of that pool is refused, and nothing is changed by it")
    void shouldBeRefusedOnItsOwnWorker(Wait wait) throws Exception {
        AtomicReference<WorkerPool<Object>> self = new AtomicReference<>();
        AtomicReference<PoolStatus> after = new AtomicReference<>();
        AtomicReference<Throwable> refusal = new AtomicReference<>();
        WorkerPool<Object> pool = topics.pool("p").handling(Object.class, job -> {
            try {
                wait.forever.on(self.get());
            } catch (IllegalStateException refused) {
                refusal.set(refused);
                after.set(self.get().status());
            }
        });
        self.set(pool);
        pool.start();
        pool.subscribeTo(topic);
        publish(topic, 0, 1);

        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(refusal.get()).hasMessageContaining(wait.name);
        assertThat(after).hasValue(PoolStatus.RUNNING);
    }

    @Test
    @DisplayName("for idle does not end while the pool is paused or stopped, for quiescence it does")
    void shouldTellIdleFromQuiescent() throws Exception {
        WorkerPool<Object> pool = running();
        gate.open();
        assertThat(pool.waitUntilIdle()).isTrue();
        assertThat(pool.pauseAndWait()).isTrue();
        assertThat(pool.waitUntilIdle(Duration.ofMillis(1))).isFalse();
        assertThat(pool.awaitQuiescence(SOON)).isTrue();
        assertThat(pool.stopAndWait()).isTrue();
        assertThat(pool.waitUntilIdle(Duration.ofMillis(1))).isFalse();
        pool.awaitQuiescence();
        CompletableFuture<Void> idle = pool.whenIdle();
        pool.restart();
        await().until(idle::isDone);
        assertThat(idle).isCompleted();
    }

    @Test
    @DisplayName("for a pause or stop of one's own ends when another move undoes it: nobody hangs")
    void shouldEndWhenAnotherMoveUndoesIt() {
        WorkerPool<Object> pool = running();
        CompletableFuture<Void> paused = pool.pauseAsync();
        pool.resume();
        undone(paused, PoolStatus.RUNNING, "pauseAndWait");
        CompletableFuture<Void> pausedAgain = pool.pauseAsync();
        CompletableFuture<Void> stopped = pool.stopAsync();
        undone(pausedAgain, PoolStatus.STOPPING, "pauseAndWait");
        pool.restart();
        undone(stopped, PoolStatus.RUNNING, "stopAndWait");
        CompletableFuture<Void> stoppedForGood = pool.stopAsync();
        pool.close();
        assertThat(stoppedForGood).isNotDone();
        gate.open();
        await().until(stoppedForGood::isDone);
        assertThat(stoppedForGood).isCompleted();
    }

    private static void undone(CompletableFuture<Void> wait, PoolStatus by, String call) {
        await().until(wait::isDone);
        assertThatThrownBy(wait::join)
                .isInstanceOf(CompletionException.class)
                .cause()
                .isInstanceOf(PoolStateException.class)
                .hasMessageContaining("is " + by)
                .hasMessageContaining(call);
    }

    @Test
    void shouldRefuseAtTheCallWhatTheTableRefuses() {
        WorkerPool<Object> pool = topics.pool("p").handling(gate);
        for (Blocking call : List.<Blocking>of(
                PoolControl::pauseAndWait,
                at -> at.pauseAndWait(SOON),
                at -> at.pauseAsync().isDone())) {
            assertThatThrownBy(() -> call.on(pool))
                    .isInstanceOf(PoolStateException.class)
                    .hasMessageContaining("CREATED");
        }
        assertThat(pool.status()).isEqualTo(PoolStatus.CREATED);
    }

    @Test
    @DisplayName("ends when the waiter is interrupted, and the move goes on")
    void shouldEndWhenInterrupted() throws Exception {
        WorkerPool<Object> pool = running();
        CompletableFuture<Throwable> thrown = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                thrown.complete(new AssertionError("paused: " + pool.pauseAndWait()));
            } catch (InterruptedException e) {
                thrown.complete(e);
            }
        });
        thread.start();
        await().until(() -> pool.status() == PoolStatus.PAUSING);
        thread.interrupt();
        thread.join();
        assertThat(thrown.join()).isInstanceOf(InterruptedException.class);
        gate.open();
        assertThat(pool.waitUntilPaused(SOON)).isTrue();
    }
}
