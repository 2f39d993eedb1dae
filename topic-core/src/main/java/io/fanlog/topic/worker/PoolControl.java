package io.fanlog.topic.worker;

import io.fanlog.topic.CheckReturnValue;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * The life of a {@link WorkerPool}: who starts, pauses, resizes and stops it, its figures, and waiting for it. All methods
 * may be called from any thread, also from inside the handler; those that wait say where they refuse to.
 *
 * <p>The moves of its life return at once, and running jobs always finish. "-" has no effect, "x" is refused with a
 * {@link PoolStateException}:
 *
 * <table>
 * <caption>Status after a move, by status before it</caption>
 * <thead><tr><th>before</th><th>start</th><th>pause</th><th>resume</th><th>stop</th><th>restart</th>
 *   <th>drain</th><th>close</th></tr></thead>
 * <tbody>
 * <tr><td>CREATED</td><td>RUNNING</td><td>x</td><td>x</td><td>STOPPED</td><td>x</td><td>CLOSED</td><td>CLOSED</td></tr>
 * <tr><td>RUNNING</td><td>-</td><td>PAUSING</td><td>-</td><td>STOPPING</td><td>x</td><td>DRAINING</td><td>CLOSED</td></tr>
 * <tr><td>PAUSING</td><td>x</td><td>-</td><td>RUNNING</td><td>STOPPING</td><td>x</td><td>DRAINING</td><td>CLOSED</td></tr>
 * <tr><td>PAUSED</td><td>x</td><td>-</td><td>RUNNING</td><td>STOPPING</td><td>x</td><td>DRAINING</td><td>CLOSED</td></tr>
 * <tr><td>STOPPING</td><td>x</td><td>x</td><td>x</td><td>-</td><td>RUNNING</td><td>CLOSED</td><td>CLOSED</td></tr>
 * <tr><td>STOPPED</td><td>x</td><td>x</td><td>x</td><td>-</td><td>RUNNING</td><td>CLOSED</td><td>CLOSED</td></tr>
 * <tr><td>DRAINING</td><td>x</td><td>x</td><td>x</td><td>x</td><td>x</td><td>-</td><td>CLOSED</td></tr>
 * <tr><td>CLOSED</td><td>x</td><td>x</td><td>x</td><td>-</td><td>x</td><td>-</td><td>-</td></tr>
 * </tbody>
 * </table>
 */
public interface PoolControl extends AutoCloseable {
    /**
     * Its name.
     *
     * @return as it was given, unique among the pools that its {@link io.fanlog.topic.Topics} lists; {@code unnamed-<n>}
     *     of one that was made without a name
     */
    String name();

    /**
     * Where in its life it is.
     *
     * @return the status now
     */
    PoolStatus status();

    /**
     * How many jobs may run at once.
     *
     * @return at least 1
     */
    int concurrency();

    /**
     * Its figures.
     *
     * @return a snapshot
     */
    PoolStats stats();

    /**
     * Sets submitted, completed, succeeded and failed back to 0, as of the jobs that have ended. What is pending or in
     * flight stays, and counts as submitted.
     */
    void resetCounters();

    // Moves.

    /**
     * Begins to take and run jobs.
     *
     * @return this
     * @throws PoolStateException see the table
     */
    PoolControl start();

    /**
     * Starts no further job. Subscriptions stay, gating ones gate. What the pool has taken is parked and runs first, in
     * order, on resume.
     *
     * @throws PoolStateException see the table
     */
    void pause();

    /**
     * Goes on after a pause, also before it is complete.
     *
     * @throws PoolStateException see the table
     */
    void resume();

    /**
     * Starts no further job, leaves all sources (resumable topic subscriptions are detached, others cancelled), and lets
     * all threads go. What the pool has taken is parked and runs first, in order, on restart.
     *
     * @throws PoolStateException see the table
     */
    void stop();

    /**
     * Goes on after a stop, also before it is complete: with the parked jobs and with the same sources, resumable ones
     * where they stopped, others anew from the latest. One that was {@linkplain PoolBuilder#keepStoppedFor removed} from
     * the list of pools is listed again.
     *
     * @throws PoolStateException see the table
     * @throws IllegalStateException if it was removed, and there is another pool of its name now; nothing was changed
     */
    void restart();

