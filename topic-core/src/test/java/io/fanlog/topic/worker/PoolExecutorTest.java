package io.fanlog.topic.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** The rules that {@code Executor} and {@code ExecutorService} publish, one by one, and what holds for the pool below. */
@DisplayName("A pool as an executor service")
class PoolExecutorTest extends PoolFixture {
    private final WorkerPool<Runnable> pool =
            topics.pool("p").concurrency(2).handling(JobHandler.running()).start();
    private final PoolExecutor executor = PoolExecutor.over(pool);
    private final CountDownLatch gate = new CountDownLatch(1);
    private final CountDownLatch busy = new CountDownLatch(2);

    /** Keeps both workers busy until the gate is opened. */
    private void occupy() throws InterruptedException {
        for (int i = 0; i < 2; i++) {
            executor.execute(() -> {
                busy.countDown();
                try {
                    gate.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
        }
        waitFor(busy);
    }

    private static <V> V soon(Future<V> future) throws Exception {
        return future.get(SOON.toMillis(), TimeUnit.MILLISECONDS);
    }

    private boolean terminatesSoon() throws InterruptedException {
        return executor.awaitTermination(SOON.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Test
    @DisplayName("runs what it executes on the pool's workers, and the pool counts it")
    void shouldRunOnThePool() throws Exception {
        Thread ranOn = soon(executor.submit(Thread::currentThread));

        assertThat(ranOn).isNotSameAs(Thread.currentThread());
        await().atMost(SOON).until(() -> pool.stats().succeeded() == 1);
    }

    @Test
    @DisplayName("gives results, failures and nulls by its futures")
    void shouldGiveResults() throws Exception {
        assertThat(soon(executor.submit(() -> "done"))).isEqualTo("done");
        assertThat(soon(executor.submit(() -> {}, "fixed"))).isEqualTo("fixed");
        assertThat(soon(executor.submit(() -> {}))).isNull();
        Future<?> failing = executor.submit((Callable<Object>) () -> {
            throw new IllegalStateException("on purpose");
        });
        assertThatThrownBy(() -> soon(failing))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .hasMessage("on purpose");
    }

    @Test
    @DisplayName("runs all of invokeAll and one of invokeAny")
    void shouldInvoke() throws Exception {
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            int number = i;
            tasks.add(() -> number);
        }
        int sum = 0;
        for (Future<Integer> future : executor.invokeAll(tasks)) {
            assertThat(future.isDone()).isTrue();
            sum += future.get();
        }
        assertThat(sum).isEqualTo(4_950);
        assertThat(executor.invokeAny(tasks)).isBetween(0, 99);
    }

    @Test
    @DisplayName("refuses null with a NullPointerException")
    void shouldRefuseNull() {
        assertThatNullPointerException().isThrownBy(() -> execute(executor));
    }

    @SuppressWarnings("NullAway") // what callers without a checker do
    private static void execute(Executor executor) {
        executor.execute(null);
    }

    @Test
    @DisplayName("makes what was done before the call visible to the task, and that to who gets the future")
    void shouldHappenBefore() throws Exception {
        for (int i = 0; i < 1_000; i++) {
            int[] plain = {i};
            Future<Integer> next = executor.submit(() -> ++plain[0]);
            assertThat(soon(next)).isEqualTo(i + 1);
            assertThat(plain[0]).isEqualTo(i + 1);
        }
    }

    @Test
    @DisplayName("after shutdown takes nothing more, runs what it has, terminates, and leaves the pool running")
    void shouldShutDownInOrder() throws Exception {
        occupy();
        AtomicInteger ran = new AtomicInteger();
        for (int i = 0; i < 10; i++) {
            executor.execute(ran::incrementAndGet);
        }
        executor.shutdown();

        assertThat(executor.isShutdown()).isTrue();
        assertThat(executor.isTerminated()).isFalse();
        assertThat(executor.awaitTermination(1, TimeUnit.MILLISECONDS)).isFalse();
        assertThatExceptionOfType(RejectedExecutionException.class)
                .isThrownBy(() -> executor.execute(() -> {}))
                .withMessageContaining("'p'");

        gate.countDown();
        assertThat(terminatesSoon()).isTrue();
        assertThat(executor.isTerminated()).isTrue();
        assertThat(ran).hasValue(10);
        executor.shutdown(); // has no effect any more
        assertThat(pool.status()).isEqualTo(PoolStatus.RUNNING);
        assertThat(topics.queues()).isEmpty();
    }

    @Test
    @DisplayName("shutdownNow hands back what had not started, interrupts what runs, and terminates")
    void shouldShutDownNow() throws Exception {
        occupy();
        AtomicInteger ran = new AtomicInteger();
        Runnable first = ran::incrementAndGet;
        executor.execute(first);
        Future<?> second = executor.submit((Runnable) ran::incrementAndGet);

        List<Runnable> neverStarted = executor.shutdownNow();

        assertThat(neverStarted).hasSize(2).contains(first);
        assertThat(neverStarted).anySatisfy(task -> assertThat(task).isInstanceOf(FutureTask.class));
        assertThat(second.isDone()).isFalse(); // it was handed back, to be run elsewhere or to be cancelled
        assertThat(terminatesSoon()).isTrue(); // nobody opened the gate
        assertThat(ran).hasValue(0);
    }

    @Test
    @DisplayName("interrupts nobody's job but its own: the next job of the pool starts without one")
    void shouldNotLeakTheInterrupt() throws Exception {
        occupy();
        executor.shutdownNow();
        assertThat(terminatesSoon()).isTrue();

        PoolExecutor another = PoolExecutor.over(pool);
        for (int i = 0; i < 10; i++) {
            assertThat(soon(another.submit(() -> Thread.currentThread().isInterrupted())))
                    .isFalse();
        }
    }

    @Test
    @DisplayName("runs no task whose future was cancelled before it started")
    void shouldNotRunCancelled() throws Exception {
        occupy();
        AtomicInteger ran = new AtomicInteger();
        Future<?> cancelled = executor.submit((Runnable) ran::incrementAndGet);
        assertThat(cancelled.cancel(false)).isTrue();
        gate.countDown();
        executor.shutdown();

        assertThat(terminatesSoon()).isTrue();
        assertThat(ran).hasValue(0);
    }

    @Test
    @DisplayName("rejects what finds no room in its queue")
    void shouldRejectWhenFull() throws Exception {
        occupy();
        PoolExecutor narrow = PoolExecutor.over(pool, o -> o.name("narrow").capacity(1));
        narrow.execute(() -> {});

        assertThatExceptionOfType(RejectedExecutionException.class)
                .isThrownBy(() -> narrow.execute(() -> {}))
                .withMessageContaining("FULL");
        gate.countDown();
    }

    @Test
    @DisplayName("cancels the futures of what had not started when the pool is closed, so nobody hangs")
    void shouldNotLetAnybodyHang() throws Exception {
        occupy();
        Future<String> waiting = executor.submit(() -> "never");
        pool.close();

        assertThatThrownBy(() -> soon(waiting)).isInstanceOf(CancellationException.class);
        assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(() -> executor.execute(() -> {}));
        gate.countDown();
        executor.shutdown();
        assertThat(terminatesSoon()).isTrue();
    }

    @Test
    @DisplayName("runs nothing while the pool is paused")
    void shouldHoldWhilePaused() throws Exception {
        pool.pause();
        Future<String> held = executor.submit(() -> "done");
        assertThat(pool.waitUntilPaused(SOON)).isTrue();
        assertThat(held.isDone()).isFalse();

        pool.resume();
        assertThat(soon(held)).isEqualTo("done");
    }

    @RepeatedTest(20)
    @DisplayName("runs or hands back or rejects each task, exactly one of the three, when shutdownNow races execute")
    void shouldLoseNothingInARace() throws Exception {
        List<Integer> ran = new CopyOnWriteArrayList<>();
        AtomicInteger accepted = new AtomicInteger();
        AtomicInteger rejected = new AtomicInteger();
        Thread giving = new Thread(() -> {
            for (int i = 0; i < 500; i++) {
                int number = i;
                try {
                    executor.execute(() -> ran.add(number));
                    accepted.incrementAndGet();
                } catch (RejectedExecutionException e) {
                    rejected.incrementAndGet();
                }
            }
        });
        giving.start();
        while (accepted.get() < 100 && giving.isAlive()) {
            Thread.onSpinWait();
        }
        int handedBack = executor.shutdownNow().size();
        giving.join();

        assertThat(terminatesSoon()).isTrue();
        // One that was being given just then is closed by who gives it; it neither ran nor was handed back.
        assertThat(accepted.get() - ran.size() - handedBack).isBetween(0, 1);
        assertThat(accepted.get() + rejected.get()).isEqualTo(500);
        assertThat(ran).doesNotHaveDuplicates();
    }
}
