package io.fanlog.topic.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** D4: a loop with nothing to do costs nothing, nor does its watchdog. */
class IdleLoopTest {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final LoopGroup group = Loops.threaded(1);
    private final EventLoop loop = group.next();

    @AfterEach
    void close() {
        group.close(Duration.ZERO);
    }

    @Test
    @DisplayName("no thread is started before there is something to do")
    void lazyStart() {
        loop.register(new ScriptedTask());
        assertThat(loop.mode()).isEqualTo(Doorbell.UNSTARTED);
        assertThat(loop.thread().getState()).isEqualTo(Thread.State.NEW);
        loop.execute(() -> {});
        await().until(() -> Loops.isParked(loop));
        assertThat(loop.thread().isDaemon()).isTrue();
        assertThat(loop.thread().getName()).isEqualTo("test-loop-1");
    }

    @Test
    @DisplayName("a thousand idle stations and a distant timer: the parked loop takes no turn and no CPU time")
    void idleCostsNothing() {
        List<Station> stations = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            stations.add(loop.register(new ScriptedTask()));
        }
        stations.forEach(Station::signal);
        loop.schedule(Duration.ofMinutes(10).toNanos(), () -> {});
        await().until(() -> stations.stream().noneMatch(Station::isReady) && Loops.isParked(loop));
        long turns = loop.turns();
        long cpu = THREADS.getThreadCpuTime(loop.thread().getId());
        await().during(Duration.ofMillis(500)).until(() -> loop.turns() == turns);
        assertThat(THREADS.getThreadCpuTime(loop.thread().getId()) - cpu).isLessThan(1_000_000);
        assertThat(loop.thread().getState()).isEqualTo(Thread.State.TIMED_WAITING);
    }

    @Test
    @DisplayName("an interrupt left by user code does not keep the loop from parking")
    void interruptedLoopParks() throws Exception {
        Loops.onLoop(loop, () -> Thread.currentThread().interrupt());
        awaitRest();
        loop.thread().interrupt();
        awaitRest();
    }

    @Test
    @DisplayName("the watchdog goes to sleep after the loops, without a timeout, and wakes with them")
    void watchdogSleeps() throws Exception {
        try (LoopGroup watched = Loops.watched(Duration.ofMillis(40))) {
            Loops.onLoop(watched.next(), () -> {});
            Thread watchdog = threadNamed("watched-watchdog");
            await().until(() -> watchdog.getState() == Thread.State.WAITING);
            Loops.onLoop(watched.next(), () -> await().until(() -> watchdog.getState() == Thread.State.TIMED_WAITING));
            await().until(() -> watchdog.getState() == Thread.State.WAITING);
        }
    }

    private void awaitRest() {
        AtomicLong turns = new AtomicLong();
        await().during(Duration.ofMillis(100)).until(() -> turns.getAndSet(loop.turns()) == loop.turns());
    }

    static Thread threadNamed(String name) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(name) && thread.isAlive())
                .findFirst()
                .orElseThrow();
    }
}
