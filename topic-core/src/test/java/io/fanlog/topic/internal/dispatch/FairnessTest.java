package io.fanlog.topic.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** D2: nobody who is ready waits for more than one round. */
class FairnessTest {
    private final LoopGroup group = Loops.stepped(Loops.manualClock());
    private final EventLoop loop = group.next();

    @Test
    @DisplayName("stations that always have more are visited as often as one another, whoever came first")
    void equalVisits() {
        ScriptedTask[] tasks = new ScriptedTask[10];
        for (int i = 0; i < tasks.length; i++) {
            tasks[i] = new ScriptedTask();
            tasks[i].visit = turn -> {
                turn.moved(1_024);
                turn.again();
            };
            loop.register(tasks[i]).signal();
        }
        for (int round = 1; round <= 100; round++) {
            group.step();
            assertThat(tasks).extracting(task -> task.visits).containsOnly(round);
        }
    }

    @Test
    @DisplayName("a station signalled beside busy ones is visited in the very next turn")
    void lateComer() {
        ScriptedTask busy = new ScriptedTask();
        busy.visit = Turn::again;
        loop.register(busy).signal();
        group.step();
        ScriptedTask late = new ScriptedTask();
        loop.register(late).signal();
        group.step();
        assertThat(late.visits).isEqualTo(1);
    }

    @Test
    @DisplayName("neither jobs nor timers without end keep a station waiting")
    void floodOfJobsAndTimers() {
        for (int i = 0; i < 100_000; i++) {
            loop.execute(() -> {});
            loop.schedule(0, () -> {});
        }
        loop.execute(new Runnable() {
            @Override
            public void run() {
                loop.execute(this);
                loop.schedule(0, this);
            }
        });
        ScriptedTask task = new ScriptedTask();
        Station station = loop.register(task);
        for (int turn = 1; turn <= 50; turn++) {
            station.signal();
            group.step();
            assertThat(task.visits).isEqualTo(turn);
        }
    }

    @Test
    @DisplayName("jobs and timers get on beside a station that always has more")
    void jobsBesideBusyStation() {
        ScriptedTask busy = new ScriptedTask();
        busy.visit = Turn::again;
        loop.register(busy).signal();
        int[] ran = new int[2];
        for (int i = 0; i < 1_000; i++) {
            loop.execute(() -> ran[0]++);
            loop.schedule(0, () -> ran[1]++);
        }
        for (int turn = 0; turn < 20; turn++) {
            group.step();
        }
        assertThat(ran).containsExactly(1_000, 1_000);
    }
}
