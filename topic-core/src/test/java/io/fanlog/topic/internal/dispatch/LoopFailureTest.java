package io.fanlog.topic.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fanlog.topic.spi.IdleStrategy;
import io.fanlog.topic.spi.TopicClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is thrown on a loop is reported, and ends nothing. */
class LoopFailureTest {
    private final List<Throwable> reported = new CopyOnWriteArrayList<>();
    private LoopGroup group = Loops.threaded((thread, thrown) -> reported.add(thrown));

    @AfterEach
    void close() {
        group.close(Duration.ZERO);
    }

    @Test
    @DisplayName("a task, its question, a job and a timer that throw are reported, and the loop serves on")
    void everythingThrows() throws Exception {
        EventLoop loop = group.next();
        ScriptedTask task = new ScriptedTask();
        task.visit = turn -> {
            throw new IllegalStateException("visit");
        };
        task.work = () -> {
            throw new IllegalStateException("question");
        };
        Station station = loop.register(task);
        station.signal();
        loop.execute(() -> {
            throw new OutOfMemoryError("job");
        });
        loop.schedule(0, () -> {
            throw new StackOverflowError("timer");
        });
        await().until(() -> reported.size() == 4);
        assertThat(reported)
                .extracting(Throwable::getMessage)
                .containsExactlyInAnyOrder("visit", "question", "job", "timer");
        task.visit = turn -> {};
        station.signal();
        await().until(() -> task.visits == 2);
        Loops.onLoop(loop, () -> {});
    }

    @Test
    @DisplayName("what a visit reported before it threw counts")
    void reportBeforeThrowCounts() {
        ScriptedTask task = new ScriptedTask();
        task.visit = turn -> {
            if (task.visits == 1) {
                turn.again();
                throw new IllegalStateException("after again");
            }
        };
        group.next().register(task).signal();
        await().until(() -> task.visits == 2);
        assertThat(reported).hasSize(1);
    }

    @Test
    @DisplayName("an uncaught-exception handler that throws does not end the loop")
    void handlerThrows() throws Exception {
        group = Loops.threaded((thread, thrown) -> {
            throw new IllegalStateException(thrown);
        });
        group.next().execute(() -> {
            throw new IllegalStateException("job");
        });
        Loops.onLoop(group.next(), () -> {});
    }

    @Test
    @DisplayName("an idle strategy that throws counts as one that parks")
    void strategyThrows() {
        group = Loops.threaded(
                1,
                () -> (emptyTurns, hot) -> {
                    throw new IllegalStateException("strategy");
                },
                TopicClock.system());
        EventLoop loop = group.next();
        ScriptedTask task = new ScriptedTask();
        task.visit = turn -> turn.moved(1_000);
        Station station = loop.register(task);
        station.signal();
        await().dontCatchUncaughtExceptions().until(() -> task.visits == 1 && Loops.isParked(loop));
        station.signal();
        await().dontCatchUncaughtExceptions().until(() -> task.visits == 2 && Loops.isParked(loop));
    }

    @Test
    @DisplayName("a factory that makes no thread and a supplier that makes no strategy are told so at once")
    void nothingMade() {
        assertThatThrownBy(() -> Loops.threaded(1, () -> null, TopicClock.system()))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("idle strategies");
        LoopSettings noThreads = new LoopSettings(
                "test", 1, work -> null, IdleStrategy::parking, TopicClock.system(), Duration.ofSeconds(1), false);
        assertThatThrownBy(() -> new LoopGroup(noThreads))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("thread factory");
    }
}