    /**
     * Changes the concurrency. More workers start at once if jobs wait; surplus ones finish their running job, and the
     * rest of their batch is run by others. In any status but CLOSED, where it has no effect.
     *
     * @param limit at least 0; 0 stands for one per core
     * @throws IllegalArgumentException if negative
     */
    void resize(int limit);

    /**
     * Handles what is there, takes in nothing else, then closes: jobs taken or received, and messages published before
     * the drain began. A paused pool resumes for it. A pool that is not started or stopped only waits for what still
     * runs. Waits at most the timeout, then closes all the same and reports what it abandoned. A second drain waits for
     * the first.
     *
     * @param timeout zero or less does not wait
     * @return what was done
     * @throws InterruptedException if interrupted while waiting; the drain goes on
     * @throws IllegalStateException if it had to wait on a thread that must not block, or on a worker of this pool; the
     *     drain goes on
     */
    @CheckReturnValue
    DrainReport drain(Duration timeout) throws InterruptedException;

    /**
     * As {@link #drain(Duration)}, without waiting. Dependent actions run on the pool's event loop and must not block.
     *
     * @param timeout after which what is left is abandoned
     * @return completes with what was done; never exceptionally
     */
    CompletableFuture<DrainReport> drainAsync(Duration timeout);

    /**
     * Starts no further job, leaves all sources for good and gives up what it has taken and not started. Returns at
     * once; running jobs finish. Has no effect when closed.
     */
    @Override
    void close();

    /**
     * Drains, then closes; as {@link #drain(Duration)}, but when interrupted, on a thread that must not block, or on a
     * worker of this pool it does not wait: the drain goes on by itself. Leaves the thread interrupted if it was.
     *
     * @param drainTimeout zero or less does not wait
     * @return whether everything was handled before this returned
     */
    boolean close(Duration drainTimeout);

    /**
     * Pauses, and waits until the pause is complete.
     *
     * @return false if another move undid it before
     * @throws InterruptedException if interrupted while waiting; the pause goes on
     * @throws PoolStateException see the table; nothing was changed
     * @throws IllegalStateException if it would have to wait on a thread that must not block, or on a worker of this pool;
     *     nothing was changed
     */
    boolean pauseAndWait() throws InterruptedException;

    /**
     * As {@link #pauseAndWait()}, for a limited time.
     *
     * @param timeout after which the pause goes on without this; zero or less does not wait
     * @return false if the time was over, or another move undid it before
     * @throws InterruptedException if interrupted while waiting; the pause goes on
     * @throws PoolStateException see the table; nothing was changed
     * @throws IllegalStateException if it would have to wait on a thread that must not block, or on a worker of this pool;
     *     nothing was changed
     */
    @CheckReturnValue
    boolean pauseAndWait(Duration timeout) throws InterruptedException;

    /**
     * {@link #pauseAndWait()} without a thread. Dependent actions run on the pool's event loop and must not
     * block.
     *
     * @return completes then; with a {@link PoolStateException} if another move undid it before
     * @throws PoolStateException see the table; nothing was changed
     */
    CompletableFuture<Void> pauseAsync();

    /**
     * Stops, and waits until the stop is complete.
     *
     * @return false if the pool was restarted before
     * @throws InterruptedException if interrupted while waiting; the stop goes on
     * @throws PoolStateException see the table; nothing was changed
     * @throws IllegalStateException if it would have to wait on a thread that must not block, or on a worker of this pool;
     *     nothing was changed
     */
    boolean stopAndWait() throws InterruptedException;

    /**
     * As {@link #stopAndWait()}, for a limited time.
     *
     * @param timeout after which the stop goes on without this; zero or less does not wait
     * @return false if the time was over, or the pool was restarted before
     * @throws InterruptedException if interrupted while waiting; the stop goes on
     * @throws PoolStateException see the table; nothing was changed
     * @throws IllegalStateException if it would have to wait on a thread that must not block, or on a worker of this pool;
     *     nothing was changed
     */
    @CheckReturnValue
    boolean stopAndWait(Duration timeout) throws InterruptedException;

    /**
     * {@link #stopAndWait()} without a thread. Dependent actions run on the pool's event loop and must not
     * block.
     *
     * @return completes then; with a {@link PoolStateException} if the pool was restarted before
     * @throws PoolStateException see the table; nothing was changed
     */
    CompletableFuture<Void> stopAsync();

