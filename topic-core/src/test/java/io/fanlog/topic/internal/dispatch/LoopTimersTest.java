package io.fanlog.topic.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fanlog.topic.spi.ManualClock;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Timers of a loop: made and cancelled on the loop and by other threads. */
class LoopTimersTest {
    private final ManualClock clock = Loops.manualClock();
    private final LoopGroup group = Loops.stepped(clock);
    private final EventLoop loop = group.next();
    private final List<String> fired = new ArrayList<>();

    @Test
    @DisplayName("nothing is early: a timer fires when all of its delay has passed, at the next whole millisecond")
    void notEarly() {
        clock.advance(Duration.ofNanos(300_000));
        loop.schedule(1_000_000, () -> fired.add("timer"));
        clock.advance(Duration.ofNanos(1_699_999));
        Loops.stepAll(group);
        assertThat(fired).isEmpty();
        clock.advance(Duration.ofNanos(1));
        Loops.stepAll(group);
        assertThat(fired).containsExactly("timer");
        assertThat(loop.pendingTimers()).isZero();
    }

    @Test
    @DisplayName("a timer made on the loop counts from the turn that made it")
    void madeOnLoop() {
        loop.execute(() -> loop.schedule(5_000_000, () -> fired.add("timer")));
        group.step();
        clock.advance(Duration.ofNanos(4_999_999));
        Loops.stepAll(group);
        assertThat(fired).isEmpty();
        clock.advance(Duration.ofNanos(1));
        Loops.stepAll(group);
        assertThat(fired).containsExactly("timer");
    }

    @Test
    @DisplayName("no delay, or less than none, means the next turn")
    void noDelay() {
        clock.advance(Duration.ofNanos(1_500_000));
        loop.schedule(0, () -> fired.add("0"));
        loop.schedule(Long.MIN_VALUE, () -> fired.add("min"));
        loop.execute(() -> loop.schedule(-1, () -> fired.add("-1")));
        Loops.stepAll(group);
        assertThat(fired).containsExactly("0", "min", "-1");
    }

    @Test
    @DisplayName("a delay of Long.MAX_VALUE seconds never fires, nor do others beyond 292 years")
    void never() {
        clock.advance(Duration.ofDays(1));
        Timer never = loop.schedule(Nanos.saturated(Duration.ofSeconds(Long.MAX_VALUE)), () -> fired.add("never"));
        Timer almost = loop.schedule(Long.MAX_VALUE - 1, () -> fired.add("almost"));
        clock.advance(Duration.ofDays(105_000));
        Loops.stepAll(group);
        assertThat(fired).isEmpty();
        assertThat(loop.pendingTimers()).isEqualTo(2);
        assertThat(never.cancel()).isTrue();
        assertThat(almost.cancel()).isTrue();
        assertThat(loop.pendingTimers()).isZero();
    }

    @Test
    @DisplayName("timers fire in the order of their ticks when the clock jumps, also from the inbox")
    void orderAfterJump() {
        loop.schedule(Duration.ofHours(100).toNanos(), () -> fired.add("100 h"));
        group.step();
        loop.schedule(Duration.ofSeconds(3).toNanos(), () -> fired.add("3 s"));
        loop.schedule(Duration.ofMillis(3).toNanos(), () -> fired.add("3 ms"));
        clock.advance(Duration.ofDays(3_650));
        Loops.stepAll(group);
        assertThat(fired).containsExactly("3 ms", "3 s", "100 h");
    }

    @Test
    @DisplayName("a timer that fires may cancel those of the same tick, and cannot cancel itself")
    void cancelInRunningTick() {
        List<Timer> timers = new ArrayList<>();
        List<Boolean> cancelled = new ArrayList<>();
        timers.add(loop.schedule(1_000_000, () -> timers.forEach(timer -> cancelled.add(timer.cancel()))));
        for (int i = 0; i < 10; i++) {
            timers.add(loop.schedule(1_000_000, () -> fired.add("must not")));
        }
        clock.advance(Duration.ofMillis(1));
        Loops.stepAll(group);
        assertThat(fired).isEmpty();
        assertThat(cancelled).hasSize(11).startsWith(false, true).containsOnlyOnce(false);
        assertThat(loop.pendingTimers()).isZero();
    }

    @Test
    @DisplayName("cancel answers true once, and false after the timer has fired")
    void cancelTwice() {
        Timer timer = loop.schedule(1_000_000, () -> fired.add("timer"));
        assertThat(timer.cancel()).isTrue();
        assertThat(timer.cancel()).isFalse();
        Timer other = loop.schedule(0, () -> fired.add("other"));
        Loops.stepAll(group);
        assertThat(other.cancel()).isFalse();
        assertThat(fired).containsExactly("other");
        assertThat(loop.pendingTimers()).isZero();
    }

