package io.fanlog.topic.reactor.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fanlog.topic.Envelope;
import io.fanlog.topic.MessageHandler;
import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicMessage;
import io.fanlog.topic.Topics;
import io.fanlog.topic.reactor.ReactorTopics;
import io.micrometer.common.KeyValues;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistry;
import io.micrometer.observation.tck.TestObservationRegistryAssert;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What is observed of publishing and handling, and under which names. */
class TopicObservationsTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final Topics topics = Topics.builder().drainTimeout(Duration.ZERO).build();
    private final TestObservationRegistry registry = TestObservationRegistry.create();
    private final TopicObservations observed = TopicObservations.of(registry);
    private final Topic<String> topic =
            topics.topic("quakes", String.class).capacity(1).build();

    private final List<String> shown = new CopyOnWriteArrayList<>();

    @BeforeEach
    void listen() {
        registry.observationConfig().observationHandler(new ObservationHandler<Observation.Context>() {
            @Override
            public void onStop(Observation.Context context) {
                shown.add(context.toString());
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });
    }

    @AfterEach
    void close() {
        topics.close();
    }

    private TestObservationRegistryAssert.TestObservationRegistryAssertReturningObservationContextAssert ended(
            String name) {
        return TestObservationRegistryAssert.assertThat(registry)
                .hasObservationWithNameEqualTo(name)
                .that()
                .hasBeenStarted()
                .hasBeenStopped();
    }

    private static <T> TopicMessage<T> message(T payload) {
        return new TopicMessage<>("quakes", 0xabcdef, 7, payload, Envelope.EMPTY, null);
    }

    // Publishing.

    @Test
    void shouldObserveAPublishWithItsOutcome() {
        topic.subscribe(payload -> {});
        assertThat(observed.publish(topic, "secret")).isEqualTo(PublishResult.OK);
        ended("fanlog.publish")
                .hasContextualNameEqualTo("publish quakes")
                .hasLowCardinalityKeyValue("topic", "quakes")
                .hasLowCardinalityKeyValue("outcome", "ok")
                .doesNotHaveError();
        assertThat(shown).isNotEmpty().allSatisfy(text -> assertThat(text).doesNotContain("secret"));
    }

    @Test
    void shouldObserveARefusalAsAnOutcomeNotAsAnError() {
        assertThat(observed.publish(topic, "secret", e -> e.key("ci"))).isEqualTo(PublishResult.NO_SUBSCRIBERS);
        ended("fanlog.publish")
                .hasLowCardinalityKeyValue("outcome", "no_subscribers")
                .doesNotHaveError();
    }

    @Test
    void shouldObserveWhatIsThrownByAPublish() {
        assertThatThrownBy(() -> observed.publish(topic, "secret", e -> {
                    throw new IllegalStateException("no envelope");
                }))
                .hasMessage("no envelope");
        ended("fanlog.publish").hasLowCardinalityKeyValue("outcome", "error").hasError();
    }

    @Test
    void shouldBeCurrentWhileTheEnvelopeIsFilled() {
        topic.subscribe(payload -> {});
        List<String> current = new CopyOnWriteArrayList<>();
        assertThat(observed.publish(topic, "secret", e -> {
                    Observation now = registry.getCurrentObservation();
                    current.add(now == null ? "none" : now.getContext().getName());
                    return e;
                }))
                .isEqualTo(PublishResult.OK);
        assertThat(current).containsExactly("fanlog.publish");
        assertThat(registry.getCurrentObservation()).isNull();
    }

    @Test
    void shouldObserveAWaitingPublishUntilItIsKnownWhatHappened() throws Exception {
        var slow = topic.pull(new Idle<>(), o -> o);
        topic.publish("first").orThrow();
        CompletableFuture<PublishResult> waiting = observed.publishAsync(topic, "second", e -> e);
        TestObservationRegistryAssert.assertThat(registry)
                .hasObservationWithNameEqualTo("fanlog.publish")
                .that()
                .hasBeenStarted()
                .isNotStopped()
                .hasLowCardinalityKeyValue("outcome", "none");
        assertThat(registry.getCurrentObservation()).as("the thread goes on").isNull();
        slow.cancel();
        assertThat(waiting.get(20, TimeUnit.SECONDS)).isEqualTo(PublishResult.NO_SUBSCRIBERS);
        await().atMost(SOON)
                .untilAsserted(() -> ended("fanlog.publish").hasLowCardinalityKeyValue("outcome", "no_subscribers"));
    }

    @Test
    void shouldObserveThatAWaitingPublishWasGivenUp() {
        topic.pull(new Idle<>(), o -> o);
        topic.publish("first").orThrow();
        assertThat(observed.publishAsync(topic, "second", e -> e).cancel(false)).isTrue();
        ended("fanlog.publish")
                .hasLowCardinalityKeyValue("outcome", "cancelled")
                .doesNotHaveError();
    }

    @Test
    void shouldObserveAMonoOncePerSubscriptionWithTheParentInItsContext() {
        topic.subscribe(payload -> {});
        Mono<PublishResult> publish = observed.publishMono(topic, "secret");
        TestObservationRegistryAssert.assertThat(registry).doesNotHaveAnyObservation();
        Observation parent = Observation.start("request", registry);
        assertThat(publish.contextWrite(c -> c.put("micrometer.observation", parent))
                        .block(SOON))
                .isEqualTo(PublishResult.OK);
        parent.stop();
        ended("fanlog.publish").hasLowCardinalityKeyValue("outcome", "ok").hasParentObservationEqualTo(parent);
        assertThat(publish.block(SOON)).isEqualTo(PublishResult.OK);
        TestObservationRegistryAssert.assertThat(registry).hasNumberOfObservationsWithNameEqualTo("fanlog.publish", 2);
    }

    // Handling.

    @Test
    void shouldObserveAHandlerOfMessages() throws Exception {
        MessageHandler<TopicMessage<String>> handler = observed.messageHandler(
                "screen",
                message -> assertThat(registry.getCurrentObservation()).isNotNull());
        handler.handle(message("secret"));
        ended("fanlog.handle")
                .hasContextualNameEqualTo("handle quakes")
                .hasLowCardinalityKeyValue("topic", "quakes")
                .hasLowCardinalityKeyValue("handler", "screen")
                .hasLowCardinalityKeyValue("outcome", "succeeded")
                .hasHighCardinalityKeyValue("message", "abcdef:7");
        assertThat(registry.getCurrentObservation()).isNull();
        assertThat(shown).isNotEmpty().allSatisfy(text -> assertThat(text).doesNotContain("secret"));
    }

    @Test
    void shouldObserveAJobThatFailsAndThrowWhatItThrew() {
        var handler = observed.<String>jobHandler("alerts", message -> {
            throw new IOException("disk full");
        });
        assertThatThrownBy(() -> handler.handle(message("secret"))).isInstanceOf(IOException.class);
        ended("fanlog.handle")
                .hasLowCardinalityKeyValue("handler", "alerts")
                .hasLowCardinalityKeyValue("outcome", "failed")
                .hasError();
    }

    @Test
    void shouldObserveEachPublisherOfAMapperUntilItsEnd() {
        List<String> names = new CopyOnWriteArrayList<>();
        Flux<String> mapped = Flux.just(message("a"), message("b"))
                .concatMap(observed.mapper(
                        "archive",
                        message -> Mono.deferContextual(context -> {
                            Observation inside = context.get("micrometer.observation");
                            names.add(inside.getContext().getName());
                            return Mono.just(message.payload() + "!");
                        })));
        assertThat(mapped.collectList().block(SOON)).containsExactly("a!", "b!");
        assertThat(names).containsExactly("fanlog.handle", "fanlog.handle");
        ended("fanlog.handle").hasLowCardinalityKeyValue("outcome", "succeeded");
        TestObservationRegistryAssert.assertThat(registry).hasNumberOfObservationsWithNameEqualTo("fanlog.handle", 2);
    }

    @Test
    void shouldObserveAPublisherThatFailsOrIsCancelledOrCannotBeMade() {
        Flux<TopicMessage<String>> one = Flux.just(message("secret"));
        assertThatThrownBy(() -> one.concatMap(
                                observed.mapper("archive", m -> Mono.error(new IOException("disk full"))))
                        .blockLast(SOON))
                .hasRootCauseInstanceOf(IOException.class);
        ended("fanlog.handle").hasLowCardinalityKeyValue("outcome", "failed").hasError();
        registry.clear();
        assertThatThrownBy(() -> one.concatMap(observed.mapper("archive", m -> {
                            throw new IllegalStateException("no mapper");
                        }))
                        .blockLast(SOON))
                .hasMessage("no mapper");
        ended("fanlog.handle").hasLowCardinalityKeyValue("outcome", "failed").hasError();
        registry.clear();
        one.concatMap(observed.mapper("archive", m -> Mono.never())).subscribe().dispose();
        ended("fanlog.handle").hasLowCardinalityKeyValue("outcome", "cancelled").doesNotHaveError();
    }

    // Conventions and registries.

    @Test
    void shouldUseTheConventionsItIsGiven() throws Exception {
        TopicObservations renamed = observed.publishConvention(new DefaultPublishObservationConvention() {
                    @Override
                    public String getName() {
                        return "quakes.sent";
                    }
                })
                .handleConvention(new DefaultHandleObservationConvention() {
                    @Override
                    public KeyValues getLowCardinalityKeyValues(HandleContext context) {
                        return super.getLowCardinalityKeyValues(context).and("region", "ci");
                    }
                });
        assertThat(renamed.publish(topic, "secret")).isEqualTo(PublishResult.NO_SUBSCRIBERS);
        renamed.<String>messageHandler("screen", message -> {}).handle(message("secret"));
        ended("quakes.sent").hasLowCardinalityKeyValue("topic", "quakes");
        ended("fanlog.handle").hasLowCardinalityKeyValue("region", "ci");
    }

    @Test
    void shouldMakeTimersOfObservationsWhereTheRegistryDoes() {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        registry.observationConfig().observationHandler(new DefaultMeterObservationHandler(meters));
        topic.subscribe(payload -> {});
        assertThat(observed.publish(topic, "secret")).isEqualTo(PublishResult.OK);
        assertThat(meters.get("fanlog.publish")
                        .tags("topic", "quakes", "outcome", "ok")
                        .timer()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void shouldOnlyPassOnWithARegistryThatDoesNothing() throws Exception {
        TopicObservations none = TopicObservations.of(ObservationRegistry.NOOP);
        List<TopicMessage<String>> got = new CopyOnWriteArrayList<>();
        topic.subscribeMessages(none.messageHandler("screen", got::add), o -> o);
        assertThat(none.publish(topic, "one")).isEqualTo(PublishResult.OK);
        await().atMost(SOON).until(() -> got.size() == 1);
        assertThat(none.publishAsync(topic, "two", e -> e.key("k")).get(20, TimeUnit.SECONDS))
                .isEqualTo(PublishResult.OK);
        assertThat(none.publishMono(topic, "three").block(SOON)).isEqualTo(PublishResult.OK);
        await().atMost(SOON).until(() -> got.size() == 3);
        assertThat(got.get(0).headers()).isEmpty();
        assertThat(got.get(1).key()).isEqualTo("k");
    }

    @Test
    void shouldRefuseABlankNameAndNulls() {
        assertThatThrownBy(() -> observed.messageHandler(" ", message -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("name must not be blank, got \" \"");
        assertThatThrownBy(() -> TopicObservations.of(null)).hasMessage("registry");
        assertThatThrownBy(() -> observed.publishConvention(null)).hasMessage("publishConvention");
        assertThatThrownBy(() -> observed.handleConvention(null)).hasMessage("handleConvention");
        assertThatThrownBy(() -> observed.publishMono(topic, null)).hasMessage("payload");
    }

    @Test
    void shouldObserveTheMessagesOfAFluxOnItsWayThroughAMapper() {
        List<String> done = new CopyOnWriteArrayList<>();
        ReactorTopics.messages(topic, o -> o.label("archive"))
                .concatMap(observed.mapper("archive", message -> Mono.just(message.payload())))
                .subscribe(done::add);
        assertThat(observed.publishMono(topic, "one").block(SOON)).isEqualTo(PublishResult.OK);
        await().atMost(SOON).until(() -> done.equals(List.of("one")));
        ended("fanlog.handle").hasLowCardinalityKeyValue("handler", "archive");
    }
}
