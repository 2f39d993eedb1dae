package io.fanlog.topic.reactor.micrometer;

import io.fanlog.topic.CheckReturnValue;
import io.fanlog.topic.Envelope;
import io.fanlog.topic.MessageHandler;
import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicMessage;
import io.fanlog.topic.worker.JobHandler;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.context.ContextView;

/**
 * Observes publishing and handling, so that one trace goes from a publisher to each handler of its message:
 *
 * <pre>{@code
 * TopicObservations observed = TopicObservations.of(registry);
 * observed.publish(quakes, quake).orThrow();
 *
 * quakes.subscribeMessages(observed.messageHandler("screen", message -> draw(message.payload())), o -> o);
 * ReactorTopics.messages(quakes, o -> o).concatMap(observed.mapper("archive", this::save)).subscribe();
 * }</pre>
 *
 * <p>Tracing writes the trace into headers of the message when a publish starts and reads it there when a handling does;
 * nothing else has to be the same on both sides, not the thread and not the process. Names and key values are said by
 * conventions, which can be replaced here or in the registry; the defaults are listed in docs/guide/metrics.md. Payloads
 * are never among them.
 *
 * <p>Immutable; each method that takes a convention answers a changed copy. All methods may be called from any thread.
 * With {@link ObservationRegistry#NOOP} it does nothing but pass on.
 */
@SuppressWarnings("try") // a scope is there to be closed
public final class TopicObservations {
    /** Where Micrometer keeps the current observation in a Reactor context. */
    private static final String CONTEXT_KEY = "micrometer.observation";

    private static final PublishObservationConvention PUBLISH = new DefaultPublishObservationConvention();
    private static final HandleObservationConvention HANDLE = new DefaultHandleObservationConvention();

    private final ObservationRegistry registry;
    private final @Nullable PublishObservationConvention ofPublish;
    private final @Nullable HandleObservationConvention ofHandle;

    private TopicObservations(
            ObservationRegistry registry,
            @Nullable PublishObservationConvention ofPublish,
            @Nullable HandleObservationConvention ofHandle) {
        this.registry = registry;
        this.ofPublish = ofPublish;
        this.ofHandle = ofHandle;
    }

    /**
     * With the default conventions.
     *
     * @param registry hears of the observations
     * @return observes
     */
    public static TopicObservations of(ObservationRegistry registry) {
        return new TopicObservations(Objects.requireNonNull(registry, "registry"), null, null);
    }

    /**
     * With another convention for publishing.
     *
     * @param convention default: {@link DefaultPublishObservationConvention}, or a global one of the registry
     * @return a changed copy
     */
    public TopicObservations publishConvention(PublishObservationConvention convention) {
        return new TopicObservations(registry, Objects.requireNonNull(convention, "publishConvention"), ofHandle);
    }

    /**
     * With another convention for handling.
     *
     * @param convention default: {@link DefaultHandleObservationConvention}, or a global one of the registry
     * @return a changed copy
     */
    public TopicObservations handleConvention(HandleObservationConvention convention) {
        return new TopicObservations(registry, ofPublish, Objects.requireNonNull(convention, "handleConvention"));
    }

    // Publishing.

    /**
     * Publishes, as {@link Topic#publish(Object)}.
     *
     * @param topic where to publish
     * @param payload not null; must not be changed afterwards
     * @param <T> type of the payload
     * @return what happened; a refusal is an outcome, not an error
     */
    @CheckReturnValue
    public <T> PublishResult publish(Topic<T> topic, T payload) {
        return publish(topic, payload, UnaryOperator.identity());
    }

