package io.fanlog.topic.reactor;

import io.fanlog.topic.CheckReturnValue;
import io.fanlog.topic.Dispatcher;
import io.fanlog.topic.Envelope;
import io.fanlog.topic.PublishResult;
import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicMessage;
import io.fanlog.topic.spi.TopicClock;
import io.fanlog.topic.worker.AddResult;
import io.fanlog.topic.worker.JobGroup;
import io.fanlog.topic.worker.JobHandle;
import io.fanlog.topic.worker.JobQueue;
import io.fanlog.topic.worker.PoolBuilder;
import io.fanlog.topic.worker.WorkerPool;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * The door from topics to Reactor and back:
 *
 * <pre>{@code
 * Flux<Quake> live = ReactorTopics.flux(quakes, o -> o.skipToLatest(1));   // a slow page hurts only itself
 * Mono<PublishResult> sent = ReactorTopics.publish(quakes, quake);         // waits for room, no thread
 * }</pre>
 *
 * <p>From the first use of this class on, Reactor counts the event loops among the threads that must not block, and
 * refuses {@code block()}, {@code blockFirst()}, {@code toIterable()} and their like on them.
 */
public final class ReactorTopics {
    static {
        Schedulers.registerNonBlockingThreadPredicate(Dispatcher::isLoopThread);
    }

    private ReactorTopics() {}

    /**
     * The topic as a Flux with the default options: what is published after subscribing, with a gating cursor.
     *
     * @param topic what to read
     * @param <T> type of the payload
     * @return as {@link #flux(Topic, UnaryOperator)}
     */
    @CheckReturnValue
    public static <T> Flux<T> flux(Topic<T> topic) {
        return flux(topic, UnaryOperator.identity());
    }

    /**
     * The topic as a Flux. Each subscriber becomes a subscription of its own, with its own cursor, demand, policy and
     * end; what one does is not felt by another, except that a gating one (the default) holds publishing back once it is
     * the topic's capacity behind. The options are asked once for each subscriber; what they throw, and what the topic
     * refuses (an option it does not support, a resumable name that is taken), is signalled as {@code onError}.
     *
     * <p><b>Threads.</b> {@code onSubscribe} comes on the thread that subscribes, all else on the topic's event loop,
     * which must not be blocked. To work elsewhere, or for long, use {@code publishOn}: it is fused, so its thread draws
     * from the cursor itself and nothing is queued in between. With a filter in the options it is not: the filter runs
     * on the loop, as it would without {@code publishOn}. A copier of the topic runs wherever the message is handed out.
     *
     * <p><b>Signals.</b> Never more than requested; {@code request(n <= 0)} ends this subscriber with an
     * {@link IllegalArgumentException}. When the topic ends, each subscriber gets what was accepted before as it requests
     * it, then {@code onComplete} or {@code onError}, which need no demand. A subscriber that breaks the rules and throws
     * is cancelled alone; what it threw goes to the hook {@code onErrorDropped} and to the topic's observer. Cancelling
     * leaves nothing behind, unless the options make the subscription resumable.
     *
     * @param topic what to read
     * @param options how each subscriber is served: {@code o -> o.label("page").skipToLatest(1)}
     * @param <T> type of the payload
     * @return a hot Flux for any number of subscribers, from any thread
     */
    @CheckReturnValue
    public static <T> Flux<T> flux(Topic<T> topic, UnaryOperator<SubscriptionOptions<T>> options) {
        return FluxTopic.each(
                Objects.requireNonNull(topic, "topic"), Opening.payloads(), Objects.requireNonNull(options, "options"));
    }

    /**
     * The topic as a Flux of whole messages: payload with topic, epoch, sequence, key, id, headers and time. In all else
     * as {@link #flux(Topic, UnaryOperator)}.
     *
     * @param topic what to read
     * @param options how each subscriber is served
     * @param <T> type of the payload
     * @return a hot Flux for any number of subscribers, from any thread
     */
    @CheckReturnValue
    public static <T> Flux<TopicMessage<T>> messages(Topic<T> topic, UnaryOperator<SubscriptionOptions<T>> options) {
        return FluxTopic.each(
                Objects.requireNonNull(topic, "topic"), Opening.messages(), Objects.requireNonNull(options, "options"));
    }

