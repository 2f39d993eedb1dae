package io.fanlog.topic.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** D5: a turn that lasts too long is reported while it lasts. */
class StallWatchTest {
    private final List<Report> reports = new CopyOnWriteArrayList<>();
    private final CountDownLatch release = new CountDownLatch(1);
    private final StallListener listener =
            (loop, lasting, stack) -> reports.add(new Report(loop, lasting, List.of(stack)));
    private LoopGroup group = Loops.threaded(1);

    @AfterEach
    void close() {
        release.countDown();
        group.close(Duration.ZERO);
    }

    @Test
    @DisplayName("within a second of the limit: which loop, how long, and the frames of who blocks it")
    void reported() {
        group.addStallListener(listener);
        group.next().execute(this::blockTheLoop);
        await().atMost(Duration.ofMillis(1_500)).until(() -> !reports.isEmpty());
        Report first = reports.get(0);
        assertThat(release.getCount()).as("it was still blocked").isEqualTo(1);
        assertThat(first.loop).isEqualTo("test-loop-1");
        assertThat(first.lasting).isBetween(Duration.ofMillis(500), Duration.ofMillis(1_500));
        assertThat(first.stack)
                .anyMatch(frame -> frame.getClassName().equals(StallWatchTest.class.getName())
                        && frame.getMethodName().equals("blockTheLoop"));
    }

    @Test
    @DisplayName("again each time it has lasted twice as long, until it is over; then a second stall from the start")
    void repeatedAndOver() throws Exception {
        group = Loops.watched(Duration.ofMillis(50));
        group.addStallListener((loop, lasting, stack) -> {
            throw new IllegalStateException("a listener that throws does not keep others from hearing");
        });
        group.addStallListener(listener);
        group.next().execute(this::blockTheLoop);
        await().dontCatchUncaughtExceptions().until(() -> reports.size() >= 3);
        assertThat(reports.get(1).lasting)
                .isGreaterThanOrEqualTo(reports.get(0).lasting.multipliedBy(2));
        assertThat(reports.get(2).lasting)
                .isGreaterThanOrEqualTo(reports.get(1).lasting.multipliedBy(2));
        release.countDown();
        Loops.onLoop(group.next(), () -> {});
        reports.clear();
        CountDownLatch second = new CountDownLatch(1);
        group.next().execute(() -> awaitQuietly(second));
        await().dontCatchUncaughtExceptions().until(() -> !reports.isEmpty());
        assertThat(reports.get(0).lasting).isLessThan(Duration.ofSeconds(2));
        second.countDown();
        Loops.onLoop(group.next(), () -> {});
        group.removeStallListener(listener);
    }

    @Test
    @DisplayName("a busy loop whose turns are short is not reported, nor one that waits for a store or is parked")
    void busyIsNoStall() {
        group = Loops.watched(Duration.ofMillis(40));
        group.addStallListener(listener);
        ScriptedTask task = new ScriptedTask();
        task.visit = Turn::awaitStore;
        Station station = group.next().register(task);
        station.signal();
        await().during(Duration.ofMillis(400)).until(reports::isEmpty);
        task.visit = turn -> {};
        await().during(Duration.ofMillis(400)).until(reports::isEmpty);
        assertThat(station.isReady()).isFalse();
    }

    private void blockTheLoop() {
        awaitQuietly(release);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private record Report(String loop, Duration lasting, List<StackTraceElement> stack) {}
}
