package io.fanlog.topic.scenario;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for a condition with a deadline; what is waited for in a race is there in microseconds, so it looks often. */
public final class Waiting {
    private static final int SPINS = 200;
    private static final long PAUSE_NANOS = 20_000;

    private Waiting() {}

    /**
     * Returns as soon as the condition holds.
     *
     * @param what for the message when it does not
     * @param condition what is waited for
     */
    public static void until(String what, BooleanSupplier condition) {
        long deadline = System.nanoTime() + Rounds.deadline().toNanos();
        for (int looks = 0; !condition.getAsBoolean(); looks++) {
            if (looks < SPINS) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("not within " + Rounds.deadline() + ": " + what);
            }
        }
    }
}
