package io.fanlog.topic.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

/** The snippets of docs/guide/from-sinks.md, compiled and run. */
class FromSinksGuideTest extends TopicTest {
    private static final Path GUIDE = Path.of("..", "docs", "guide", "from-sinks.md");
    private static final Path THIS =
            Path.of("src", "test", "java", "io", "fanlog", "topic", "reactor", "FromSinksGuideTest.java");

    private record Quake(int id) {}

    private final Quake quake = new Quake(1);

    @Test
    @DisplayName("every snippet of the guide stands in this test")
    void everySnippetIsCompiled() throws Exception {
        String compiled = stripped(Files.readAllLines(THIS));
        List<String> snippet = new ArrayList<>();
        int snippets = 0;
        boolean inside = false;
        for (String line : Files.readAllLines(GUIDE)) {
            if (inside && line.equals("```")) {
                assertThat(compiled).contains(stripped(snippet));
                snippet.clear();
                snippets++;
                inside = false;
            } else if (inside) {
                snippet.add(line);
            } else {
                inside = line.equals("```java");
            }
        }
        assertThat(snippets).isGreaterThan(10);
    }

    /** Without what a formatter may change. */
    private static String stripped(List<String> lines) {
        return String.join("", lines).replaceAll("\\s+", "");
    }

    // ---------------------------------------------------------------- sinks

    @Test
    void inTwoMinutes() {
        // before
        Sinks.Many<Quake> before = Sinks.many().multicast().onBackpressureBuffer();
        // after
        Sinks.Many<Quake> quakes = ReactorTopics.sinks().multicast();
        assertThat(before.tryEmitNext(quake)).isEqualTo(quakes.tryEmitNext(quake));
        StepVerifier.create(quakes.asFlux().take(1))
                .expectNext(quake)
                .expectComplete()
                .verify(DEADLINE);
    }

    @Test
    void whereItLives() {
        TopicSink<Quake> quakes =
                ReactorTopics.sinks().on(topics).name("quakes").capacity(1_024).multicast();
        assertThat(quakes.topic().name()).isEqualTo("quakes");
    }

    @Test
    void overATopic() {
        Topic<Quake> topic = topics.topic("quakes", Quake.class).build();
        Sinks.Many<Quake> quakes = ReactorTopics.sink(topic);
        Flux<Quake> screen = ReactorTopics.flux(topic, o -> o.skipToLatest(1));
        Mono<PublishResult> sent = ReactorTopics.publish(topic, quake); // waits for room, without a thread
        Disposable reading = screen.subscribe();
        assertThat(sent.block(DEADLINE)).isEqualTo(PublishResult.OK);
        assertThat(quakes.currentSubscriberCount()).isEqualTo(1);
        reading.dispose();
    }

    @Test
    void flavours() {
        Sinks.Many<Quake> warm = ReactorTopics.sinks().capacity(256).multicast();
        Sinks.Many<Quake> mortal =
                ReactorTopics.sinks().capacity(256).autoCancel().multicast();
        Sinks.Many<Quake> cold = ReactorTopics.sinks().multicastWithoutWarmUp();
        Sinks.Many<Quake> bestEffort = ReactorTopics.sinks().directBestEffort();
        Sinks.Many<Quake> all = ReactorTopics.sinks().replayAll();
        Sinks.Many<Quake> lastTen = ReactorTopics.sinks().replay(10);
        Sinks.Many<Quake> lastMinute = ReactorTopics.sinks().replay(Duration.ofMinutes(1));
        Sinks.Many<Quake> both = ReactorTopics.sinks().replay(10, Duration.ofMinutes(1));
        Sinks.Many<Quake> latest = ReactorTopics.sinks().replayLatest();
        Sinks.Many<Quake> withDefault = ReactorTopics.sinks().replayLatestOrDefault(quake);
        for (Sinks.Many<Quake> sink :
                List.of(warm, mortal, cold, bestEffort, all, lastTen, lastMinute, both, latest, withDefault)) {
            Disposable reading = sink.asFlux().subscribe();
            assertThat(sink.tryEmitNext(quake)).isEqualTo(Sinks.EmitResult.OK);
            reading.dispose();
        }
    }

