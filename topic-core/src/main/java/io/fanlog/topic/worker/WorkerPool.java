package io.fanlog.topic.worker;

import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import java.util.concurrent.Flow;
import java.util.function.UnaryOperator;
import org.reactivestreams.Publisher;

/**
 * Runs one handler with bounded concurrency on the jobs of any number of queues, topics and publishers. Made by
 * {@link io.fanlog.topic.Topics#pool}. All methods may be called from any thread, also from inside the handler; those
 * that wait say where they refuse to. How it is started, paused, stopped and waited for is {@link PoolControl}.
 *
 * <p>A pool takes its jobs in order. It starts no job before all jobs more than 32 x concurrency older have started
 * (with {@code maxBatch(1)}: strictly in order), and finishes them in any order.
 *
 * @param <T> type of the jobs
 */
public interface WorkerPool<T> extends PoolControl {
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

    @Override
    WorkerPool<T> start();
}