    /**
     * The topic as a Flux of what is there, a list for each signal: for bulk writes. A list is never empty and never
     * waited for: with the first message it has all that can be taken at that moment, up to {@code maxSize}. So a
     * subscriber that keeps up gets small ones, and one that falls behind gets large ones and catches up. Demand counts
     * lists. Each list is the subscriber's own, to keep or to change.
     *
     * <p>In all else as {@link #flux(Topic, UnaryOperator)}. What has been put into a list counts as delivered; if the
     * subscriber cancels just then, the messages of that list go to its discard hook, one by one.
     *
     * @param topic what to read
     * @param maxSize messages in a list at most, positive
     * @param options how each subscriber is served
     * @param <T> type of the payload
     * @return a hot Flux for any number of subscribers, from any thread
     * @throws IllegalArgumentException if {@code maxSize} is not positive
     */
    @CheckReturnValue
    public static <T> Flux<List<T>> batches(
            Topic<T> topic, int maxSize, UnaryOperator<SubscriptionOptions<T>> options) {
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(options, "options");
        return FluxTopic.lists(null, topic, Opening.payloads(), maxSize, options);
    }

    /**
     * As {@link #batches}, of whole messages.
     *
     * @param topic what to read
     * @param maxSize messages in a list at most, positive
     * @param options how each subscriber is served
     * @param <T> type of the payload
     * @return a hot Flux for any number of subscribers, from any thread
     * @throws IllegalArgumentException if {@code maxSize} is not positive
     */
    @CheckReturnValue
    public static <T> Flux<List<TopicMessage<T>>> messageBatches(
            Topic<T> topic, int maxSize, UnaryOperator<SubscriptionOptions<T>> options) {
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(options, "options");
        return FluxTopic.lists(null, topic, Opening.messages(), maxSize, options);
    }

    /**
     * Binds subscribers to a scheduler: they are served on its threads instead of the topic's event loop.
     *
     * <p>{@code flux(topic, options).publishOn(scheduler)} does nearly the same, and is the better choice where operators
     * stand in between. What binding adds: filters run on the scheduler, too, and nothing is taken ahead of the demand.
     *
     * @param scheduler whose threads are to serve them
     * @return the ways to read a topic there
     */
    @CheckReturnValue
    public static BoundTopics on(Scheduler scheduler) {
        return new BoundTopics(Objects.requireNonNull(scheduler, "scheduler"));
    }

    /**
     * The event loops of a dispatcher as a Scheduler: for short, non-blocking work beside the topics that live there. A
     * worker is one loop; time is the dispatcher's. Disposing of it takes back what has not run yet, and leaves the loops
     * as they are; it ends with them.
     *
     * @param dispatcher whose loops
     * @return a new Scheduler
     */
    public static Scheduler scheduler(Dispatcher dispatcher) {
        return new LoopScheduler(Objects.requireNonNull(dispatcher, "dispatcher"));
    }

    /**
     * A worker pool as a scheduler: what is scheduled waits in a queue of its own and is run by the pool's workers, so it
     * may block as their jobs may, and the pool's concurrency, pauses and counters hold for it. A worker of the scheduler runs
     * its tasks one after another. Disposing of the scheduler takes back what has not started, interrupts what runs, and
     * leaves the pool as it is.
     *
     * @param pool that runs what it is given, see {@link io.fanlog.topic.worker.JobHandler#running()}
     * @return a new scheduler
     * @throws io.fanlog.topic.worker.PoolStateException if the pool is draining, stopping, stopped or closed
     */
    public static Scheduler scheduler(WorkerPool<Runnable> pool) {
        return new PoolScheduler(Objects.requireNonNull(pool, "pool"));
    }

