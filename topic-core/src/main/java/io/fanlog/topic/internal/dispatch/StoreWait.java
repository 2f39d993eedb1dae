package io.fanlog.topic.internal.dispatch;

/**
 * How a loop waits when somebody has claimed a sequence and not stored it yet. That is a moment away, unless the
 * claimer lost its processor just there; so the wait begins by spinning and ends up in naps. It never parks, because
 * a store does not signal.
 *
 * <p>Owned by the loop's thread.
 */
final class StoreWait {
    private static final int SPINNING_TURNS = 64;
    private static final int YIELDING_TURNS = 32;
    private static final int SPINS = 16;
    private static final long NAP_NANOS = 50_000;

    private int turns;

    /** Bridges one turn: spins or yields and returns 0, or returns how many nanoseconds to nap. */
    @SuppressWarnings("ThreadPriorityCheck") // the claimer may be waiting for this very processor
    long next() {
        if (turns < SPINNING_TURNS) {
            turns++;
            for (int i = 0; i < SPINS; i++) {
                Thread.onSpinWait();
            }
            return 0;
        }
        if (turns < SPINNING_TURNS + YIELDING_TURNS) {
            turns++;
            Thread.yield();
            return 0;
        }
        return NAP_NANOS;
    }

    /** The wait is over. */
    void over() {
        turns = 0;
    }
}
