package io.fanlog.topic.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fanlog.topic.worker.JobHandler;
import io.fanlog.topic.worker.PoolStatus;
import io.fanlog.topic.worker.WorkerPool;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.test.StepVerifier;
import reactor.test.scheduler.VirtualTimeScheduler;

/** What Reactor publishes of a scheduler and its workers, for a pool seen as one. */
@DisplayName("A pool as a scheduler")
class PoolSchedulerTest extends TopicTest {
    private final WorkerPool<Runnable> pool =
            topics.pool("p").concurrency(4).handling(JobHandler.running()).start();
    private final Scheduler scheduler = ReactorTopics.scheduler(pool);
    private final AtomicInteger ran = new AtomicInteger();

    @Test
    @DisplayName("runs tasks on the pool, where they may block")
    void shouldRunOnThePool() {
        assertThat(Mono.fromCallable(() -> {
                            Thread.sleep(1);
                            return Thread.currentThread();
                        })
                        .subscribeOn(scheduler)
                        .block(DEADLINE))
                .isNotSameAs(Thread.currentThread());
        eventually().until(() -> pool.stats().completed() >= 1);
    }

    @Test
    @DisplayName("runs the tasks of one worker one after another, in order")
    void shouldKeepAWorkersOrder() {
        List<Integer> order = new CopyOnWriteArrayList<>();
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Scheduler.Worker worker = scheduler.createWorker();
        for (int i = 0; i < 200; i++) {
            int number = i;
            worker.schedule(() -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                order.add(number);
                running.decrementAndGet();
            });
        }

        eventually().until(() -> order.size() == 200);
        assertThat(order).isEqualTo(range(0, 200));
        assertThat(most).hasValue(1);
        worker.dispose();
        assertThat(worker.isDisposed()).isTrue();
        assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(() -> worker.schedule(() -> {}));
    }

    @Test
    @DisplayName("serves publishOn, parallel and flatMap")
    void shouldServeOperators() {
        StepVerifier.create(Flux.range(0, 1_000).publishOn(scheduler).reduce(Integer::sum))
                .expectNext(IntStream.range(0, 1_000).sum())
                .expectComplete()
                .verify(DEADLINE);
        StepVerifier.create(Flux.range(0, 1_000)
                        .parallel(4)
                        .runOn(scheduler)
                        .map(i -> i + 1)
                        .sequential()
                        .count())
                .expectNext(1_000L)
                .expectComplete()
                .verify(DEADLINE);
    }

    @Test
    @DisplayName("runs no task that was disposed of before it started")
    void shouldNotRunDisposed() {
        pool.pause();
        Disposable task = scheduler.schedule(ran::incrementAndGet);
        Disposable delayed = scheduler.schedule(ran::incrementAndGet, 1, TimeUnit.HOURS);
        task.dispose();
        delayed.dispose();
        assertThat(delayed.isDisposed()).isTrue();
        pool.resume();

        Mono.fromRunnable(() -> {}).subscribeOn(scheduler).block(DEADLINE);
        assertThat(ran).hasValue(0);
    }

    @Test
    @DisplayName("delays and repeats by virtual time")
    void shouldTellVirtualTime() {
        VirtualTimeScheduler time = VirtualTimeScheduler.getOrSet();
        try {
            AtomicInteger ticks = new AtomicInteger();
            scheduler.schedule(ran::incrementAndGet, 90, TimeUnit.MINUTES);
            Disposable periodic = scheduler.schedulePeriodically(ticks::incrementAndGet, 1, 1, TimeUnit.HOURS);
            for (int hour = 1; hour <= 3; hour++) {
                time.advanceTimeBy(Duration.ofHours(1));
                int expected = hour;
                eventually().until(() -> ticks.get() == expected);
            }
            eventually().untilAsserted(() -> assertThat(ran).hasValue(1));
            periodic.dispose();
        } finally {
            VirtualTimeScheduler.reset();
        }
    }

    @Test
    @DisplayName("runs a delayed task once, and a periodic one until it is disposed of")
    void shouldRunDelayedAndPeriodic() {
        scheduler.schedule(ran::incrementAndGet, 1, TimeUnit.MILLISECONDS);
        eventually().untilAsserted(() -> assertThat(ran).hasValue(1));

        AtomicInteger ticks = new AtomicInteger();
        Scheduler.Worker worker = scheduler.createWorker();
        Disposable periodic = worker.schedulePeriodically(ticks::incrementAndGet, 1, 1, TimeUnit.MILLISECONDS);
        eventually().until(() -> ticks.get() >= 5);
        periodic.dispose();
        assertThat(periodic.isDisposed()).isTrue();
        worker.dispose();
    }

    @Test
    @DisplayName("ends a periodic task that throws")
    void shouldEndAPeriodicTaskThatThrows() {
        Disposable periodic = scheduler.schedulePeriodically(
                () -> {
                    ran.incrementAndGet();
                    throw new IllegalStateException("on purpose");
                },
                0,
                1,
                TimeUnit.MILLISECONDS);

        eventually().dontCatchUncaughtExceptions().until(periodic::isDisposed);
        assertThat(ran).hasValue(1);
    }

    @Test
    @DisplayName("rejects everything once disposed of, and leaves the pool running")
    void shouldRejectOnceDisposed() throws InterruptedException {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        scheduler.schedule(() -> {
            started.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
        });
        assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();

        scheduler.dispose();

        assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(scheduler.isDisposed()).isTrue();
        assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(() -> scheduler.schedule(() -> {}));
        assertThatExceptionOfType(RejectedExecutionException.class)
                .isThrownBy(() -> scheduler.schedule(() -> {}, 1, TimeUnit.MILLISECONDS));
        assertThatExceptionOfType(RejectedExecutionException.class)
                .isThrownBy(() -> scheduler.schedulePeriodically(() -> {}, 1, 1, TimeUnit.MILLISECONDS));
        assertThat(pool.status()).isEqualTo(PoolStatus.RUNNING);
    }

    @Test
    @DisplayName("tells its name and whether it has ended")
    void shouldBeScannable() {
        Scannable scannable = Scannable.from(scheduler);

        assertThat(scannable.scan(Scannable.Attr.NAME)).isEqualTo("pool(p)");
        assertThat(scannable.scan(Scannable.Attr.TERMINATED)).isFalse();
        scheduler.dispose();
        assertThat(scannable.scan(Scannable.Attr.TERMINATED)).isTrue();
    }
}
