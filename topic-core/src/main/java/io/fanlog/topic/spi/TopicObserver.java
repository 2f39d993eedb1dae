package io.fanlog.topic.spi;

import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.worker.WorkerPool;
import java.time.Duration;

/**
 * Hears of what an owner wants to know: for metrics, logs and alarms. All methods do nothing by default. They are called
 * where the thing happened (publisher, loop or worker; said with each), never under a lock; they must not block, and what
 * they throw is logged and forgotten. Several may hear of one {@link io.fanlog.topic.Topics}: each is told, whatever the
 * others throw.
 *
 * <p>What has been opened is told before its end is, each once. An observer that was added later hears of ends whose
 * beginning it has missed.
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

    /**
     * A topic was made. On the thread that made it.
     *
     * @param topic which
     */
    default void onTopicOpened(Topic<?> topic) {}

    /**
     * A topic was closed: it is no longer one of its {@link io.fanlog.topic.Topics}; its subscriptions may still take what
     * is there. On the thread that closed it, or made it.
     *
     * @param topic which
     */
    default void onTopicClosed(Topic<?> topic) {}

    /**
     * A subscription is served from now on. On the loop, before its first message.
     *
     * @param subscription which
     */
    default void onSubscribed(TopicSubscription subscription) {}

    /**
     * A subscription is served from now on, with the cursor, and so the counts, of one that was detached. On the loop,
     * before its first message.
     *
     * @param subscription which
     * @param before the handle it takes over from, whose end is told before or after this
     */
    default void onResumed(TopicSubscription subscription, TopicSubscription before) {}

    /**
     * The state of a subscription has become final, and its subscriber has had its last signal. On the loop.
     *
     * @param subscription which
     */
    default void onSubscriptionEnded(TopicSubscription subscription) {}

    /**
     * A worker pool was made. On the thread that made it.
     *
     * @param pool which
     */
    default void onPoolOpened(WorkerPool<?> pool) {}

    /**
     * A worker pool was closed; jobs that were running then may still run. On the thread that closed it, or made it, or on
     * the loop.
     *
     * @param pool which
     */
    default void onPoolClosed(WorkerPool<?> pool) {}

    /**
     * The {@link io.fanlog.topic.Topics} has closed: no subscription is left and all pools are closed. On the thread that
     * closed it, or the loop.
     */
    default void onClosed() {}

    /**
     * Whether this wants to hear how long attempts and turns take, which costs two looks at the clock for each. Asked once,
     * when it is added; while nobody wants to, no clock is read.
     *
     * @return false by default
     */
    default boolean isTiming() {
        return false;
    }

    /**
     * A worker pool's handler has returned or thrown. Only told to those who are {@linkplain #isTiming timing}. On the
     * worker, for every job, so be quick.
     *
     * @param pool name of the pool
     * @param nanos how long it ran
     * @param succeeded whether it returned
     */
    default void onAttempt(String pool, long nanos, boolean succeeded) {}

    /**
     * An event loop has made a turn in which there was something to do. Only told to those who are
     * {@linkplain #isTiming timing}. On the loop, for every turn, so be quick.
     *
     * @param loop its name
     * @param nanos how long it took
     */
    default void onLoopTurn(String loop, long nanos) {}
}
