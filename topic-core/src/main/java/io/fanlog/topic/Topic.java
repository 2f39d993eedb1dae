package io.fanlog.topic;

import io.fanlog.topic.spi.PullListener;
import io.fanlog.topic.spi.PullSubscription;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.UnaryOperator;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * A named append-only log with subscribers. A payload is stored once; each subscription has a cursor of its own and is
 * served at its own pace. Made by {@link Topics#topic}. All methods may be called from any thread, also from inside a
 * subscriber. Without a copier all subscribers share the payload object; publishers must not change it afterwards.
 *
 * @param <T> type of the payload
 */
public interface Topic<T> extends AutoCloseable {
    /**
     * Its name.
     *
     * @return unique among the open topics of a {@link Topics}
     */
    String name();

    /**
     * The type of its payloads.
     *
     * @return as given when it was made
     */
    Class<T> type();

    /**
     * Random id of this life of the topic.
     *
     * @return {@code epoch:sequence} is unique across restarts
     */
    long epoch();

    /**
     * How far the slowest gating subscription may be behind the tail.
     *
     * @return messages
     */
    int capacity();

    /**
     * Whether it was completed, failed or closed.
     *
     * @return true once publishing answers CLOSED
     */
    boolean isEnded();

    /**
     * Publishes. Never blocks; any refusal means that nothing happened.
     *
     * @param payload not null; must not be changed afterwards
     * @return what happened
     * @throws NullPointerException if the payload is null
     */
    @CheckReturnValue
    PublishResult publish(T payload);

    /**
     * Publishes with a key, an id or headers.
     *
     * @param payload not null; must not be changed afterwards
     * @param envelope fills in what goes with it: {@code e -> e.key("ci")}
     * @return what happened
     */
    @CheckReturnValue
    PublishResult publish(T payload, UnaryOperator<Envelope> envelope);

    /**
     * Publishes a prefix of the payloads: one after another until the first that is refused.
     *
     * @param payloads in order
     * @return how many were accepted
     * @throws NullPointerException if one is null; those before it have been published, as the message says
     */
    @CheckReturnValue
    int publishAll(Iterable<? extends T> payloads);

    /**
     * Publishes as soon as there is room, in arrival order. No thread waits. At most {@code maxWaiters} publishes wait at
     * a time, beyond that the answer is FULL at once. Cancelling the future before it is admitted leaves no trace. Any
     * end of the topic answers CLOSED. Dependent actions of a future that had to wait run on an event loop, or on the
     * thread that ended the topic, and must not block.
     *
     * @param payload not null; must not be changed afterwards
     * @return completes with what happened; never exceptionally
     */
    @CheckReturnValue
    CompletableFuture<PublishResult> publishAsync(T payload);

    /**
     * Publishes with a key, an id or headers as soon as there is room; as {@link #publishAsync(Object)}.
     *
     * @param payload not null; must not be changed afterwards
     * @param envelope fills in what goes with it
     * @return completes with what happened; never exceptionally
     */
    @CheckReturnValue
    CompletableFuture<PublishResult> publishAsync(T payload, UnaryOperator<Envelope> envelope);

    /**
     * Publishes, blocking the calling thread until there is room or the time is over. Waits in the same line as
     * {@link #publishAsync}.
     *
     * @param payload not null; must not be changed afterwards
     * @param timeout how long to wait at most; zero or less does not wait
     * @return FULL (or DROPPED) when the time was over
     * @throws InterruptedException if interrupted while waiting; nothing was published then
     * @throws IllegalStateException if it had to wait on a thread that must not block, or that is the topic's own loop
     */
    @CheckReturnValue
    PublishResult offer(T payload, Duration timeout) throws InterruptedException;

    /**
     * Ends the topic in good order: what was accepted before is delivered as it is requested, then {@code onComplete};
     * nothing later is accepted. Has no effect on an ended topic.
     */
    void complete();

    /**
     * Ends the topic with an error: what was accepted before is delivered as it is requested, then {@code onError}. Has
     * no effect on an ended topic.
     *
     * @param cause not null
     */
    void fail(Throwable cause);

    /**
     * Completes it, takes it out of its {@link Topics}, and answers waiting publishes CLOSED. Returns at once;
     * subscriptions still get what was accepted as they request it. Has no effect when closed.
     */
    @Override
    void close();

    /**
     * As {@link #close()}; after the given time subscriptions that are not drained end with a
     * {@link TopicClosedException}, detached ones too. Returns at once.
     *
     * @param drainTimeout zero ends them now
     * @return completes when no subscription is left; never exceptionally
     */
    CompletableFuture<Void> close(Duration drainTimeout);

    /**
     * Subscribes a plain handler: called on its event loop, without demand; it must not block.
     *
     * @param handler called for each message
     * @return its handle
     * @throws IllegalStateException if the dispatcher is closed, so that nobody would serve it
     */
    default TopicSubscription subscribe(MessageHandler<? super T> handler) {
        return subscribe(handler, o -> o);
    }

    /**
     * Subscribes a plain handler: called on its event loop, without demand; it must not block.
     *
     * @param handler called for each message
     * @param options how it is served
     * @return its handle
     * @throws IllegalStateException if the dispatcher is closed, so that nobody would serve it
     */
    TopicSubscription subscribe(MessageHandler<? super T> handler, UnaryOperator<SubscriptionOptions<T>> options);

    /**
     * Subscribes a plain handler that sees sequence, envelope and time as well.
     *
     * @param handler called for each message, on its event loop; must not block
     * @param options how it is served
     * @return its handle
     * @throws IllegalStateException if the dispatcher is closed, so that nobody would serve it
     */
    TopicSubscription subscribeMessages(
            MessageHandler<? super TopicMessage<T>> handler, UnaryOperator<SubscriptionOptions<T>> options);

    /**
     * Subscribes a Reactive Streams subscriber. {@code onSubscribe} is called on this thread, all else on its event loop.
     *
     * @param subscriber gets never more than it requested
     * @param options how it is served
     * @return its handle
     * @throws IllegalStateException if the dispatcher is closed, so that nobody would serve it
     */
    TopicSubscription subscribe(Subscriber<? super T> subscriber, UnaryOperator<SubscriptionOptions<T>> options);

    /**
     * Subscribes a {@link java.util.concurrent.Flow} subscriber. {@code onSubscribe} is called on this thread, all else
     * on the loop.
     *
     * @param subscriber gets never more than it requested
     * @param options how it is served
     * @return its handle
     * @throws IllegalStateException if the dispatcher is closed, so that nobody would serve it
     */
    TopicSubscription subscribe(Flow.Subscriber<? super T> subscriber, UnaryOperator<SubscriptionOptions<T>> options);

    /**
     * The topic as a Reactive Streams publisher; each subscriber becomes a subscription with these options.
     *
     * @param options how each is served
     * @return a publisher for any number of subscribers; who subscribes when the dispatcher is closed gets
     *     {@code onError} with an IllegalStateException
     */
    Publisher<T> publisher(UnaryOperator<SubscriptionOptions<T>> options);

    /**
     * The topic as a {@link java.util.concurrent.Flow} publisher.
     *
     * @param options how each subscriber is served
     * @return a publisher for any number of subscribers; who subscribes when the dispatcher is closed gets
     *     {@code onError} with an IllegalStateException
     */
    Flow.Publisher<T> flowPublisher(UnaryOperator<SubscriptionOptions<T>> options);

    /**
     * Opens a cursor for an adapter that draws from it itself. The subscription has joined when this returns (nothing
     * published from now on escapes it), but nothing is called before {@link PullSubscription#activate}.
     *
     * @param listener called on its event loop
     * @param options how it is served
     * @return the cursor
     */
    PullSubscription<T> pull(PullListener<? super T> listener, UnaryOperator<SubscriptionOptions<T>> options);

    /**
     * Opens a cursor for an adapter that draws whole messages: payload with sequence, envelope and time. As
     * {@link #pull}.
     *
     * @param listener called on its event loop
     * @param options how it is served
     * @return the cursor
     */
    PullSubscription<TopicMessage<T>> pullMessages(
            PullListener<? super TopicMessage<T>> listener, UnaryOperator<SubscriptionOptions<T>> options);

    /**
     * Ends the resumable subscription of this name at once, attached or detached.
     *
     * @param resumableName as given in its options
     * @return whether there was one
     */
    boolean forget(String resumableName);

    /**
     * The attached and detached subscriptions.
     *
     * @return a snapshot, in the order they joined
     */
    List<TopicSubscription> subscriptions();

    /**
     * Finds a subscription, for instance that of a {@code Flux}, whose subscriber has no handle.
     *
     * @param label as given in its options
     * @return the first attached or detached one of that label
     */
    default Optional<TopicSubscription> subscription(String label) {
        return subscriptions().stream()
                .filter(found -> found.label().equals(label))
                .findFirst();
    }

    /**
     * The subscription because of which publishing is refused now. It may have moved on since a publish was refused;
     * {@link io.fanlog.topic.spi.TopicObserver#onBlocked} tells each time that one has become the blocker.
     *
     * @return empty while there is room
     */
    Optional<TopicSubscription> blocker();

    /**
     * The topic's figures.
     *
     * @return a snapshot
     */
    TopicStats stats();
}
