package io.fanlog.topic.spi;

import io.fanlog.topic.TopicSubscription;
import java.time.Duration;

/**
 * Hears of what an owner wants to know: for metrics, logs and alarms. All methods do nothing by default. They are called
 * where the thing happened (publisher, loop or worker; said with each), never under a lock; they must not block, and what
 * they throw is logged and forgotten.
 */
public interface TopicObserver {
    /** Hears nothing. */
    TopicObserver NONE = new TopicObserver() {};

    /**
     * A subscription has become the one because of which publishing is refused: the first FULL it causes since there was
     * room. On the publishing thread.
     *
     * @param topic name of the topic
     * @param blocker who is a whole capacity behind
     */
    default void onBlocked(String topic, TopicSubscription blocker) {}

    /**
     * A lossy subscription was moved past messages, or started later than it asked for. On the loop or the thread that
     * polls.
     *
     * @param subscription which
     * @param count how many messages, at least 1
     */
    default void onMissed(TopicSubscription subscription, long count) {}

    /**
     * A subscriber threw. Its subscription ends alone; nobody else notices. On the loop.
     *
     * @param subscription whose subscriber it is
     * @param error what it threw
     */
    default void onSubscriberError(TopicSubscription subscription, Throwable error) {}

    /**
     * A resumable subscription was detached for too long and has been cancelled. On the loop.
     *
     * @param subscription which
     */
    default void onDetachedExpired(TopicSubscription subscription) {}

    /**
     * A topic has ended: it was completed, failed or closed. On the thread that ended it.
     *
     * @param topic name of the topic
     * @param published messages it has accepted in its life
     */
    default void onTopicEnded(String topic, long published) {}

    /**
     * A worker pool's handler threw, and the job has failed. On the worker.
     *
     * @param pool name of the pool
     * @param error what it threw
     */
    default void onJobFailed(String pool, Throwable error) {}

    /**
     * Somebody blocks an event loop. On a watching thread, again and again while it lasts.
     *
     * @param loop name of its thread
     * @param lasting for how long so far
     * @param stack where it is now
     */
    default void onLoopStalled(String loop, Duration lasting, StackTraceElement[] stack) {}
}