    /**
     * Publishes with a key, an id or headers, as {@link Topic#publish(Object, UnaryOperator)}.
     *
     * @param topic where to publish
     * @param payload not null; must not be changed afterwards
     * @param envelope fills in what goes with it; a header that tracing needs replaces one of that name
     * @param <T> type of the payload
     * @return what happened; a refusal is an outcome, not an error
     */
    @CheckReturnValue
    public <T> PublishResult publish(Topic<T> topic, T payload, UnaryOperator<Envelope> envelope) {
        Objects.requireNonNull(envelope, "envelope");
        if (registry.isNoop()) {
            return topic.publish(payload, envelope);
        }
        PublishContext context = new PublishContext(topic.name());
        Observation observation = publishing(context).start();
        try (Observation.Scope scope = observation.openScope()) {
            PublishResult result = topic.publish(payload, given -> context.inject(envelope.apply(given)));
            context.published(result);
            return result;
        } catch (Throwable thrown) {
            context.failed();
            observation.error(thrown);
            throw thrown;
        } finally {
            observation.stop();
        }
    }

    /**
     * Publishes as soon as there is room, as {@link Topic#publishAsync(Object, UnaryOperator)}. The observation lasts
     * until it is known what happened.
     *
     * @param topic where to publish
     * @param payload not null; must not be changed afterwards
     * @param envelope fills in what goes with it; a header that tracing needs replaces one of that name
     * @param <T> type of the payload
     * @return completes with what happened
     */
    @CheckReturnValue
    public <T> CompletableFuture<PublishResult> publishAsync(
            Topic<T> topic, T payload, UnaryOperator<Envelope> envelope) {
        return publishAsync(topic, payload, envelope, null);
    }

    private <T> CompletableFuture<PublishResult> publishAsync(
            Topic<T> topic, T payload, UnaryOperator<Envelope> envelope, @Nullable Observation parent) {
        Objects.requireNonNull(envelope, "envelope");
        if (registry.isNoop()) {
            return topic.publishAsync(payload, envelope);
        }
        PublishContext context = new PublishContext(topic.name());
        Observation observation = publishing(context);
        if (parent != null) {
            observation.parentObservation(parent);
        }
        observation.start();
        try (Observation.Scope scope = observation.openScope()) {
            CompletableFuture<PublishResult> answer =
                    topic.publishAsync(payload, given -> context.inject(envelope.apply(given)));
            CompletionStage<PublishResult> known = answer;
            known.whenComplete((result, error) -> stop(observation, context, result, error));
            return answer;
        } catch (Throwable thrown) {
            context.failed();
            observation.error(thrown);
            observation.stop();
            throw thrown;
        }
    }

    private static void stop(
            Observation observation,
            PublishContext context,
            @Nullable PublishResult result,
            @Nullable Throwable error) {
        if (result != null) {
            context.published(result);
        } else if (error == null || error instanceof CancellationException) {
            context.cancelled();
        } else {
            context.failed();
            observation.error(error);
        }
        observation.stop();
    }

    /**
     * Publishes as soon as there is room, once for each subscription, as
     * {@link io.fanlog.topic.reactor.ReactorTopics#publish(Topic, Object)}. The parent is the observation in the
     * subscriber's context, if there is one there, else the current one of the thread that subscribes.
     *
     * @param topic where to publish
     * @param payload not null; must not be changed afterwards
     * @param <T> type of the payload
     * @return what happened; a refusal is a value, not an error
     */
    @CheckReturnValue
    public <T> Mono<PublishResult> publishMono(Topic<T> topic, T payload) {
        return publishMono(topic, payload, UnaryOperator.identity());
    }

    /**
     * Publishes with a key, an id or headers as soon as there is room; as {@link #publishMono(Topic, Object)}.
     *
     * @param topic where to publish
     * @param payload not null; must not be changed afterwards
     * @param envelope fills in what goes with it; a header that tracing needs replaces one of that name
     * @param <T> type of the payload
     * @return what happened; a refusal is a value, not an error
     */
    @CheckReturnValue
    public <T> Mono<PublishResult> publishMono(Topic<T> topic, T payload, UnaryOperator<Envelope> envelope) {
        Objects.requireNonNull(topic, "topic");
        Objects.requireNonNull(payload, "payload");
        Objects.requireNonNull(envelope, "envelope");
        return Mono.deferContextual(context ->
                Mono.fromFuture(publishAsync(topic, payload, envelope, context.getOrDefault(CONTEXT_KEY, null))));
    }

