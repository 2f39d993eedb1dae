package io.fanlog.topic.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.fanlog.topic.Dispatcher;
import io.fanlog.topic.spi.ManualClock;
import io.fanlog.topic.spi.TopicClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

/** Event loops as a Scheduler: with threads of their own, and stepped by hand. */
class LoopSchedulerTest {
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    private final ManualClock clock = TopicClock.manual(Instant.parse("2026-01-01T00:00:00Z"));
    private final Dispatcher stepped = Dispatcher.stepped(clock);
    private final Dispatcher running = Dispatcher.builder().loops(2).build();
    private final Queue<Integer> ran = new ConcurrentLinkedQueue<>();

    @AfterEach
    void closeDispatchers() {
        stepped.close();
        running.close();
    }

    @Test
    @DisplayName("operators run on the loops, whose threads refuse to block")
    void operatorsRunOnTheLoops() {
        Scheduler loops = ReactorTopics.scheduler(running);
        AtomicReference<Throwable> refusal = new AtomicReference<>();
        Mono<Boolean> onLoop = Flux.range(0, 1_000)
                .publishOn(loops)
                .doOnComplete(
                        () -> refusal.set(catchThrowable(() -> Mono.never().block())))
                .all(n -> Dispatcher.isLoopThread(Thread.currentThread()));
        StepVerifier.create(onLoop).expectNext(true).expectComplete().verify(DEADLINE);
        assertThat(refusal.get()).isInstanceOf(IllegalStateException.class);
        StepVerifier.create(Mono.fromCallable(() -> Dispatcher.isLoopThread(Thread.currentThread()))
                        .subscribeOn(loops))
                .expectNext(true)
                .expectComplete()
                .verify(DEADLINE);
    }

    @Test
    @DisplayName("a worker runs what it is given in order, one at a time")
    void workerKeepsTheOrder() {
        StepVerifier.create(Flux.range(0, 10_000)
                        .flatMap(n -> Mono.just(n).hide().publishOn(ReactorTopics.scheduler(running)))
                        .count())
                .expectNext(10_000L)
                .expectComplete()
                .verify(DEADLINE);
        Scheduler.Worker worker = ReactorTopics.scheduler(stepped).createWorker();
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            int n = i;
            expected.add(n);
            worker.schedule(() -> ran.add(n));
        }
        runAll();
        assertThat(ran).containsExactlyElementsOf(expected);
    }

    private void runAll() {
        while (stepped.step() > 0) {
            // until there is nothing to do
        }
    }

    @Test
    @DisplayName("delays and periods go by the dispatcher's clock")
    void delaysGoByTheClock() {
        Scheduler loops = ReactorTopics.scheduler(stepped);
        loops.schedule(() -> ran.add(1), 1, TimeUnit.HOURS);
        Disposable again = loops.schedulePeriodically(() -> ran.add(2), 90, 60, TimeUnit.MINUTES);
        long before = loops.now(TimeUnit.MILLISECONDS);
        after(Duration.ofMinutes(59));
        assertThat(ran).isEmpty();
        after(Duration.ofMinutes(1));
        assertThat(ran).containsExactly(1);
        after(Duration.ofMinutes(30));
        after(Duration.ofMinutes(60));
        assertThat(ran).containsExactly(1, 2, 2);
        again.dispose();
        after(Duration.ofMinutes(60));
        assertThat(ran).hasSize(3);
        assertThat(loops.now(TimeUnit.MILLISECONDS) - before)
                .isEqualTo(Duration.ofMinutes(210).toMillis());
    }

    private void after(Duration duration) {
        clock.advance(duration);
        runAll();
    }

    @Test
    @DisplayName("what was disposed of does not run, and a disposed worker or scheduler refuses")
    void disposedDoesNotRun() {
        Scheduler loops = ReactorTopics.scheduler(stepped);
        Scheduler.Worker worker = loops.createWorker();
        Disposable soon = worker.schedule(() -> ran.add(1));
        Disposable later = worker.schedule(() -> ran.add(2), 1, TimeUnit.SECONDS);
        worker.schedule(() -> ran.add(3));
        soon.dispose();
        assertThat(soon.isDisposed()).isTrue();
        worker.dispose();
        assertThat(later.isDisposed()).isTrue();
        after(Duration.ofSeconds(2));
        assertThat(ran).isEmpty();
        assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(() -> worker.schedule(() -> {}));
        loops.schedule(() -> ran.add(4), 1, TimeUnit.SECONDS);
        loops.dispose();
        after(Duration.ofSeconds(2));
        assertThat(ran).isEmpty();
        assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(() -> loops.schedule(() -> {}));
        assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(loops::createWorker);
        assertThatIllegalStateException().isThrownBy(() -> running.step()); // the loops of others live on
    }

    @Test
    @DisplayName("loops that have ended refuse")
    void endedLoopsRefuse() {
        Scheduler loops = ReactorTopics.scheduler(stepped);
        stepped.close();
        assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(() -> loops.schedule(() -> {}));
        assertThatExceptionOfType(RejectedExecutionException.class)
                .isThrownBy(() -> loops.schedule(() -> {}, 1, TimeUnit.SECONDS));
    }

    @Test
    @DisplayName("hooks on schedulers apply to what runs on the loops")
    void hooksApply() {
        Schedulers.onScheduleHook("counting", task -> () -> {
            ran.add(0);
            task.run();
        });
        try {
            ReactorTopics.scheduler(stepped).schedule(() -> ran.add(1));
            runAll();
        } finally {
            Schedulers.resetOnScheduleHook("counting");
        }
        assertThat(ran).containsExactly(0, 1);
    }
}
