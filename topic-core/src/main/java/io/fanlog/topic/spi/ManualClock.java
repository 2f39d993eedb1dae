package io.fanlog.topic.spi;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock for tests: it stands still until {@link #advance} moves it. Together with a stepped dispatcher it makes time
 * a value of the test; loops with threads of their own notice a move, too.
 *
 * <p>Any thread may read and move it. Monotonic and wall clock move together, and only forward.
 */
public final class ManualClock implements TopicClock {
    private final Instant start;
    private final long origin;
    private final AtomicLong elapsedNanos = new AtomicLong();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    ManualClock(Instant start) {
        this(start, 0);
    }

    /**
     * Makes a clock whose monotonic side starts at a chosen reading, for instance just below {@link Long#MAX_VALUE} so
     * that it overflows on the way.
     *
     * @param start what the wall clock shows at first
     * @param origin what {@link #nanoTime()} reads at first
     */
    public ManualClock(Instant start, long origin) {
        this.start = start;
        this.origin = origin;
    }

    /**
     * Moves the clock forward and tells the loops that use it.
     *
     * @param duration how far; all moves together at most 292 years
     * @throws IllegalArgumentException if {@code duration} is negative or the clock would move too far
     */
    public void advance(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("a clock moves forward only, but was to advance by " + duration);
        }
        try {
            long nanos = duration.toNanos();
            elapsedNanos.updateAndGet(elapsed -> Math.addExact(elapsed, nanos));
        } catch (ArithmeticException tooFar) {
            throw new IllegalArgumentException(
                    "a clock moves 292 years at most, but was to advance by " + duration + " more", tooFar);
        }
        listeners.forEach(Runnable::run);
    }

    @Override
    public long nanoTime() {
        return origin + elapsedNanos.get();
    }

    @Override
    public Instant now() {
        return start.plusNanos(elapsedNanos.get());
    }

    @Override
    public void addMoveListener(Runnable listener) {
        listeners.add(listener);
    }

    @Override
    public void removeMoveListener(Runnable listener) {
        listeners.remove(listener);
    }
}
