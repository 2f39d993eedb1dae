package io.fanlog.topic.benchmarks.pools;

import io.fanlog.topic.benchmarks.harness.TrialFailure;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Tells the one who adds that its jobs have run: it spins for a moment, as the next job is usually done soon, and then
 * parks. The same for all subjects whose jobs have no handle to wait for.
 */
final class Baton {
    private static final int SPINS = 1_000;
    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final AtomicLong finished = new AtomicLong();
    private final Thread adder = Thread.currentThread();
    private volatile long awaited = Long.MAX_VALUE;

    /** Of a job that has run; a pool of one worker calls it one after another. */
    void pass() {
        if (finished.incrementAndGet() == awaited) {
            LockSupport.unpark(adder);
        }
    }

    /** How many have run. */
    long finished() {
        return finished.get();
    }

    /** Waits until so many have run since it was made; for the thread that made it. */
    void await(long all) throws TrialFailure {
        for (int i = 0; i < SPINS; i++) {
            if (finished.get() >= all) {
                return;
            }
            Thread.onSpinWait();
        }
        awaited = all;
        long deadline = System.nanoTime() + TIMEOUT_NANOS;
        while (finished.get() < all) {
            if (System.nanoTime() - deadline > 0) {
                throw new TrialFailure(finished.get() + " of " + all + " jobs had run when the time was over");
            }
            LockSupport.parkNanos(this, TIMEOUT_NANOS);
        }
        awaited = Long.MAX_VALUE;
    }
}
