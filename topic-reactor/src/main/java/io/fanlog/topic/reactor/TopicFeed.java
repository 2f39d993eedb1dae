package io.fanlog.topic.reactor;

import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.Scannable;

/**
 * A subscriber that publishes to a topic what it receives, for any one {@code Publisher}; made by
 * {@link ReactorTopics#subscriber}. It requests no more than the topic has room for. Disposing it cancels the source and
 * takes back what waits for room.
 *
 * @param <T> type of the payload
 */
public interface TopicFeed<T> extends CoreSubscriber<T>, Disposable, Scannable {
    /**
     * What the topic has accepted from it so far.
     *
     * @return messages; does not grow any more once {@link #isDisposed()}, except by one that is being admitted
     */
    long accepted();

    /**
     * Whether it has come to its end: the source ended and all of it was published, the topic ended, or it was disposed.
     *
     * @return true once nothing more will be published
     */
    @Override
    boolean isDisposed();
}
