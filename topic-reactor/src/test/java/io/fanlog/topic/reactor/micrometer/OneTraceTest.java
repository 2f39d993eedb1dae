package io.fanlog.topic.reactor.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicMessage;
import io.fanlog.topic.Topics;
import io.fanlog.topic.reactor.ReactorTopics;
import io.fanlog.topic.worker.WorkerPool;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.Span;
import io.micrometer.tracing.TraceContext;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingReceiverTracingObservationHandler;
import io.micrometer.tracing.handler.PropagatingSenderTracingObservationHandler;
import io.micrometer.tracing.propagation.Propagator;
import io.micrometer.tracing.test.simple.SimpleSpan;
import io.micrometer.tracing.test.simple.SimpleTracer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** One trace goes from a publisher to each handler of its message, on whatever thread that is. */
class OneTraceTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final SimpleTracer tracer = new SimpleTracer();
    private final ObservationRegistry registry = ObservationRegistry.create();
    private final TopicObservations observed = TopicObservations.of(registry);
    private final Topics topics = Topics.builder().drainTimeout(Duration.ZERO).build();
    private final Topic<String> topic = topics.topic("quakes", String.class).build();
    private final List<Map<String, String>> headers = new CopyOnWriteArrayList<>();

    OneTraceTest() {
        Propagator propagator = new TraceParent(tracer);
        registry.observationConfig()
                .observationHandler(new ObservationHandler.FirstMatchingCompositeObservationHandler(
                        new PropagatingSenderTracingObservationHandler<>(tracer, propagator),
                        new PropagatingReceiverTracingObservationHandler<>(tracer, propagator),
                        new DefaultTracingObservationHandler(tracer)));
    }

    @AfterEach
    void close() {
        topics.close();
    }

    @Test
    void shouldGoFromThePublisherToAPlainHandlerAPoolAndAFlux() {
        topic.subscribeMessages(
                observed.messageHandler("screen", message -> headers.add(message.headers())), o -> o.label("screen"));
        WorkerPool<TopicMessage<String>> pool =
                topics.pool("alerts").handling(observed.jobHandler("alerts", (TopicMessage<String> message) -> {}));
        pool.start().subscribeTo(ReactorTopics.messages(topic, o -> o.label("alerts")));
        ReactorTopics.messages(topic, o -> o.label("archive"))
                .publishOn(Schedulers.parallel())
                .flatMap(observed.mapper("archive", message -> Mono.just(message.payload())))
                .subscribe();
        await().atMost(SOON).until(() -> topic.subscriptions().size() == 3);

        Observation request = Observation.start("http", registry);
        PublishResult result = request.scoped(() -> observed.publish(topic, "quake", e -> e.header("own", "kept")));
        request.stop();
        assertThat(result).isEqualTo(PublishResult.OK);

        await().atMost(SOON).until(() -> spans("handle quakes").size() == 3);
        SimpleSpan outer = spans("http").get(0);
        SimpleSpan publish = spans("publish quakes").get(0);
        assertThat(publish.context().traceId()).isEqualTo(outer.context().traceId());
        assertThat(publish.context().parentId()).isEqualTo(outer.context().spanId());
        assertThat(publish.getKind()).isEqualTo(Span.Kind.PRODUCER);
        assertThat(spans("handle quakes")).allSatisfy(handle -> {
            assertThat(handle.context().traceId()).isEqualTo(outer.context().traceId());
            assertThat(handle.context().parentId()).isEqualTo(publish.context().spanId());
            assertThat(handle.getKind()).isEqualTo(Span.Kind.CONSUMER);
        });
        assertThat(spans("handle quakes"))
                .extracting(span -> span.getTags().get("handler"))
                .containsExactlyInAnyOrder("screen", "alerts", "archive");
        assertThat(headers)
                .singleElement()
                .satisfies(got -> assertThat(got).containsEntry("own", "kept").containsKey(TraceParent.HEADER));
    }

    private List<SimpleSpan> spans(String name) {
        return tracer.getSpans().stream()
                .filter(span -> name.equals(span.getName())
                        && span.getEndTimestamp() != null
                        && span.getEndTimestamp().toEpochMilli() != 0)
                .toList();
    }

    /** Writes a trace into one header, as tracing libraries do. */
    private record TraceParent(SimpleTracer tracer) implements Propagator {
        static final String HEADER = "traceparent";

        @Override
        public List<String> fields() {
            return List.of(HEADER);
        }

        @Override
        public <C> void inject(TraceContext context, C carrier, Setter<C> setter) {
            setter.set(carrier, HEADER, "00-" + context.traceId() + "-" + context.spanId() + "-01");
        }

        @Override
        public <C> Span.Builder extract(C carrier, Getter<C> getter) {
            String header = getter.get(carrier, HEADER);
            if (header == null) {
                return tracer.spanBuilder().setNoParent();
            }
            String[] parts = header.split("-", -1);
            return tracer.spanBuilder()
                    .setParent(tracer.traceContextBuilder()
                            .traceId(parts[1])
                            .spanId(parts[2])
                            .sampled(true)
                            .build());
        }
    }
}
