package io.fanlog.topic.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.fanlog.topic.Dispatcher;
import io.fanlog.topic.spi.IdleStrategy;
import io.fanlog.topic.spi.ManualClock;
import io.fanlog.topic.spi.TopicClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The front door to the room, its strategies and its clocks. */
class DispatcherTest {
    @Test
    @DisplayName("every setter refuses what makes no sense, names the option and quotes the value")
    void badValues() {
        Dispatcher.Builder builder = Dispatcher.builder();
        assertThatIllegalArgumentException().isThrownBy(() -> builder.loops(0)).withMessageContaining("was 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.loops(1_025))
                .withMessageContaining("1025");
        assertThatIllegalArgumentException().isThrownBy(() -> builder.name(" ")).withMessageContaining("\" \"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.stallAfter(Duration.ZERO))
                .withMessageContaining("PT0S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Dispatcher.create().close(Duration.ofSeconds(-1)))
                .withMessageContaining("PT-1S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdleStrategy.parking(Duration.ofSeconds(2)))
                .withMessageContaining("PT2S");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IdleStrategy.backoff(-1, 0, Duration.ofNanos(1), Duration.ofNanos(1)))
                .withMessageContaining("-1");
    }

    @Test
    @DisplayName("a dispatcher with threads cannot be stepped, and ends when closed")
    void threaded() {
        Dispatcher dispatcher = Dispatcher.builder()
                .loops(3)
                .name("door")
                .idleStrategy(IdleStrategy::yielding)
                .clock(TopicClock.system())
                .stallAfter(Duration.ofDays(400_000))
                .build();
        assertThatIllegalStateException().isThrownBy(dispatcher::step);
        assertThat(dispatcher.close(Duration.ofSeconds(10))).isTrue();
        dispatcher.close();
    }

    @Test
    @DisplayName("a stepped dispatcher does nothing by itself, and nothing when there is nothing to do")
    void stepped() {
        try (Dispatcher dispatcher = Dispatcher.stepped(TopicClock.manual(Instant.EPOCH))) {
            assertThat(dispatcher.step()).isZero();
        }
    }

    @Test
    @DisplayName("who steps counts as the loop's thread meanwhile, and cannot step from within")
    void stepperIsLoopThread() {
        LoopGroup group = Loops.stepped(Loops.manualClock());
        EventLoop loop = group.next();
        List<Object> seen = new ArrayList<>();
        loop.execute(() -> {
            seen.add(loop.inLoop());
            seen.add(Dispatcher.isLoopThread(Thread.currentThread()));
            seen.add(EventLoop.current());
            assertThatIllegalStateException().isThrownBy(group::step);
            seen.add("refused");
        });
        group.step();
        assertThat(seen).containsExactly(true, true, loop, "refused");
        assertThat(loop.inLoop()).isFalse();
        assertThat(Dispatcher.isLoopThread(Thread.currentThread())).isFalse();
        assertThat(EventLoop.current()).isNull();
    }

    @Test
    @DisplayName("a loop's own thread is known as such while it runs")
    void loopThreadIsKnown() throws Exception {
        try (LoopGroup group = Loops.threaded(2)) {
            EventLoop loop = group.next();
            EventLoop other = group.next();
            Loops.onLoop(loop, () -> {
                assertThat(loop.inLoop()).isTrue();
                assertThat(other.inLoop()).isFalse();
                assertThat(EventLoop.current()).isSameAs(loop);
            });
            assertThat(EventLoop.isLoopThread(loop.thread())).isTrue();
            assertThat(group.next()).isSameAs(loop);
            assertThat(group.loops()).containsExactly(loop, other);
            assertThat(loop).hasToString("test-loop-1");
        }
    }

    @Test
    @DisplayName("jobs run in the order in which they came, in batches or not")
    void jobsInOrder() {
        LoopGroup group = Loops.stepped(Loops.manualClock());
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            int number = i;
            group.next().execute(() -> order.add(number));
            if (i % 300 == 0) {
                group.step();
            }
        }
        Loops.stepAll(group);
        assertThat(order).hasSize(2_000).isSorted();
    }

    @Test
    @DisplayName("strategies: parking naps when hot only; backoff spins, yields, then naps twice as long each time")
    void strategies() {
        assertThat(IdleStrategy.parking().idle(0, true)).isEqualTo(50_000);
        assertThat(IdleStrategy.parking().idle(1, false)).isEqualTo(IdleStrategy.PARK);
        assertThat(IdleStrategy.yielding().idle(1, false)).isEqualTo(IdleStrategy.LOOK_AGAIN);
        assertThat(IdleStrategy.busySpinning().idle(1, true)).isEqualTo(IdleStrategy.LOOK_AGAIN);
        IdleStrategy backoff = IdleStrategy.backoff(2, 1, Duration.ofNanos(100), Duration.ofNanos(350));
        List<Long> answers = new ArrayList<>();
        for (int empty = 1; empty <= 7; empty++) {
            answers.add(backoff.idle(empty, false));
        }
        assertThat(answers).containsExactly(0L, 0L, 0L, 100L, 200L, 350L, 350L);
        assertThat(backoff.idle(Integer.MAX_VALUE, false)).isEqualTo(350);
    }

    @Test
    @DisplayName("a manual clock moves both its sides by the same distance, forward only, and tells who asked")
    void manualClock() {
        ManualClock clock = TopicClock.manual(Instant.EPOCH);
        List<Long> told = new ArrayList<>();
        Runnable listener = () -> told.add(clock.nanoTime());
        clock.addMoveListener(listener);
        clock.advance(Duration.ofSeconds(2));
        clock.removeMoveListener(listener);
        clock.advance(Duration.ofSeconds(1));
        assertThat(told).containsExactly(2_000_000_000L);
        assertThat(clock.now()).isEqualTo(Instant.ofEpochSecond(3));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> clock.advance(Duration.ofNanos(-1)))
                .withMessageContaining("PT-0.000000001S");
        assertThatIllegalArgumentException().isThrownBy(() -> clock.advance(Duration.ofNanos(Long.MAX_VALUE)));
        assertThatIllegalArgumentException().isThrownBy(() -> clock.advance(Duration.ofSeconds(Long.MAX_VALUE)));
        assertThat(clock.nanoTime()).isEqualTo(3_000_000_000L);
    }

    @Test
    @DisplayName("durations of any length become nanoseconds that saturate")
    void saturation() {
        assertThat(Nanos.saturated(Duration.ofMillis(5))).isEqualTo(5_000_000);
        assertThat(Nanos.saturated(Duration.ofNanos(-7))).isEqualTo(-7);
        assertThat(Nanos.saturated(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Long.MAX_VALUE);
        assertThat(Nanos.saturated(Duration.ofSeconds(Long.MIN_VALUE))).isEqualTo(Long.MIN_VALUE);
    }
}
