package io.fanlog.topic;

/**
 * A plain subscriber: called on the topic's event loop, one message at a time, in order. It must not block: every
 * subscription of that loop waits for it. For work that blocks use a {@link io.fanlog.topic.worker.WorkerPool}.
 *
 * @param <T> what it takes: the payload, or a {@link TopicMessage} of it
 */
@FunctionalInterface
public interface MessageHandler<T> {
    /**
     * Takes one message.
     *
     * @param message the payload or message; shared with the other subscribers unless the topic has a copier
     * @throws Exception whatever it throws ends this subscription alone, as FAILED, and is reported to the observer
     */
    void handle(T message) throws Exception;
}