    // Handling.

    /**
     * A plain handler, each run of which is observed: for {@link Topic#subscribeMessages}.
     *
     * @param name of the subscription, say its label; low-cardinality
     * @param handler what to do
     * @param <T> type of the payload
     * @return the same, observed
     */
    public <T> MessageHandler<TopicMessage<T>> messageHandler(
            String name, MessageHandler<? super TopicMessage<T>> handler) {
        String given = nonBlank(name);
        Objects.requireNonNull(handler, "handler");
        return message -> handle(given, message, handler);
    }

    /**
     * A pool's handler, each run of which is observed: for {@link io.fanlog.topic.worker.PoolBuilder#handling}.
     *
     * @param name of the pool; low-cardinality
     * @param handler what to do
     * @param <T> type of the payload
     * @return the same, observed
     */
    public <T> JobHandler<TopicMessage<T>> jobHandler(String name, JobHandler<? super TopicMessage<T>> handler) {
        String given = nonBlank(name);
        Objects.requireNonNull(handler, "handler");
        return message -> handle(given, message, handler::handle);
    }

    /**
     * A function for {@code flatMap}, {@code concatMap} and their like, each publisher of which is observed from its
     * subscription to its end. The observation is current while the function runs, and in the context of the publisher.
     *
     * @param name of the subscription, say its label; low-cardinality
     * @param mapper what to do
     * @param <T> type of the payload
     * @param <R> type of the results
     * @return the same, observed
     */
    public <T, R> Function<TopicMessage<T>, Flux<R>> mapper(
            String name, Function<? super TopicMessage<T>, ? extends Publisher<? extends R>> mapper) {
        String given = nonBlank(name);
        Objects.requireNonNull(mapper, "mapper");
        return message -> Flux.deferContextual(context -> observed(given, message, mapper, context));
    }

    private <T, R> Flux<R> observed(
            String name,
            TopicMessage<T> message,
            Function<? super TopicMessage<T>, ? extends Publisher<? extends R>> mapper,
            ContextView outer) {
        HandleContext context = new HandleContext(name, message);
        Observation observation = handling(context);
        Observation parent = outer.getOrDefault(CONTEXT_KEY, null);
        if (parent != null) {
            observation.parentObservation(parent);
        }
        observation.start();
        Publisher<? extends R> mapped;
        try (Observation.Scope scope = observation.openScope()) {
            mapped = Objects.requireNonNull(mapper.apply(message), "the mapper returned null");
        } catch (Throwable thrown) {
            context.failed();
            observation.error(thrown);
            observation.stop();
            throw thrown;
        }
        return Flux.<R>from(mapped)
                .doOnComplete(context::succeeded)
                .doOnError(error -> {
                    context.failed();
                    observation.error(error);
                })
                .doOnTerminate(observation::stop)
                .doOnCancel(() -> {
                    context.cancelled();
                    observation.stop();
                })
                .contextWrite(written -> written.put(CONTEXT_KEY, observation));
    }

    private Observation publishing(PublishContext context) {
        return Observation.createNotStarted(ofPublish, PUBLISH, () -> context, registry);
    }

    private <T> void handle(String name, TopicMessage<T> message, MessageHandler<? super TopicMessage<T>> handler)
            throws Exception {
        HandleContext context = new HandleContext(name, message);
        Observation observation = handling(context).start();
        try (Observation.Scope scope = observation.openScope()) {
            handler.handle(message);
            context.succeeded();
        } catch (Throwable thrown) {
            context.failed();
            observation.error(thrown);
            throw thrown;
        } finally {
            observation.stop();
        }
    }

    private Observation handling(HandleContext context) {
        return Observation.createNotStarted(ofHandle, HANDLE, () -> context, registry);
    }

    private static String nonBlank(String name) {
        if (Objects.requireNonNull(name, "name").isBlank()) {
            throw new IllegalArgumentException("name must not be blank, got \"" + name + "\"");
        }
        return name;
    }
}
