package io.fanlog.topic.reactor;

import io.fanlog.topic.CheckReturnValue;
import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicMessage;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;

/**
 * The same Flux of a topic as {@link ReactorTopics} makes, delivered on the threads of a scheduler instead of the topic's
 * event loop. Got from {@link ReactorTopics#on}; immutable.
 *
 * <p>Each subscriber has one worker of the scheduler, which draws from the cursor: filter and copier run there, and so do
 * all signals but {@code onSubscribe}. Unlike behind {@code publishOn} nothing is ever taken ahead of the demand, whatever
 * the options; so a subscriber that cancels leaves all it has not been handed in the topic, for its successor if it is
 * resumable. The worker is disposed of when the subscriber ends.
 */
public final class BoundTopics {
    private final Scheduler scheduler;

    BoundTopics(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    /**
     * As {@link ReactorTopics#flux(Topic, UnaryOperator)}.
     *
     * @param topic what to read
     * @param options how each subscriber is served
     * @param <T> type of the payload
     * @return a hot Flux for any number of subscribers, from any thread
     */
    @CheckReturnValue
    public <T> Flux<T> flux(Topic<T> topic, UnaryOperator<SubscriptionOptions<T>> options) {
        return FluxTopic.eachOn(
                scheduler,
                Objects.requireNonNull(topic, "topic"),
                Opening.payloads(),
                Objects.requireNonNull(options, "options"));
    }

    /**
     * As {@link ReactorTopics#messages(Topic, UnaryOperator)}.
     *
     * @param topic what to read
     * @param options how each subscriber is served
     * @param <T> type of the payload
     * @return a hot Flux for any number of subscribers, from any thread
     */
    @CheckReturnValue
    public <T> Flux<TopicMessage<T>> messages(Topic<T> topic, UnaryOperator<SubscriptionOptions<T>> options) {
        return FluxTopic.eachOn(
                scheduler,
                Objects.requireNonNull(topic, "topic"),
                Opening.messages(),
                Objects.requireNonNull(options, "options"));
    }

    /**
     * As {@link ReactorTopics#batches(Topic, int, UnaryOperator)}.
     *
     * @param topic what to read
     * @param maxSize messages in a list at most, positive
     * @param options how each subscriber is served
     * @param <T> type of the payload
     * @return a hot Flux for any number of subscribers, from any thread
     * @throws IllegalArgumentException if {@code maxSize} is not positive
     */
    @CheckReturnValue
    public <T> Flux<List<T>> batches(Topic<T> topic, int maxSize, UnaryOperator<SubscriptionOptions<T>> options) {
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(options, "options");
        return FluxTopic.lists(scheduler, topic, Opening.payloads(), maxSize, options);
    }

    /**
     * As {@link ReactorTopics#messageBatches(Topic, int, UnaryOperator)}.
     *
     * @param topic what to read
     * @param maxSize messages in a list at most, positive
     * @param options how each subscriber is served
     * @param <T> type of the payload
     * @return a hot Flux for any number of subscribers, from any thread
     * @throws IllegalArgumentException if {@code maxSize} is not positive
     */
    @CheckReturnValue
    public <T> Flux<List<TopicMessage<T>>> messageBatches(
            Topic<T> topic, int maxSize, UnaryOperator<SubscriptionOptions<T>> options) {
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(options, "options");
        return FluxTopic.lists(scheduler, topic, Opening.messages(), maxSize, options);
    }
}