    /**
     * A scheduler's time as a clock for {@link Dispatcher.Builder#clock}. With Reactor's {@code VirtualTimeScheduler} a test
     * drives by it all that the topics and pools of that dispatcher do by time: retention, detached subscriptions, delays,
     * timeouts, grace periods. The loops keep their threads, so they follow a moment after the virtual time has been
     * moved.
     *
     * @param scheduler whose time; asked by many threads
     * @return a new clock
     */
    public static TopicClock clock(Scheduler scheduler) {
        return new SchedulerClock(Objects.requireNonNull(scheduler, "scheduler"));
    }

    /**
     * A worker pool whose jobs are publishers: no thread per job, {@code concurrency} limits how many are unfinished.
     *
     * <pre>{@code
     * ReactivePool<Link, Page> pages = ReactorTopics.pool(topics.pool("pages").concurrency(64))
     *         .flatMapping((Link link) -> client.get().uri(link.uri()).retrieve().bodyToMono(Page.class));
     * pages.results().subscribe(this::index);
     * pages.start().pool().subscribeTo(links);
     * }</pre>
     *
     * @param options of the pool: name, concurrency, timeout of a job, error handler
     * @return options of its results
     */
    public static ReactivePoolBuilder pool(PoolBuilder options) {
        return new ReactivePoolBuilder(Objects.requireNonNull(options, "options"));
    }

    /**
     * Publishes as soon as there is room, in arrival order with all who wait; holds no thread meanwhile. Each
     * subscription to the Mono publishes once, when it subscribes; none, none.
     *
     * <p>Cancelling before the message was admitted leaves no trace; afterwards it has no effect. The result comes on the
     * thread that subscribes if it is known at once, else on the topic's event loop, which must not be blocked.
     *
     * @param topic where to publish
     * @param payload not null; must not be changed afterwards
     * @param <T> type of the payload
     * @return what happened, as by {@link Topic#publishAsync(Object)}; a refusal is a value, not an error
     */
    @CheckReturnValue
    public static <T> Mono<PublishResult> publish(Topic<T> topic, T payload) {
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(payload, "payload");
        return Mono.fromFuture(() -> topic.publishAsync(payload));
    }

    /**
     * Publishes with a key, an id or headers as soon as there is room; as {@link #publish(Topic, Object)}.
     *
     * @param topic where to publish
     * @param payload not null; must not be changed afterwards
     * @param envelope fills in what goes with it; asked once for each subscription, and what it throws is signalled as
     *     {@code onError}
     * @param <T> type of the payload
     * @return what happened, as by {@link Topic#publishAsync(Object, UnaryOperator)}
     */
    @CheckReturnValue
    public static <T> Mono<PublishResult> publish(Topic<T> topic, T payload, UnaryOperator<Envelope> envelope) {
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(payload, "payload");
        Objects.requireNonNull(envelope, "envelope");
        return Mono.fromFuture(() -> topic.publishAsync(payload, envelope));
    }

    /**
     * Publishes what a source sends, in its order, as there is room: the source is asked for no more than may be in flight
     * (256, or the capacity if that is less), and one message at a time waits in the topic's line. No thread is held. Each
     * subscription to the Mono subscribes to the source once.
     *
     * <p><b>What is not accepted.</b> The result counts what was stored. DUPLICATE, NO_SUBSCRIBERS and DROPPED are not
     * counted: the message goes to the discard hook, and the next one is taken. FULL, which here says that more publishes
     * wait than {@code maxWaiters} allows, is asked again after 1 to 64 ms. CLOSED cancels the source, and the Mono
     * completes with what was accepted until then. When the source fails, what it sent before is published, then the Mono
     * fails with its error. Cancelling the Mono cancels the source and takes back what waits.
     *
     * <p><b>Threads.</b> The source is subscribed to on the thread that subscribes, and asked for more on any thread,
     * mostly the topic's event loop, once room was waited for. A source that blocks when it is asked belongs on
     * {@code subscribeOn(Schedulers.boundedElastic())}.
     *
     * @param topic where to publish; it is not ended with the source
     * @param source not null; its payloads must not be changed afterwards
     * @param <T> type of the payload
     * @return how many were accepted
     */
    @CheckReturnValue
    public static <T> Mono<Long> publishAll(Topic<T> topic, Publisher<? extends T> source) {
        return publishAll(topic, source, UnaryOperator.identity());
    }