    @Test
    @DisplayName(
            "the pending count is exact in every state: in the inbox, fresh, on the wheel, cancelled from anywhere")
    void pendingIsExact() {
        Timer inbox = loop.schedule(1_000_000_000, () -> {});
        List<Timer> made = new ArrayList<>();
        loop.execute(() -> {
            made.add(loop.schedule(1_000_000_000, () -> {}));
            made.add(loop.schedule(1_000_000_000, () -> {}));
            assertThat(loop.pendingTimers()).isEqualTo(3);
            made.get(0).cancel();
            assertThat(loop.pendingTimers()).isEqualTo(2);
        });
        Loops.stepAll(group);
        assertThat(loop.pendingTimers()).isEqualTo(2);
        made.get(1).cancel();
        inbox.cancel();
        assertThat(loop.pendingTimers()).isZero();
        Loops.stepAll(group);
        assertThat(loop.pendingTimers()).isZero();
    }

    @Test
    @DisplayName("a cancelled timer lets go of its action at once, whoever keeps the handle")
    void cancelledDropsAction() {
        List<Timer> handles = new ArrayList<>();
        List<WeakReference<byte[]>> payloads = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            byte[] payload = new byte[10_000];
            payloads.add(new WeakReference<>(payload));
            handles.add(loop.schedule(60_000_000_000L, () -> fired.add("" + payload.length)));
            if (i % 2 == 0) {
                group.step();
            }
        }
        handles.forEach(Timer::cancel);
        awaitCleared(payloads);
        assertThat(handles).hasSize(100);
    }

    @Test
    @DisplayName("a million 60-second timers, made and cancelled, leave nothing behind; the loop notices by itself")
    void millionCancelled() throws Exception {
        try (LoopGroup threads = Loops.threaded(1)) {
            EventLoop running = threads.next();
            List<WeakReference<Timer>> samples = new ArrayList<>();
            makeAndCancel(running, samples);
            Loops.onLoop(running, () -> makeAndCancel(running, samples));
            assertThat(running.pendingTimers()).isZero();
            Loops.onLoop(running, () -> {});
            awaitCleared(samples);
        }
    }

    @Test
    @DisplayName("with the system's clock, timers made by other threads wake a parked loop when they are due")
    void wakesParkedLoop() throws Exception {
        try (LoopGroup threads = Loops.threaded(1)) {
            EventLoop running = threads.next();
            AtomicLong earliest = new AtomicLong(Long.MAX_VALUE);
            CountDownLatch all = new CountDownLatch(100);
            running.schedule(Duration.ofDays(1).toNanos(), () -> {});
            await().until(() -> Loops.isParked(running));
            for (int i = 100; i > 0; i--) {
                long due = System.nanoTime() + i * 1_000_000L;
                running.schedule(i * 1_000_000L, () -> {
                    earliest.accumulateAndGet(System.nanoTime() - due, Math::min);
                    all.countDown();
                });
            }
            assertThat(all.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(earliest.get()).isNotNegative();
            assertThat(running.pendingTimers()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("cancel against expiry: each timer fires or is cancelled, never both, never neither")
    void cancelAgainstExpiry() throws Exception {
        cancelAgainstExpiry(2_000);
    }

    @Test
    @Tag("long")
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    @DisplayName("cancel against expiry, at length")
    void cancelAgainstExpiryLong() throws Exception {
        cancelAgainstExpiry(200_000);
    }

    private void cancelAgainstExpiry(int rounds) throws Exception {
        int timersPerRound = 50;
        AtomicInteger ran = new AtomicInteger();
        long cancelled = 0;
        for (int round = 0; round < rounds; round++) {
            List<Timer> timers = new ArrayList<>();
            for (int i = 0; i < timersPerRound; i++) {
                timers.add(loop.schedule(1_000_000L * (i % 3), ran::incrementAndGet));
                if (i == 25) {
                    group.step();
                }
            }
            CompletableFuture<Integer> canceller = CompletableFuture.supplyAsync(
                    () -> (int) timers.stream().filter(Timer::cancel).count());
            clock.advance(Duration.ofMillis(2));
            while (!canceller.isDone()) {
                group.step();
            }
            cancelled += canceller.get();
            Loops.stepAll(group);
            assertThat(loop.pendingTimers()).isZero();
            assertThat(ran.get() + cancelled).isEqualTo((round + 1L) * timersPerRound);
        }
    }

    private static void makeAndCancel(EventLoop loop, List<WeakReference<Timer>> samples) {
        Timer[] hundred = new Timer[100];
        for (int i = 0; i < 500_000; i++) {
            Timer replaced = hundred[i % 100];
            if (replaced != null) {
                replaced.cancel();
            }
            hundred[i % 100] = loop.schedule(60_000_000_000L, () -> {});
            if (i % 1_000 == 0) {
                samples.add(new WeakReference<>(hundred[i % 100]));
            }
        }
        for (Timer last : hundred) {
            last.cancel();
        }
    }

    private static void awaitCleared(List<? extends WeakReference<?>> references) {
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            System.gc();
            assertThat(references).allMatch(reference -> reference.get() == null);
        });
    }
}
