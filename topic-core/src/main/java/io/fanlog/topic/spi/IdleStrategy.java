package io.fanlog.topic.spi;

import java.time.Duration;

/**
 * What an event loop does when a turn left it nothing to do. The loop owns the parking protocol; a strategy only says
 * how to bridge the time, so that no choice of it can lose a wake-up.
 *
 * <p>One instance serves one loop and is called by that loop's thread only, so it may keep state without
 * synchronization. It must neither block nor throw; what it throws is reported to the thread's uncaught-exception
 * handler and counts as {@link #PARK}.
 *
 * <table>
 * <caption>The strategies to choose from</caption>
 * <tr><th>strategy</th><th>when empty</th><th>for</th></tr>
 * <tr><td>{@link #parking()} (default)</td><td>parks; naps once, 50 us, after a hot turn</td><td>everything else</td></tr>
 * <tr><td>{@link #backoff}</td><td>spins, yields, then naps ever longer</td><td>low latency, some CPU to spare</td></tr>
 * <tr><td>{@link #yielding()}</td><td>yields, never sleeps</td><td>a core per loop, shared now and then</td></tr>
 * <tr><td>{@link #busySpinning()}</td><td>spins, never sleeps</td><td>a core that nobody else uses</td></tr>
 * </table>
 */
@FunctionalInterface
public interface IdleStrategy {
    /** Answer of {@link #idle}: look for work again at once. */
    long LOOK_AGAIN = 0;

    /** Answer of {@link #idle}: park until somebody signals or the next timer is due. */
    long PARK = Long.MAX_VALUE;

    /**
     * Decides how the loop bridges the time until there is work again. The strategy may itself spin or yield before it
     * answers, for at most some microseconds.
     *
     * <p>A <em>hot</em> turn ends a stretch without a rest that moved at least 256 messages; nobody waits for room, and no
     * timer is due. Then the topics stay marked as ready whatever the answer is, unless it is {@link #PARK}: producers run
     * ahead meanwhile and do not have to signal. A hot turn is followed by one answer only; when the next turn is not hot,
     * topics go idle first.
     *
     * @param emptyTurns how many turns in a row, this one included, did nothing at all; 0 when the turn did something
     * @param hot whether the turn was hot
     * @return {@link #LOOK_AGAIN}; a number of nanoseconds to nap, which a publish does not end but a publisher without
     *     room, a timer and the end of the loop do; or {@link #PARK}
     */
    long idle(int emptyTurns, boolean hot);

    /**
     * Parks as soon as there is nothing to do, but naps once for 50 microseconds after a hot turn. Uses no CPU when idle.
     *
     * @return the default strategy
     */
    static IdleStrategy parking() {
        return parking(Duration.ofNanos(50_000));
    }

    /**
     * Parks as soon as there is nothing to do, but naps once after a hot turn. Uses no CPU when idle.
     *
     * @param hotNap how long to nap after a hot turn; zero parks at once; at most one second. The operating system adds
     *     some 50 microseconds to it
     * @return the strategy
     * @throws IllegalArgumentException if {@code hotNap} is negative or longer than a second
     */
    static IdleStrategy parking(Duration hotNap) {
        if (hotNap.isNegative() || hotNap.compareTo(Duration.ofSeconds(1)) > 0) {
            throw new IllegalArgumentException("hotNap must be between 0 and 1 s, but was " + hotNap);
        }
        long nanos = hotNap.toNanos();
        long whenHot = nanos == 0 ? PARK : nanos;
        return (emptyTurns, hot) -> hot ? whenHot : PARK;
    }

    /**
     * Gives the processor away for a moment and looks again; never sleeps, so it keeps a core busy.
     *
     * @return the strategy
     */
    @SuppressWarnings("ThreadPriorityCheck") // yielding is what was asked for
    static IdleStrategy yielding() {
        return (emptyTurns, hot) -> {
            Thread.yield();
            return LOOK_AGAIN;
        };
    }

    /**
     * Looks again at once; keeps a core busy. Needs one core per loop.
     *
     * @return the strategy
     */
    static IdleStrategy busySpinning() {
        return (emptyTurns, hot) -> {
            Thread.onSpinWait();
            return LOOK_AGAIN;
        };
    }

    /**
     * Spins, then yields, then naps, each nap twice as long as the one before it, up to {@code longestNap}.
     *
     * @param spins how many empty turns to spin, at least 0
     * @param yields how many empty turns to yield after that, at least 0
     * @param shortestNap the first nap, at least 1 ns
     * @param longestNap the longest nap, from {@code shortestNap} to one second
     * @return the strategy
     * @throws IllegalArgumentException if a value is out of its range
     */
    @SuppressWarnings("ThreadPriorityCheck") // yielding is what was asked for
    static IdleStrategy backoff(int spins, int yields, Duration shortestNap, Duration longestNap) {
        if (spins < 0 || yields < 0) {
            throw new IllegalArgumentException(
                    "spins and yields must not be negative, but were " + spins + " and " + yields);
        }
        if (shortestNap.isNegative() || shortestNap.isZero()) {
            throw new IllegalArgumentException("shortestNap must be positive, but was " + shortestNap);
        }
        if (longestNap.compareTo(shortestNap) < 0 || longestNap.compareTo(Duration.ofSeconds(1)) > 0) {
            throw new IllegalArgumentException(
                    "longestNap must be between shortestNap (" + shortestNap + ") and 1 s, but was " + longestNap);
        }
        long first = shortestNap.toNanos();
        long longest = longestNap.toNanos();
        return (emptyTurns, hot) -> {
            if (emptyTurns <= spins) {
                Thread.onSpinWait();
                return LOOK_AGAIN;
            }
            long beyond = (long) emptyTurns - spins;
            if (beyond <= yields) {
                Thread.yield();
                return LOOK_AGAIN;
            }
            int doublings = (int) Math.min(beyond - yields - 1, Long.numberOfLeadingZeros(first) - 1);
            return Math.min(first << doublings, longest);
        };
    }
}