    /**
     * Publishes what a source sends, as {@link #publishAll(Topic, Publisher)}.
     *
     * @param topic where to publish
     * @param source not null; its payloads must not be changed afterwards
     * @param options {@code o -> o.inFlight(32).endTopic()}
     * @param <T> type of the payload
     * @return how many were accepted
     */
    @CheckReturnValue
    public static <T> Mono<Long> publishAll(
            Topic<T> topic, Publisher<? extends T> source, UnaryOperator<FeedOptions> options) {
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(source, "source");
        FeedOptions chosen = feedOptions(options);
        return Mono.create(result -> {
            Feed<T> feed = new Feed<>(
                    topic, chosen.inFlightIn(topic.capacity()), new FeedEnd.Telling<>(topic, chosen, result));
            result.onCancel(feed);
            source.subscribe(feed);
        });
    }

    /**
     * A subscriber that publishes what it receives, for any one {@code Publisher}: as
     * {@link #publishAll(Topic, Publisher)}, but for a source that is subscribed to elsewhere. An error of the source goes
     * to the hook {@code onErrorDropped}, unless the options have the topic end with it.
     *
     * @param topic where to publish; it is not ended with the source
     * @param <T> type of the payload
     * @return for one {@code subscribe}
     */
    @CheckReturnValue
    public static <T> TopicFeed<T> subscriber(Topic<T> topic) {
        return subscriber(topic, UnaryOperator.identity());
    }

    /**
     * A subscriber that publishes what it receives, as {@link #subscriber(Topic)}.
     *
     * @param topic where to publish
     * @param options {@code o -> o.inFlight(32).endTopic()}
     * @param <T> type of the payload
     * @return for one {@code subscribe}
     */
    @CheckReturnValue
    public static <T> TopicFeed<T> subscriber(Topic<T> topic, UnaryOperator<FeedOptions> options) {
        Objects.requireNonNull(topic, "topic");
        FeedOptions chosen = feedOptions(options);
        return new Feed<>(topic, chosen.inFlightIn(topic.capacity()), new FeedEnd<>(topic, chosen));
    }

    private static FeedOptions feedOptions(UnaryOperator<FeedOptions> options) {
        Objects.requireNonNull(options, "options");
        return Objects.requireNonNull(options.apply(FeedOptions.DEFAULTS), "the options function returned null");
    }

    /**
     * The topic as a sink, for code that knows {@code Sinks.Many}; its Flux has the default options.
     *
     * @param topic what to emit to; ending the sink completes or fails it
     * @param <T> type of the payload
     * @return as {@link #sink(Topic, UnaryOperator)}
     */
    @CheckReturnValue
    public static <T> TopicSink<T> sink(Topic<T> topic) {
        return sink(topic, UnaryOperator.identity());
    }

    /**
     * The topic as a sink, for code that knows {@code Sinks.Many}. There may be any number of sinks over one topic, beside
     * other publishers and subscribers; all of them count in {@code currentSubscriberCount}.
     *
     * @param topic what to emit to; ending the sink completes or fails it
     * @param options how each subscriber of its Flux is served
     * @param <T> type of the payload
     * @return a new sink
     */
    @CheckReturnValue
    public static <T> TopicSink<T> sink(Topic<T> topic, UnaryOperator<SubscriptionOptions<T>> options) {
        Objects.requireNonNull(topic, "topic");
        return new ManySink<>(topic, ManySink.Kind.GIVEN, false, Objects.requireNonNull(options, "options"));
    }

    /**
     * Sinks with topics of their own, in the place of {@code Sinks.many()}: {@code ReactorTopics.sinks().multicast()}.
     *
     * @return the options and flavours to choose from
     */
    @CheckReturnValue
    public static TopicSinks sinks() {
        return TopicSinks.DEFAULTS;
    }

