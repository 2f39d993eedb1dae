package io.fanlog.topic.benchmarks.fanout;

import java.util.concurrent.locks.LockSupport;

/**
 * How a producer waits for room where publishing answers "full": the same for all subjects that leave it to the caller,
 * and what Disruptor's {@code next()} does inside, {@code parkNanos(1)} a try, after a few tries without.
 */
final class Backoff {
    private static final int SPINS = 16;

    private Backoff() {}

    /**
     * Waits a moment.
     *
     * @param tries how many have failed so far
     */
    static void pause(int tries) {
        if (tries <= SPINS) {
            Thread.onSpinWait();
        } else {
            LockSupport.parkNanos(1);
        }
    }
}
