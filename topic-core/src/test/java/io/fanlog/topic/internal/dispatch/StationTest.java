package io.fanlog.topic.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The states of a station, on a loop that is stepped by hand. */
class StationTest {
    private final LoopGroup group = Loops.stepped(Loops.manualClock());
    private final EventLoop loop = group.next();
    private final ScriptedTask task = new ScriptedTask();
    private final Station station = loop.register(task);

    @Test
    @DisplayName("a new station is IDLE and not visited")
    void newIsIdle() {
        group.step();
        assertThat(station.isReady()).isFalse();
        assertThat(task.visits).isZero();
    }

    @Test
    @DisplayName("IDLE to READY: a signal brings one visit, then it is IDLE again")
    void idleToReadyToIdle() {
        station.signal();
        assertThat(station.isReady()).isTrue();
        group.step();
        assertThat(task.visits).isEqualTo(1);
        assertThat(station.isReady()).isFalse();
        assertThat(group.step()).isZero();
        assertThat(task.visits).isEqualTo(1);
    }

    @Test
    @DisplayName("READY: a million more signals bring no second visit")
    void readyCoalesces() {
        for (int i = 0; i < 1_000_000; i++) {
            station.signal();
        }
        Loops.stepAll(group);
        assertThat(task.visits).isEqualTo(1);
    }

    @Test
    @DisplayName("READY stays: after again() it is visited in the next turn, without a signal and without a question")
    void againStaysReady() {
        task.visit = Turn::again;
        station.signal();
        group.step();
        assertThat(station.isReady()).isTrue();
        assertThat(task.questions).isZero();
        group.step();
        assertThat(task.visits).isEqualTo(2);
    }

    @Test
    @DisplayName(
            "READY stays: after awaitStore() it is visited in the next turn, and the step says that nothing was done")
    void awaitStoreStaysReady() {
        task.visit = Turn::awaitStore;
        station.signal();
        assertThat(group.step()).isZero();
        assertThat(station.isReady()).isTrue();
        assertThat(task.questions).isZero();
        group.step();
        assertThat(task.visits).isEqualTo(2);
    }

    @Test
    @DisplayName("READY to IDLE and back: work that came during the visit is asked for after the station went IDLE")
    void workIsSeenAfterIdle() {
        List<Boolean> readyWhenAsked = new ArrayList<>();
        task.work = () -> {
            readyWhenAsked.add(station.isReady());
            return task.visits < 2;
        };
        station.signal();
        assertThat(group.step()).isPositive();
        assertThat(station.isReady()).isTrue();
        group.step();
        assertThat(task.visits).isEqualTo(2);
        assertThat(station.isReady()).isFalse();
        assertThat(readyWhenAsked).containsExactly(false, false);
    }

    @Test
    @DisplayName("IDLE to READY between the loop's two looks: who signals then owns it, and it is visited once")
    void signalBetweenIdleAndQuestion() {
        task.work = () -> {
            if (task.questions == 1) {
                station.signal();
            }
            return task.questions == 1;
        };
        station.signal();
        group.step();
        assertThat(station.isReady()).isTrue();
        group.step();
        assertThat(task.visits).isEqualTo(2);
        assertThat(group.step()).isZero();
        assertThat(task.visits).isEqualTo(2);
    }

    @Test
    @DisplayName("a signal from within the visit is coalesced into it, as the station is READY; hasWork answers for it")
    void signalFromWithin() {
        task.visit = turn -> station.signal();
        station.signal();
        Loops.stepAll(group);
        assertThat(task.visits).isEqualTo(1);
        assertThat(task.questions).isEqualTo(1);
    }

    @Test
    @DisplayName("IDLE to CLOSED: a signal does nothing any more")
    void closedWhenIdle() {
        station.close();
        station.signal();
        station.wake();
        Loops.stepAll(group);
        assertThat(task.visits).isZero();
        assertThat(station.isReady()).isFalse();
    }

    @Test
    @DisplayName("READY to CLOSED: it is dropped without a visit or a question")
    void closedWhenReady() {
        station.signal();
        station.close();
        Loops.stepAll(group);
        assertThat(task.visits).isZero();
        assertThat(task.questions).isZero();
    }

    @Test
    @DisplayName("READY to CLOSED from within its visit: it is not visited again, even if it asked for that")
    void closedFromWithin() {
        task.visit = turn -> {
            turn.again();
            station.close();
        };
        station.signal();
        Loops.stepAll(group);
        assertThat(task.visits).isEqualTo(1);
        assertThat(task.questions).isZero();
    }

    @Test
    @DisplayName("thousands of stations become ready, are visited in the order of their signals, and go")
    void thousands() {
        List<Integer> order = new ArrayList<>();
        List<Station> stations = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            int number = i;
            ScriptedTask one = new ScriptedTask();
            one.visit = turn -> order.add(number);
            stations.add(loop.register(one));
        }
        stations.forEach(Station::signal);
        group.step();
        assertThat(order).hasSize(5_000).isSorted();
        assertThat(stations).noneMatch(Station::isReady);
        assertThat(group.step()).isZero();
    }
}
