package io.fanlog.topic.spi;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * One event loop as somebody sees it who wants to run something there: short actions that must not block, between the
 * deliveries of the topics that live on it. Got from {@link io.fanlog.topic.Dispatcher#nextLoop()}. All methods may be
 * called from any thread.
 */
public interface LoopExecutor extends Executor {
    /**
     * Runs an action once on the loop, after those that this thread handed over before.
     *
     * @param action must not block; what it throws goes to the loop thread's uncaught-exception handler
     * @throws RejectedExecutionException if the loop has ended
     */
    @Override
    void execute(Runnable action);

    /**
     * Runs an action on the loop after a delay, never earlier, and about a millisecond later when the loop is free; not at
     * all if the loop ends before.
     *
     * @param action must not block; what it throws goes to the loop thread's uncaught-exception handler
     * @param delayNanos nanoseconds by the loop's clock; 0 or less means soon, {@link Long#MAX_VALUE} never
     * @return takes it back
     * @throws RejectedExecutionException if the loop has ended
     */
    Delayed schedule(Runnable action, long delayNanos);

    /**
     * Whether the current thread runs this loop.
     *
     * @return true on the loop's thread
     */
    boolean isCurrent();

    /**
     * The clock that its delays go by.
     *
     * @return that of the dispatcher
     */
    TopicClock clock();

    /** An action that is to run later. */
    @FunctionalInterface
    interface Delayed {
        /**
         * Takes the action back; it is let go of at once. Any thread, any number of times.
         *
         * @return true if this call is why it does not run
         */
        boolean cancel();
    }
}
