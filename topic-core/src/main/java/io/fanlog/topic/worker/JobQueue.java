package io.fanlog.topic.worker;

import io.fanlog.topic.CheckReturnValue;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/**
 * Jobs that are each processed once, by one worker. Made by {@link WorkerPool#bindQueue()} or, without a pool,
 * {@link io.fanlog.topic.Topics#queue}; any number of pools may be bound to it, also later: they find the jobs that wait.
 * All methods may be called from any thread, also from inside a handler, and none blocks.
 *
 * <pre>{@code
 * JobQueue<Order> orders = topics.pool("orders").handling(this::ship).start().bindQueue();
 * orders.add(order);                                                         // one worker gets it
 * orders.add(order, o -> o.id(order.number())).orThrow();                    // or says why not
 * JobHandle<?> shipping = orders.submit(order);                              // to watch, or to close before it starts
 * }</pre>
 *
 * <p>What is in a queue, in the batch of a worker, or parked has not started: it is <em>pending</em>. Only what is in the
 * queue counts for its size and capacity. A queue that a pool made is closed with the pool, unless it was unbound; any
 * other lives until it or its {@link io.fanlog.topic.Topics} is closed, and gets back from a pool that is closed or
 * unbound what that had not started.
 *
 * <p>A queue is first in, first out, or {@linkplain QueueOptions#byPriority() by priority}. Several producers' jobs are in
 * the order in which their calls took effect; one producer's are in the order of its calls.
 *
 * @param <T> type of the jobs
 */
public interface JobQueue<T> extends AutoCloseable {
    /**
     * Its name.
     *
     * @return unique among the open queues of a {@link io.fanlog.topic.Topics}
     */
    String name();

    /**
     * Adds a job that nobody will ask for: it costs one slot, no object. A queue with a capacity, ids, or that may be
     * closed meanwhile can refuse it, so look at the result, or call {@link AddResult#orThrow()} on it.
     *
     * @param job not null; must not be changed afterwards
     * @return what happened
     */
    AddResult add(T job);

    /**
     * Adds a job with an id or a priority.
     *
     * @param job not null; must not be changed afterwards
     * @param options {@code o -> o.id("7").priority(1)}
     * @return what happened
     * @throws IllegalArgumentException if it has a priority and the queue is not by priority
     */
    AddResult add(T job, UnaryOperator<JobOptions> options);

    /**
     * Adds a job as soon as there is room, in arrival order with all who wait.
     *
     * @param job not null; must not be changed afterwards
     * @return as {@link #addAsync(Object, UnaryOperator)}
     */
    default CompletableFuture<AddResult> addAsync(T job) {
        return addAsync(job, o -> o);
    }

    /**
     * Adds a job as soon as there is room, in arrival order with all who wait. Cancelling the future before the job was
     * admitted leaves no trace; afterwards it has no effect.
     *
     * @param job not null; must not be changed afterwards
     * @param options its id and priority; whether the id is a duplicate is decided when there is room
     * @return completes with what happened, FULL only if too many wait already; never exceptionally. Dependent actions run
     *     on the event loop of a pool, or on the thread that purged or closed, and must not block
     * @throws IllegalArgumentException if it has a priority and the queue is not by priority
     */
    CompletableFuture<AddResult> addAsync(T job, UnaryOperator<JobOptions> options);

    /**
     * Adds a job to be watched and closed by its handle; as {@link #submit(Object, UnaryOperator)}.
     *
     * @param job not null; must not be changed afterwards
     * @return its handle, also if it was refused
     */
    @CheckReturnValue
    default JobHandle<?> submit(T job) {
        return submit(job, o -> o);
    }

    /**
     * Adds a job to be watched and closed by its handle, which costs one small object while the job waits. On a pool that
     * computes no results its result is null, or what the handler threw.
     *
     * @param job not null; must not be changed afterwards
     * @param options its id and priority
     * @return its handle, also if it was refused: see {@link JobHandle#refusal()}, {@link JobHandle#orThrow()}
     * @throws IllegalArgumentException if it has a priority and the queue is not by priority
     */
    @CheckReturnValue
    JobHandle<?> submit(T job, UnaryOperator<JobOptions> options);

    /**
     * Adds a job as soon as there is room; as {@link #submitAsync(Object, UnaryOperator)}.
     *
     * @param job not null; must not be changed afterwards
     * @return its handle
     */
    @CheckReturnValue
    default JobHandle<?> submitAsync(T job) {
        return submitAsync(job, o -> o);
    }

    /**
     * Adds a job as soon as there is room, in arrival order with all who wait. Until then its status is
     * {@link JobStatus#CREATED}, and to close it gives up the wait; its place in the line counts until it is reached.
     *
     * @param job not null; must not be changed afterwards
     * @param options its id and priority
     * @return its handle; it is refused as FULL only if too many wait already
     * @throws IllegalArgumentException if it has a priority and the queue is not by priority
     */
    @CheckReturnValue
    JobHandle<?> submitAsync(T job, UnaryOperator<JobOptions> options);

    /**
     * Adds jobs one after another, each if there is room for it.
     *
     * @param jobs each with its own id and priority: {@code Job.of(order, o -> o.id(order.number()))}
     * @return tells how many were refused and why, and watches the others
     * @throws NullPointerException if one is null; then none was added
     * @throws IllegalArgumentException if one has a priority and the queue is not by priority; then none was added
     */
    @CheckReturnValue
    JobGroup<?> addAll(Iterable<Job<T>> jobs);

    /**
     * How many jobs are in the queue; not those that a worker was handed. A closed one counts until it is reached.
     *
     * @return at least 0
     */
    long size();

    /**
     * Whether no job is in the queue.
     *
     * @return true if the size is 0
     */
    default boolean isEmpty() {
        return size() == 0;
    }

    /**
     * How many jobs may be in the queue.
     *
     * @return {@link Long#MAX_VALUE} if unbounded
     */
    long capacity();

    /**
     * Whether an add would be refused for want of room.
     *
     * @return true if as many jobs as the capacity are in it, or adds wait for room
     */
    boolean isFull();

    /**
     * The jobs in the queue, next one first.
     *
     * @return a snapshot
     */
    List<T> values();

    /**
     * Closes all jobs that have not started: those in the queue, in batches and parked. Jobs that are added meanwhile may
     * stay.
     *
     * @return how many were closed by this
     */
    long purge();

    /**
     * Its figures.
     *
     * @return a snapshot
     */
    @CheckReturnValue
    QueueStats stats();

    /**
     * Takes in no more, and closes all jobs that have not started. Running jobs finish. Has no effect when closed.
     */
    @Override
    void close();

    /**
     * Whether it takes in no more: it was closed, or the pool that made it is draining or closed.
     *
     * @return whether adds are answered CLOSED
     */
    boolean isClosed();
}
