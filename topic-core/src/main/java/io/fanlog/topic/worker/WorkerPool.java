package io.fanlog.topic.worker;

import io.fanlog.topic.CheckReturnValue;
import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.UnaryOperator;
import org.reactivestreams.Publisher;

/**
 * Runs one handler with bounded concurrency on the jobs of any number of queues, topics and publishers. Made by
 * {@link io.fanlog.topic.Topics#pool}. All methods may be called from any thread, also from inside the handler; those
 * that wait say where they refuse to.
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
 *
 * <p>A pool takes its jobs in order. It starts no job before all jobs more than 32 x concurrency older have started
 * (with {@code maxBatch(1)}: strictly in order), and finishes them in any order.
 *
 * @param <T> type of the jobs
 */
public interface WorkerPool<T> extends AutoCloseable {
    /**
     * Its name.
     *
     * @return unique among the pools of a {@link io.fanlog.topic.Topics}
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
     * Subscribes to a topic with the default options: from now on, gating.
     *
     * @param topic whose messages become jobs
     * @return the subscription's handle
     * @throws PoolStateException if draining, stopping, stopped or closed
     * @throws IllegalStateException if the dispatcher is closed, so that nobody would serve it
     */
    default TopicSubscription subscribeTo(Topic<? extends T> topic) {
        return subscribeTo(topic, o -> o);
    }

    /**
     * Subscribes to a topic. What the pool takes counts as received by the subscription; its lag is what has not been
     * taken. Each payload is one job. The handle outlives a stop and a restart of the pool: a stop detaches a resumable
     * subscription and cancels any other, a restart continues the resumable one and subscribes the other anew, from the
     * latest. To cancel the handle ends it for good. Its label is the pool's name, unless the options give one.
     *
     * @param topic whose messages become jobs
     * @param options how it is served
     * @param <M> type of the payloads
     * @return the subscription's handle
     * @throws PoolStateException if draining, stopping, stopped or closed
     * @throws IllegalStateException if the dispatcher is closed, so that nobody would serve it
     */
    <M extends T> TopicSubscription subscribeTo(Topic<M> topic, UnaryOperator<SubscriptionOptions<M>> options);

    /**
     * Subscribes to a publisher, with a demand of as many jobs as workers are free. The end of the publisher, well or
     * not, ends the source and nothing else; a throwing handler does not cancel it. A stop cancels it, a restart
     * subscribes anew.
     *
     * @param publisher whose elements become jobs
     * @return the subscription's handle
     * @throws PoolStateException if draining, stopping, stopped or closed
     * @throws IllegalStateException if the dispatcher is closed, so that nobody would serve it
     */
    @SuppressWarnings("overloads") // a lambda fits both kinds of publisher; nobody passes one
    default PoolSource subscribeTo(Publisher<? extends T> publisher) {
        return subscribeTo(publisher, o -> o);
    }

    /**
     * Subscribes to a publisher, as {@link #subscribeTo(Publisher)}.
     *
     * @param publisher whose elements become jobs
     * @param options where it stands among the pool's sources
     * @return the subscription's handle
     * @throws PoolStateException if draining, stopping, stopped or closed
     * @throws IllegalStateException if the dispatcher is closed, so that nobody would serve it
     */
    @SuppressWarnings("overloads") // as above
    PoolSource subscribeTo(Publisher<? extends T> publisher, UnaryOperator<SourceOptions> options);

    /**
     * Subscribes to a {@link java.util.concurrent.Flow} publisher; as {@link #subscribeTo(Publisher)}.
     *
     * @param publisher whose elements become jobs
     * @return the subscription's handle
     * @throws PoolStateException if draining, stopping, stopped or closed
     * @throws IllegalStateException if the dispatcher is closed, so that nobody would serve it
     */
    @SuppressWarnings("overloads") // as above
    default PoolSource subscribeTo(Flow.Publisher<? extends T> publisher) {
        return subscribeTo(publisher, o -> o);
    }

