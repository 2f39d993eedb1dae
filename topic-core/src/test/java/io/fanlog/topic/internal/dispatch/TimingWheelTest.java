package io.fanlog.topic.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The wheel by itself, in ticks, against a list that is sorted. */
class TimingWheelTest {
    private static final int NO_LIMIT = Integer.MAX_VALUE;

    private final TimingWheel wheel = new TimingWheel();

    @ParameterizedTest
    @ValueSource(longs = {1, 63, 64, 65, 4_095, 4_096, 262_143, 262_144, 1L << 36, (1L << 43) - 1, 1L << 43})
    @DisplayName("a timer is due at its tick, not before, on whichever level it began")
    void dueAtItsTick(long tick) {
        WheelTimer timer = add(tick);
        wheel.advance(tick - 1, NO_LIMIT);
        assertThat(wheel.hasDue()).isFalse();
        assertThat(wheel.nextTick()).isEqualTo(tick);
        wheel.advance(tick, NO_LIMIT);
        assertThat(wheel.pollDue()).isSameAs(timer);
        assertThat(wheel.isEmpty()).isTrue();
        assertThat(wheel.nextTick()).isEqualTo(TimingWheel.NEVER);
    }

    @Test
    @DisplayName("a jump over everything makes timers due in the order of their ticks, equal ones in that of adding")
    void orderAfterJump() {
        WheelTimer far = add(1L << 40);
        WheelTimer second = add(5_000);
        WheelTimer third = add(5_000);
        WheelTimer first = add(7);
        wheel.advance(6, NO_LIMIT);
        WheelTimer fourth = add(5_000);
        assertThat(wheel.advance(1L << 42, NO_LIMIT)).isLessThan(100);
        assertThat(pollAll()).containsExactly(first, second, third, fourth, far);
    }

    @Test
    @DisplayName("a timer that never fires can be removed and is otherwise of no concern")
    void never() {
        WheelTimer never = add(TimingWheel.NEVER);
        assertThat(wheel.nextTick()).isEqualTo(TimingWheel.NEVER);
        wheel.advance(1L << 44, NO_LIMIT);
        assertThat(wheel.hasDue()).isFalse();
        assertThat(wheel.size()).isEqualTo(1);
        wheel.remove(never);
        assertThat(wheel.isEmpty()).isTrue();
    }

    @Test
    @DisplayName("a tick that has passed is due at once")
    void pastIsDue() {
        wheel.advance(1_000, NO_LIMIT);
        WheelTimer late = add(999);
        assertThat(wheel.pollDue()).isSameAs(late);
    }

    @Test
    @DisplayName("removing the last timer of a slot frees it, so that nobody wakes for nothing")
    void removeFreesSlot() {
        WheelTimer one = add(60_000);
        WheelTimer other = add(60_000);
        wheel.remove(one);
        assertThat(wheel.nextTick()).isLessThanOrEqualTo(60_000);
        wheel.remove(other);
        assertThat(wheel.nextTick()).isEqualTo(TimingWheel.NEVER);
    }

    @Test
    @DisplayName("a big slot is moved in portions; what is added meanwhile for its range keeps its turn")
    void portions() {
        List<WheelTimer> expected = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            expected.add(add(100));
        }
        int turns = 0;
        while (wheel.advance(100, 64) >= 64) {
            if (turns++ == 3) {
                expected.add(add(100));
                wheel.remove(expected.remove(700));
            }
        }
        assertThat(turns).isGreaterThan(15);
        assertThat(pollAll()).containsExactlyElementsOf(expected);
    }

    @Test
    @DisplayName("a slot that is being moved and empties by removals does not confuse time")
    void movingSlotEmptied() {
        List<WheelTimer> timers = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            timers.add(add(70));
        }
        wheel.advance(64, 3);
        timers.forEach(wheel::remove);
        WheelTimer next = add(100);
        wheel.advance(99, NO_LIMIT);
        assertThat(wheel.hasDue()).isFalse();
        assertThat(wheel.nextTick()).isEqualTo(100);
        wheel.advance(100, NO_LIMIT);
        assertThat(pollAll()).containsExactly(next);
    }

    @Test
    @DisplayName("random schedules, removals and jumps give what a sorted list gives")
    void againstSortedList() {
        for (int seed = 0; seed < 300; seed++) {
            new Comparison(seed).run(400);
        }
    }

    @Test
    @Tag("long")
    @DisplayName("random schedules, removals and jumps give what a sorted list gives, at length")
    void againstSortedListLong() {
        for (int seed = 1_000; seed < 21_000; seed++) {
            new Comparison(seed).run(500);
        }
    }

    private WheelTimer add(long tick) {
        WheelTimer timer = timer(tick);
        wheel.add(timer);
        return timer;
    }

    private List<WheelTimer> pollAll() {
        List<WheelTimer> all = new ArrayList<>();
        for (WheelTimer timer; (timer = wheel.pollDue()) != null; ) {
            all.add(timer);
        }
        return all;
    }

    private static WheelTimer timer(long tick) {
        return new WheelTimer(null, tick, () -> {}, false);
    }

    /** One random run. The list holds what waits, with the tick at which it should come and the order of adding. */
    private static final class Comparison {
        private final int seed;
        private final Random random;
        private final TimingWheel wheel = new TimingWheel();
        private final List<Expected> waiting = new ArrayList<>();
        private long now;
        private int added;

        Comparison(int seed) {
            this.seed = seed;
            this.random = new Random(seed);
        }

        void run(int operations) {
            for (int i = 0; i < operations; i++) {
                int dice = random.nextInt(10);
                if (dice < 5) {
                    add(now - 2 + distance());
                } else if (dice < 7 && !waiting.isEmpty()) {
                    wheel.remove(waiting.remove(random.nextInt(waiting.size())).timer);
                } else {
                    advance(now + distance());
                }
                assertThat(wheel.size()).as("size, seed %d", seed).isEqualTo(waiting.size());
            }
        }

        private long distance() {
            return random.nextLong(1L << random.nextInt(1, random.nextInt(4) == 0 ? 40 : 14));
        }

        private void add(long tick) {
            long bounded = Math.max(tick, 0);
            WheelTimer timer = timer(bounded);
            wheel.add(timer);
            waiting.add(new Expected(timer, Math.max(bounded, now), added++));
        }

        private void advance(long target) {
            now = target;
            int limit = random.nextBoolean() ? NO_LIMIT : random.nextInt(1, 5);
            while (wheel.advance(target, limit) >= limit) {
                if (random.nextInt(4) == 0) {
                    add(now + 1 + distance()); // beyond the target, but maybe on the slot that is being moved
                }
            }
            List<Expected> due = new ArrayList<>(
                    waiting.stream().filter(one -> one.tick <= now).toList());
            due.sort(Comparator.comparingLong(Expected::tick).thenComparingInt(Expected::order));
            waiting.removeAll(due);
            for (Expected next : due) {
                assertThat(wheel.pollDue()).as("next due, seed %d", seed).isSameAs(next.timer);
            }
            assertThat(wheel.hasDue()).as("nothing early, seed %d", seed).isFalse();
            long earliest = waiting.stream().mapToLong(Expected::tick).min().orElse(TimingWheel.NEVER);
            assertThat(wheel.nextTick())
                    .as("next tick, seed %d", seed)
                    .isGreaterThan(now)
                    .isLessThanOrEqualTo(earliest);
        }
    }

    private record Expected(WheelTimer timer, long tick, int order) {}
}
