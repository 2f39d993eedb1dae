package io.fanlog.topic.reactor;

import io.fanlog.topic.CheckReturnValue;
import io.fanlog.topic.SubscriptionOptions;
import java.util.function.UnaryOperator;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;

/**
 * One upstream for many subscribers, each with a cursor of its own; made by {@link ReactorTopics#share}. Subscribing to it
 * uses the options the share was made with; {@link #with} is the same upstream with others.
 *
 * @param <T> type of the payload
 */
public abstract class SharedFlux<T> extends Flux<T> implements Scannable {
    SharedFlux() {}

    /**
     * The same upstream, its subscribers served otherwise: {@code shared.with(o -> o.skipToLatest(1))}. They count as all
     * others do.
     *
     * @param options how each subscriber is served, in addition to those of the share; asked once for each, and what they
     *     throw is signalled as {@code onError}
     * @return as {@link ReactorTopics#flux(io.fanlog.topic.Topic, UnaryOperator)}
     */
    @CheckReturnValue
    public abstract Flux<T> with(UnaryOperator<SubscriptionOptions<T>> options);

    /**
     * How many are subscribed now, by whatever options.
     *
     * @return subscribers that count as references
     */
    public abstract int currentSubscriberCount();

    /**
     * Whether the upstream is subscribed now.
     *
     * @return false before the first connect, after the upstream's end, and after a disconnect
     */
    public abstract boolean isConnected();
}