    // Waiting.

    /**
     * Waits until the pool is running with nothing running, pending or waiting in its sources. Does not return while it
     * is paused or stopped.
     *
     * @return false if the pool was closed
     * @throws InterruptedException if interrupted while waiting
     * @throws IllegalStateException if it had to wait on a thread that must not block, or on a worker of this pool
     */
    @CheckReturnValue
    boolean waitUntilIdle() throws InterruptedException;

    /**
     * Waits until the pool is running with nothing running, pending or waiting in its sources. Does not return true
     * while it is paused or stopped.
     *
     * @param timeout zero or less does not wait
     * @return false if the time was over, or the pool was closed
     * @throws InterruptedException if interrupted while waiting
     * @throws IllegalStateException if it had to wait on a thread that must not block, or on a worker of this pool
     */
    @CheckReturnValue
    boolean waitUntilIdle(Duration timeout) throws InterruptedException;

    /**
     * Waits until the status is PAUSED.
     *
     * @return false if the pool was closed
     * @throws InterruptedException if interrupted while waiting
     * @throws IllegalStateException if it had to wait on a thread that must not block, or on a worker of this pool
     */
    @CheckReturnValue
    boolean waitUntilPaused() throws InterruptedException;

    /**
     * Waits until the status is PAUSED.
     *
     * @param timeout zero or less does not wait
     * @return false if the time was over, or the pool was closed
     * @throws InterruptedException if interrupted while waiting
     * @throws IllegalStateException if it had to wait on a thread that must not block, or on a worker of this pool
     */
    @CheckReturnValue
    boolean waitUntilPaused(Duration timeout) throws InterruptedException;

    /**
     * Waits until the status is STOPPED, or it is CLOSED and nothing runs any more.
     *
     * @throws InterruptedException if interrupted while waiting
     * @throws IllegalStateException if it had to wait on a thread that must not block, or on a worker of this pool
     */
    void waitUntilStopped() throws InterruptedException;

    /**
     * Waits until the status is STOPPED, or it is CLOSED and nothing runs any more.
     *
     * @param timeout zero or less does not wait
     * @return false if the time was over
     * @throws InterruptedException if interrupted while waiting
     * @throws IllegalStateException if it had to wait on a thread that must not block, or on a worker of this pool
     */
    @CheckReturnValue
    boolean waitUntilStopped(Duration timeout) throws InterruptedException;

    /**
     * Waits until nothing is running, pending or waiting in the sources, whatever its status; see
     * {@link #awaitQuiescence(Duration)}.
     *
     * @throws InterruptedException if interrupted while waiting
     * @throws IllegalStateException if it had to wait on a thread that must not block, or on a worker of this pool
     */
    void awaitQuiescence() throws InterruptedException;

    /**
     * Waits until nothing is running, pending or waiting in the sources it is subscribed to, whatever its status. What
     * a closed pool has given up does not count.
     *
     * @param timeout zero or less does not wait
     * @return false if the time was over
     * @throws InterruptedException if interrupted while waiting
     * @throws IllegalStateException if it had to wait on a thread that must not block, or on a worker of this pool
     */
    @CheckReturnValue
    boolean awaitQuiescence(Duration timeout) throws InterruptedException;

    /**
     * {@link #waitUntilIdle} without a thread. Dependent actions run on the pool's event loop and must not block.
     *
     * @return completes then; with a {@link PoolStateException} if the pool is closed before
     */
    CompletableFuture<Void> whenIdle();

    /**
     * {@link #waitUntilPaused} without a thread. Dependent actions run on the pool's event loop and must not block.
     *
     * @return completes then; with a {@link PoolStateException} if the pool is closed before
     */
    CompletableFuture<Void> whenPaused();

    /**
     * {@link #waitUntilStopped} without a thread. Dependent actions run on the pool's event loop and must not block.
     *
     * @return completes then
     */
    CompletableFuture<Void> whenStopped();

    /**
     * {@link #awaitQuiescence} without a thread. Dependent actions run on the pool's event loop and must not block.
     *
     * @return completes then
     */
    CompletableFuture<Void> whenQuiescent();
}
