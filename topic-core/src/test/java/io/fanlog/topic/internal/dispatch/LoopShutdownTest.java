package io.fanlog.topic.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How loops end. */
class LoopShutdownTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    private final LoopGroup group = Loops.threaded(2);
    private final EventLoop loop = group.next();

    @Test
    @DisplayName("stations that are ready are served to their end, jobs run, timers are dropped, the threads end")
    void orderly() throws Exception {
        ScriptedTask task = new ScriptedTask();
        task.visit = turn -> {
            if (task.visits < 1_000) {
                turn.again();
            }
        };
        AtomicBoolean fired = new AtomicBoolean();
        AtomicInteger jobs = new AtomicInteger();
        CountDownLatch closed = new CountDownLatch(1);
        loop.execute(() -> awaitQuietly(closed));
        loop.register(task).signal();
        Timer timer = loop.schedule(Duration.ofMinutes(1).toNanos(), () -> fired.set(true));
        for (int i = 0; i < 1_000; i++) {
            loop.execute(jobs::incrementAndGet);
        }
        group.close();
        closed.countDown();
        assertThat(group.awaitTermination(LONG)).isTrue();
        assertThat(group.isTerminated()).isTrue();
        assertThat(task.visits).isEqualTo(1_000);
        assertThat(jobs).hasValue(1_000);
        assertThat(timer.cancel()).isFalse();
        assertThat(loop.pendingTimers()).isZero();
        assertThat(fired).isFalse();
        await().until(() -> !loop.thread().isAlive());
    }

    @Test
    @DisplayName("after the end jobs, timers and stations are refused, and signals do nothing")
    void refusals() throws Exception {
        ScriptedTask task = new ScriptedTask();
        Station station = loop.register(task);
        Loops.onLoop(loop, () -> {});
        group.close();
        assertThat(group.awaitTermination(LONG)).isTrue();
        assertThatExceptionOfType(RejectedExecutionException.class)
                .isThrownBy(() -> loop.execute(() -> {}))
                .withMessageContaining("test-loop-1");
        assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(() -> loop.schedule(1, () -> {}));
        assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(() -> loop.register(task));
        assertThat(loop.pendingTimers()).isZero();
        station.signal();
        station.wake();
        assertThat(task.visits).isZero();
    }

    @Test
    @DisplayName("loops that never started end at once, without a thread")
    void neverStarted() throws Exception {
        group.close();
        assertThat(group.awaitTermination(Duration.ZERO)).isTrue();
        assertThat(loop.thread().getState()).isEqualTo(Thread.State.NEW);
    }

    @Test
    @DisplayName("a task that always has more is cut off when the time is over, and so is one that waits for a store")
    void graceEnds() throws Exception {
        ScriptedTask endless = new ScriptedTask();
        endless.visit = Turn::again;
        loop.register(endless).signal();
        ScriptedTask waiting = new ScriptedTask();
        waiting.visit = Turn::awaitStore;
        group.next().register(waiting).signal();
        await().until(() -> endless.visits > 0 && waiting.visits > 0);
        group.close(Duration.ofMillis(20));
        assertThat(group.awaitTermination(LONG)).isTrue();
    }

    @Test
    @DisplayName("a loop that user code blocks has not ended, and a loop does not wait for itself")
    void blocked() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        CompletableFuture<Boolean> fromWithin = new CompletableFuture<>();
        loop.execute(() -> {
            awaitQuietly(release);
            try {
                fromWithin.complete(group.awaitTermination(LONG));
            } catch (InterruptedException e) {
                fromWithin.completeExceptionally(e);
            }
        });
        group.close(Duration.ZERO);
        assertThat(group.awaitTermination(Duration.ofMillis(50))).isFalse();
        release.countDown();
        assertThat(fromWithin.get(30, TimeUnit.SECONDS)).isFalse();
        assertThat(group.awaitTermination(LONG)).isTrue();
    }

    @Test
    @DisplayName("close against execute: each job that was accepted runs, once")
    void acceptedJobsRun() throws Exception {
        for (int round = 0; round < 200; round++) {
            LoopGroup one = Loops.threaded(1);
            EventLoop target = one.next();
            AtomicInteger ran = new AtomicInteger();
            List<CompletableFuture<Integer>> callers = new ArrayList<>();
            for (int caller = 0; caller < 2; caller++) {
                callers.add(CompletableFuture.supplyAsync(() -> executeUntilRefused(target, ran)));
            }
            if (round % 2 == 0) {
                Loops.onLoop(target, () -> {});
            }
            one.close();
            int accepted = 0;
            for (CompletableFuture<Integer> caller : callers) {
                accepted += caller.get(30, TimeUnit.SECONDS);
            }
            assertThat(one.awaitTermination(LONG)).isTrue();
            assertThat(ran).hasValue(accepted);
        }
    }

    @Test
    @DisplayName("the watchdog's thread ends after the loops")
    void watchdogEnds() throws Exception {
        LoopGroup watched = Loops.watched(Duration.ofMillis(40));
        Loops.onLoop(watched.next(), () -> {});
        Thread watchdog = IdleLoopTest.threadNamed("watched-watchdog");
        watched.close();
        await().until(() -> !watchdog.isAlive());
    }

    @Test
    @DisplayName("a stepped group ends on the thread that closes it, or at the end of the step that is running")
    void stepped() throws Exception {
        LoopGroup stepped = Loops.stepped(Loops.manualClock());
        ScriptedTask task = new ScriptedTask();
        stepped.next().register(task).signal();
        stepped.close();
        assertThat(task.visits).isEqualTo(1);
        assertThat(stepped.isTerminated()).isTrue();
        assertThat(stepped.step()).isZero();

        LoopGroup fromWithin = Loops.stepped(Loops.manualClock());
        List<Boolean> ended = new ArrayList<>();
        fromWithin.next().execute(() -> {
            fromWithin.close();
            ended.add(fromWithin.isTerminated());
        });
        fromWithin.step();
        assertThat(ended).containsExactly(false);
        assertThat(fromWithin.isTerminated()).isTrue();
    }

    /** Pauses now and then, or the loop would never see its inbox empty and go on until its time is over. */
    private static int executeUntilRefused(EventLoop loop, AtomicInteger ran) {
        int accepted = 0;
        try {
            while (true) {
                loop.execute(ran::incrementAndGet);
                accepted++;
                for (int pause = 0; pause < 2_000; pause++) {
                    Thread.onSpinWait();
                }
            }
        } catch (RejectedExecutionException refused) {
            return accepted;
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