    @Test
    void slowSubscribers() {
        Sinks.Many<Quake> quakes =
                ReactorTopics.sinks().subscribers(o -> o.skipToLatest(1)).multicastWithoutWarmUp();
        assertThat(quakes.currentSubscriberCount()).isZero();
    }

    @Test
    void oneSubscriberAtATime() {
        Topic<Quake> topic = topics.topic("quakes", Quake.class).build();
        Flux<Quake> single = ReactorTopics.flux(topic, o -> o.resumable("the one", Duration.ofHours(1)));
        Disposable first = single.subscribe();
        StepVerifier.create(single).expectError(IllegalStateException.class).verify(DEADLINE);
        first.dispose();
    }

    @Test
    void emitting() {
        Sinks.Many<Quake> quakes = ReactorTopics.sinks().multicast();
        switch (quakes.tryEmitNext(quake)) {
            case OK -> {}
            case FAIL_OVERFLOW -> throw new IllegalStateException("somebody is a whole capacity behind");
            case FAIL_ZERO_SUBSCRIBER, FAIL_TERMINATED, FAIL_CANCELLED -> throw new IllegalStateException("too late");
            case FAIL_NON_SERIALIZED -> throw new AssertionError("never");
        }
    }

    // ---------------------------------------------------------------- feeding

    @Test
    void feeding() {
        Topic<Quake> topic = topics.topic("quakes", Quake.class).retainLast(10).build();
        Flux<Quake> source = Flux.just(quake);
        Mono<Long> accepted = ReactorTopics.publishAll(topic, source);
        assertThat(accepted.block(DEADLINE)).isEqualTo(1);
        source.subscribe(ReactorTopics.subscriber(topic, o -> o.inFlight(32).endTopic()));
        eventually().until(topic::isEnded);
    }

    // ---------------------------------------------------------------- sharing

    @Test
    void sharing() {
        Flux<Quake> upstream = Flux.just(quake);
        Flux<Quake> shared = upstream.transform(ReactorTopics.share());
        Flux<Quake> two = upstream.transform(ReactorTopics.share(s -> s.minSubscribers(2)));
        Flux<Quake> patient = upstream.transform(ReactorTopics.share(s -> s.grace(Duration.ofSeconds(10))));
        Flux<Quake> virtual =
                upstream.transform(ReactorTopics.share(s -> s.grace(Duration.ofSeconds(10), Schedulers.single())));
        Flux<Quake> always = upstream.transform(ReactorTopics.share(s -> s.stayConnected()));
        Flux<Quake> lastTen = upstream.transform(ReactorTopics.share(s -> s.retainLast(10)));
        Flux<Quake> cached = upstream.transform(
                ReactorTopics.share(s -> s.retainLast(Long.MAX_VALUE).stayConnected()));
        Flux<Quake> lastMinute = upstream.transform(ReactorTopics.share(s -> s.retainFor(Duration.ofMinutes(1))));
        for (Flux<Quake> each : List.of(shared, patient, virtual, always, lastTen, cached, lastMinute)) {
            StepVerifier.create(each).expectNext(quake).expectComplete().verify(DEADLINE);
        }
        StepVerifier.create(two.mergeWith(two))
                .expectNext(quake, quake)
                .expectComplete()
                .verify(DEADLINE);
    }

    @Test
    void eachDownstreamItsPolicy() {
        Flux<Quake> upstream = Flux.<Quake>never();
        SharedFlux<Quake> shared = upstream.as(ReactorTopics.share(s -> s.capacity(1_024)));
        Flux<Quake> archive = shared; // holds the upstream back when it is 1,024 behind
        Flux<Quake> screen = shared.with(o -> o.skipToLatest(1)); // never does
        Disposable one = archive.subscribe();
        Disposable other = screen.subscribe();
        assertThat(shared.currentSubscriberCount()).isEqualTo(2);
        one.dispose();
        other.dispose();
        assertThat(shared.isConnected()).isFalse();
    }
}
