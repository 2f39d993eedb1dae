package io.fanlog.topic.spi;

import java.time.Instant;

/**
 * Where Fanlog reads the time: delays and ages from a monotonic clock, start positions such as "since noon" from the
 * wall clock. Replace it in tests by {@link ManualClock}.
 *
 * <p>An implementation is called by many threads at once, also by publishers, and must be as cheap as
 * {@link System#nanoTime()}.
 */
public interface TopicClock {
    /**
     * Reads the monotonic clock. Only differences mean anything: the value may be negative and may overflow, so compare
     * two readings by subtraction.
     *
     * @return nanoseconds since an arbitrary, fixed origin; never smaller than an earlier reading
     */
    long nanoTime();

    /**
     * Reads the wall clock.
     *
     * @return the time of day; may jump
     */
    Instant now();

    /**
     * Asks to be told when the clock was moved other than by passing, so that a parked loop can look at its timers. A
     * clock that just passes, as the system's, needs not tell anybody: the default does nothing.
     *
     * @param listener called after each move, on the thread that moved the clock; must not block
     */
    default void addMoveListener(Runnable listener) {}

    /**
     * Takes a listener back.
     *
     * @param listener as it was given to {@link #addMoveListener}
     */
    default void removeMoveListener(Runnable listener) {}

    /**
     * Hears when a loop that goes to sleep has to be awake again for its next timer. For a clock that is moved in leaps by
     * somebody who does not tell it: it can ask to be called at that time, and then tell its listeners. The default does
     * nothing.
     *
     * @param nanoTime on this clock; called by loops, often, and must not block
     */
    default void wakeLoopsAt(long nanoTime) {}

    /**
     * The clock of this JVM and machine.
     *
     * @return a clock that reads {@link System#nanoTime()} and {@link Instant#now()}; always the same one
     */
    static TopicClock system() {
        return SystemClock.INSTANCE;
    }

    /**
     * Makes a clock that stands still until it is moved by hand.
     *
     * @param start what the wall clock shows at first
     * @return a new clock
     */
    static ManualClock manual(Instant start) {
        return new ManualClock(start);
    }
}
