package io.fanlog.topic.benchmarks.fanout;

import io.fanlog.topic.benchmarks.harness.TrialFailure;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAccumulator;
import org.jspecify.annotations.Nullable;

/** Knows when all subscribers have all messages. The last of them reads the clock itself; nobody spins meanwhile. */
public final class Completion {
    private final CountDownLatch open;
    private final LongAccumulator lastNanos = new LongAccumulator(Math::max, Long.MIN_VALUE);
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<@Nullable Throwable>();

    /**
     * Of a number of subscribers.
     *
     * @param subscribers how many have to be done
     */
    public Completion(int subscribers) {
        open = new CountDownLatch(subscribers);
    }

    void subscriberDone() {
        lastNanos.accumulate(System.nanoTime());
        open.countDown();
    }

    /**
     * Ends the run at once.
     *
     * @param cause what a thread of the run threw
     */
    public void fail(Throwable cause) {
        failure.compareAndSet(null, cause);
        while (open.getCount() > 0) {
            open.countDown();
        }
    }

    /**
     * Waits for the last subscriber.
     *
     * @param timeoutSeconds after which the run counts as stalled
     * @return {@link System#nanoTime} of the last receipt
     * @throws TrialFailure if a thread failed or nothing went on
     * @throws InterruptedException if interrupted
     */
    long awaitNanos(long timeoutSeconds) throws TrialFailure, InterruptedException {
        boolean isDone = open.await(timeoutSeconds, TimeUnit.SECONDS);
        Throwable cause = failure.get();
        if (cause != null) {
            throw new TrialFailure("a thread of the run failed: " + cause, cause);
        }
        if (!isDone) {
            throw new TrialFailure(
                    open.getCount() + " subscribers had not all messages after " + timeoutSeconds + " s");
        }
        return lastNanos.get();
    }
}