    /**
     * Shares an upstream, in the place of {@code share()} and {@code publish().refCount()}; as
     * {@link #share(UnaryOperator)}, with the default options.
     *
     * @param <T> type of the payload
     * @return {@code flux.transform(ReactorTopics.share())}
     */
    @CheckReturnValue
    public static <T> Function<Flux<T>, SharedFlux<T>> share() {
        return share(UnaryOperator.identity());
    }

    /**
     * Shares an upstream, in the place of {@code share()}, {@code publish().refCount(n, grace)} and {@code replay(n)}:
     * {@code flux.transform(ReactorTopics.share(s -> s.retainLast(10)))}, or with {@code as} to have the
     * {@link SharedFlux}.
     *
     * <p>The upstream is subscribed to once, when there are enough subscribers, and cancelled once, when none is left and
     * the grace period is over; the next subscriber begins anew. It is asked for as much as there is room for: the slowest
     * gating subscriber holds it back when it is a whole capacity behind, and lossy ones never do. When the upstream ends,
     * each subscriber gets what came before as it requests it, and then the end; who subscribes later begins anew, or, if
     * the share retains messages, gets these and the end. Signals come on event loops, as those of
     * {@link #flux(Topic, UnaryOperator)}.
     *
     * @param options {@code s -> s.retainLast(10).grace(Duration.ofSeconds(5))}
     * @param <T> type of the payload
     * @return makes the shared Flux of an upstream
     */
    @CheckReturnValue
    public static <T> Function<Flux<T>, SharedFlux<T>> share(UnaryOperator<ShareOptions> options) {
        Objects.requireNonNull(options, "options");
        ShareOptions chosen =
                Objects.requireNonNull(options.apply(ShareOptions.DEFAULTS), "the options function returned null");
        return source -> new FluxShare<>(Objects.requireNonNull(source, "source"), chosen);
    }

    /**
     * Adds a job as soon as there is room, in arrival order with all who wait; holds no thread meanwhile. Each
     * subscription to the Mono adds once, when it subscribes; none, none. Cancelling before the job was admitted leaves no
     * trace; afterwards it has no effect.
     *
     * @param queue where to add
     * @param job not null; must not be changed afterwards
     * @param <T> type of the job
     * @return what happened, as by {@link JobQueue#addAsync(Object)}; a refusal is a value, not an error
     */
    @CheckReturnValue
    public static <T> Mono<AddResult> add(JobQueue<T> queue, T job) {
        Objects.requireNonNull(queue, "queue");
        Objects.requireNonNull(job, "job");
        return Mono.fromFuture(() -> queue.addAsync(job));
    }

    /**
     * The result of a submitted job. Any number of subscribers get the same, also late ones. Cancelling does nothing to
     * the job; {@link JobHandle#close()} does.
     *
     * @param handle of the job
     * @param <R> type of the result
     * @return the result, nothing if that is null, or as {@code onError} what the handler threw, a
     *     {@link io.fanlog.topic.worker.JobClosedException} or a {@link io.fanlog.topic.worker.JobRefusedException}; on the
     *     worker, the thread that closed the job, or, if it has ended, the thread that subscribes
     */
    @CheckReturnValue
    public static <R> Mono<R> result(JobHandle<? extends R> handle) {
        Objects.requireNonNull(handle, "handle");
        return Mono.fromFuture(() -> handle.result().thenApply(result -> result));
    }

    /**
     * The results of jobs that were added together, in the order the jobs end; null ones are left out. Any number of
     * subscribers get the same, also late ones. Cancelling does nothing to the jobs; {@link JobGroup#close()} does.
     *
     * @param group of the jobs
     * @param <R> type of the results
     * @return all results of those that succeed, then {@code onError} with {@link JobGroup#firstError()} if one did not;
     *     what is not requested yet is kept. On the workers, one at a time, or on the thread that subscribes
     */
    @CheckReturnValue
    public static <R> Flux<R> results(JobGroup<? extends R> group) {
        Objects.requireNonNull(group, "group");
        return Flux.create(sink -> new GroupResults<R>(group, sink).begin());
    }
}
