package io.fanlog.topic.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fanlog.topic.spi.IdleStrategy;
import io.fanlog.topic.spi.ManualClock;
import io.fanlog.topic.spi.TopicClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** When a loop naps, what keeps it from napping, and what ends a nap. */
class NapTest {
    private static final long LONG_NAP = Duration.ofSeconds(60).toNanos();

    private final List<Boolean> asked = new ArrayList<>();
    private final ManualClock clock = Loops.manualClock();
    private final LoopGroup group = Loops.stepped(clock, () -> (emptyTurns, hot) -> {
        asked.add(hot);
        return hot ? 50_000 : IdleStrategy.PARK;
    });
    private final EventLoop loop = group.next();
    private final ScriptedTask task = new ScriptedTask();
    private final Station station = loop.register(task);
    private LoopGroup threads = Loops.threaded(1);

    @AfterEach
    void close() {
        threads.close(Duration.ZERO);
    }

    @Test
    @DisplayName("after 256 messages the loop naps and the station stays READY; after 255 it goes IDLE")
    void hotAt256() {
        task.visit = turn -> turn.moved(256);
        station.signal();
        group.step();
        assertThat(asked).containsExactly(true);
        assertThat(station.isReady()).isTrue();
        task.visit = turn -> turn.moved(255);
        group.step();
        assertThat(asked).containsExactly(true);
        assertThat(station.isReady()).isFalse();
    }

    @Test
    @DisplayName("a loop that keeps up with a publisher, a few messages a turn, naps after 256 of them")
    void hotStretch() {
        task.visit = turn -> turn.moved(100);
        task.work = () -> true; // the tail has moved on whenever the loop looks again
        station.signal();
        group.step();
        group.step();
        assertThat(asked).isEmpty();
        group.step();
        assertThat(asked).containsExactly(true);
    }

    @Test
    @DisplayName("messages of all stations count together")
    void hotTogether() {
        ScriptedTask other = new ScriptedTask();
        other.visit = turn -> turn.moved(128);
        task.visit = other.visit;
        loop.register(other).signal();
        station.signal();
        group.step();
        assertThat(asked).containsExactly(true);
    }

    @Test
    @DisplayName("one nap at most: an empty turn after it lets the station go IDLE")
    void oneNap() {
        task.visit = turn -> turn.moved(task.visits == 1 ? 1_000 : 0);
        station.signal();
        assertThat(Loops.stepAll(group)).isEqualTo(1);
        assertThat(asked).containsExactly(true);
        assertThat(task.visits).isEqualTo(2);
        assertThat(station.isReady()).isFalse();
    }

    @Test
    @DisplayName("no nap when there is no room or a waiter, more to do, a store to wait for, or a timer due")
    void noNap() {
        task.visit = turn -> {
            turn.moved(1_000);
            turn.noNap();
        };
        station.signal();
        group.step();
        task.visit = turn -> {
            turn.moved(1_000);
            turn.again();
        };
        station.signal();
        group.step();
        task.visit = turn -> {
            turn.moved(1_000);
            turn.awaitStore();
        };
        group.step();
        task.visit = turn -> {
            turn.moved(1_000);
            loop.schedule(0, () -> {});
        };
        group.step();
        assertThat(asked).isEmpty();
    }

    @Test
    @DisplayName("what one visit said about naps does not outlive its turn")
    void noNapIsForOneTurn() {
        task.visit = turn -> {
            turn.moved(1_000);
            if (task.visits == 1) {
                turn.noNap();
            }
        };
        task.work = () -> task.visits == 1;
        station.signal();
        group.step();
        group.step();
        assertThat(asked).containsExactly(true);
    }

    @Test
    @DisplayName("a strategy that parks when hot lets the station go IDLE at once")
    void parkWhenHot() {
        LoopGroup parking = Loops.stepped(clock, () -> IdleStrategy.parking(Duration.ZERO));
        task.visit = turn -> turn.moved(1_000);
        Station other = parking.next().register(task);
        other.signal();
        parking.step();
        assertThat(other.isReady()).isFalse();
    }

    @Test
    @DisplayName("a publish does not end a nap, but wake() does")
    void wakeEndsNap() throws Exception {
        EventLoop napping = napper();
        CountDownLatch again = new CountDownLatch(1);
        Station busy = startNap(napping, again);
        ScriptedTask other = new ScriptedTask();
        napping.register(other).signal();
        busy.signal();
        assertThat(napping.mode()).isEqualTo(Doorbell.NAPPING);
        assertThat(other.visits).isZero();
        busy.wake();
        assertThat(again.await(10, TimeUnit.SECONDS)).isTrue();
        await().untilAsserted(() -> assertThat(other.visits).isEqualTo(1));
    }

    @Test
    @DisplayName("a wake() while the turn is running keeps the loop from the nap")
    void wakeBarsNap() throws Exception {
        EventLoop napping = napper();
        CountDownLatch again = new CountDownLatch(1);
        ScriptedTask busyTask = new ScriptedTask();
        Station busy = napping.register(busyTask);
        busyTask.visit = turn -> {
            if (busyTask.visits == 1) {
                turn.moved(1_000);
                busy.wake();
            } else {
                again.countDown();
            }
        };
        busy.signal();
        assertThat(again.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @DisplayName("a job ends a nap, a timer ends it when due, and so does a move of the clock")
    void jobsAndTimersEndNaps() throws Exception {
        EventLoop napping = napper();
        startNap(napping, new CountDownLatch(1));
        Loops.onLoop(napping, () -> {});
        Loops.onLoop(napping, () -> napping.schedule(Duration.ofSeconds(5).toNanos(), () -> {}));
        CountDownLatch fired = new CountDownLatch(1);
        startNap(napping, new CountDownLatch(1));
        napping.schedule(Duration.ofSeconds(1).toNanos(), fired::countDown);
        clock.advance(Duration.ofMillis(1_001));
        assertThat(fired.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    @DisplayName("the end ends a nap")
    void closeEndsNap() throws Exception {
        startNap(napper(), new CountDownLatch(1));
        threads.close(Duration.ofSeconds(10));
        assertThat(threads.awaitTermination(Duration.ofSeconds(10))).isTrue();
    }

    @Test
    @DisplayName("while producers run ahead of a napping loop, messages pile up and none is lost")
    void producersRunAhead() {
        threads = Loops.threaded(1, IdleStrategy::parking, TopicClock.system());
        TinyTopic topic = new TinyTopic(threads.next());
        long published = 0;
        while (published < 500_000) {
            if (published - topic.cursor() < 32_768) {
                topic.publish();
                published++;
            } else {
                Thread.onSpinWait();
            }
        }
        await().untilAsserted(() -> assertThat(topic.cursor()).isEqualTo(500_000));
        assertThat(topic.mostInOneVisit()).isGreaterThan(1);
    }

    private EventLoop napper() {
        threads = Loops.threaded(1, () -> (emptyTurns, hot) -> hot ? LONG_NAP : IdleStrategy.PARK, clock);
        return threads.next();
    }

    private static Station startNap(EventLoop loop, CountDownLatch again) {
        ScriptedTask busyTask = new ScriptedTask();
        busyTask.visit = turn -> {
            if (busyTask.visits == 1) {
                turn.moved(1_000);
            } else {
                again.countDown();
            }
        };
        Station busy = loop.register(busyTask);
        busy.signal();
        await().until(() -> busyTask.visits == 1 && loop.mode() == Doorbell.NAPPING);
        return busy;
    }
}
