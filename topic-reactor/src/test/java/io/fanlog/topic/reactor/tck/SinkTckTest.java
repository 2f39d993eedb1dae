package io.fanlog.topic.reactor.tck;

import io.fanlog.topic.reactor.ReactorTopics;
import io.fanlog.topic.reactor.TopicSink;
import io.fanlog.topic.testing.TckTopics;
import java.util.Objects;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import reactor.core.publisher.Flux;

/** The rules of Reactive Streams for the Flux of a sink that nobody fuses. */
public class SinkTckTest extends PublisherVerification<Integer> {
    private TckTopics topics;

    public SinkTckTest() {
        super(TckTopics.environment(), TckTopics.LETTING_GO_MILLIS);
    }

    /** How the Flux comes to the subscriber. */
    Publisher<Integer> brought(Flux<Integer> flux) {
        return subscriber -> flux.subscribe(new Bare(Objects.requireNonNull(subscriber)));
    }

    @Override
    public Publisher<Integer> createPublisher(long elements) {
        if (!TckTopics.isLive(elements)) {
            TopicSink<Integer> sink = ReactorTopics.sinks().replayAll();
            for (int i = 0; i < elements; i++) {
                sink.tryEmitNext(i).orThrow();
            }
            sink.tryEmitComplete().orThrow();
            return brought(sink.asFlux());
        }
        TopicSink<Integer> sink = ReactorTopics.sinks().multicast();
        return subscriber -> {
            brought(sink.asFlux()).subscribe(subscriber);
            topics.feed(sink.topic(), elements);
        };
    }

    @Override
    public Publisher<Integer> createFailedPublisher() {
        TopicSink<Integer> sink = ReactorTopics.sinks().multicast();
        sink.tryEmitError(new IllegalStateException("failed on purpose")).orThrow();
        return brought(sink.asFlux());
    }

    @BeforeClass
    public void openTopics() {
        topics = new TckTopics();
    }

    @AfterClass
    public void closeTopics() {
        topics.close();
    }
}