    /**
     * Subscribes to a {@link java.util.concurrent.Flow} publisher; as {@link #subscribeTo(Publisher, UnaryOperator)}.
     *
     * @param publisher whose elements become jobs
     * @param options where it stands among the pool's sources
     * @return the subscription's handle
     * @throws PoolStateException if draining, stopping, stopped or closed
     * @throws IllegalStateException if the dispatcher is closed, so that nobody would serve it
     */
    @SuppressWarnings("overloads") // as above
    PoolSource subscribeTo(Flow.Publisher<? extends T> publisher, UnaryOperator<SourceOptions> options);

    /**
     * Makes a queue of its own: first in, first out, unbounded. Other pools may be bound to it as well. It is closed when
     * this pool is closed, unless it was unbound before.
     *
     * @return a new queue, bound to this pool
     * @throws PoolStateException if draining, stopping, stopped or closed
     */
    default JobQueue<T> bindQueue() {
        return bindQueue(o -> o);
    }

    /**
     * Makes a queue of its own. Other pools may be bound to it as well. It is closed when this pool is closed, unless it
     * was unbound before.
     *
     * @param options {@code o -> o.capacity(10_000).byPriority()}
     * @return a new queue, bound to this pool
     * @throws PoolStateException if draining, stopping, stopped or closed
     * @throws IllegalStateException if there is a queue of the name given
     */
    default JobQueue<T> bindQueue(UnaryOperator<QueueOptions<T>> options) {
        return bindQueue(options, o -> o);
    }

    /**
     * Makes a queue of its own, and says where it stands among the sources of this pool; as
     * {@link #bindQueue(UnaryOperator)}.
     *
     * @param options {@code o -> o.capacity(10_000).byPriority()}
     * @param sourceOptions {@code o -> o.priority(1)}
     * @return a new queue, bound to this pool
     * @throws PoolStateException if draining, stopping, stopped or closed
     * @throws IllegalStateException if there is a queue of the name given
     */
    JobQueue<T> bindQueue(UnaryOperator<QueueOptions<T>> options, UnaryOperator<SourceOptions> sourceOptions);

    /**
     * Takes jobs from a queue from now on, those that wait in it as well. When this pool is closed, what it has taken and
     * not started goes back to the queue. A draining pool handles as many jobs as were in the queue when the drain began.
     *
     * @param queue where else other pools may take from
     * @throws PoolStateException if draining, stopping, stopped or closed
     * @throws IllegalStateException if it is bound to this pool already, or closed
     * @throws IllegalArgumentException if it is a {@link ResultQueue}: only a {@link ResultPool} of its types may take from
     *     it
     */
    default void bind(JobQueue<? extends T> queue) {
        bind(queue, o -> o);
    }

    /**
     * Takes jobs from a queue, and says where it stands among the sources of this pool; as {@link #bind(JobQueue)}.
     *
     * @param queue where else other pools may take from
     * @param options {@code o -> o.priority(1)}
     * @throws PoolStateException if draining, stopping, stopped or closed
     * @throws IllegalStateException if it is bound to this pool already, or closed
     * @throws IllegalArgumentException if it is a {@link ResultQueue}: only a {@link ResultPool} of its types may take from
     *     it
     */
    void bind(JobQueue<? extends T> queue, UnaryOperator<SourceOptions> options);

    /**
     * Takes no further job from a queue. What this pool has taken and not started goes back to the queue, in front;
     * running jobs finish. In any status.
     *
     * @param queue that is not to be taken from any more
     * @return false if it was not bound to this pool
     */
    boolean unbind(JobQueue<?> queue);

    /**
     * Begins to take and run jobs.
     *
     * @return this
     * @throws PoolStateException see the table
     */
    WorkerPool<T> start();

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
     * where they stopped, others anew from the latest.
     *
     * @throws PoolStateException see the table
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
     * @param timeout zero or less does not wait
     * @return false if the time was over
     * @throws InterruptedException if interrupted while waiting
     * @throws IllegalStateException if it had to wait on a thread that must not block, or on a worker of this pool
     */
    @CheckReturnValue
    boolean waitUntilStopped(Duration timeout) throws InterruptedException;

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
