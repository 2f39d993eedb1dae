package io.fanlog.topic.reactor.tck;

import io.fanlog.topic.Topic;
import io.fanlog.topic.reactor.ReactorTopics;
import io.fanlog.topic.testing.TckTopics;
import java.util.Objects;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import reactor.core.publisher.Flux;

/** The rules of Reactive Streams for a topic's Flux that nobody fuses: the loop calls the subscriber. */
public class FluxTckTest extends PublisherVerification<Integer> {
    private TckTopics topics;

    public FluxTckTest() {
        super(TckTopics.environment(), TckTopics.LETTING_GO_MILLIS);
    }

    @Override
    public Publisher<Integer> createPublisher(long elements) {
        if (!TckTopics.isLive(elements)) {
            return bare(ReactorTopics.flux(topics.retained(elements), o -> o.fromEarliest()));
        }
        Topic<Integer> topic = topics.live();
        return subscriber -> {
            bare(ReactorTopics.flux(topic)).subscribe(subscriber);
            topics.feed(topic, elements);
        };
    }

    @Override
    public Publisher<Integer> createFailedPublisher() {
        return bare(ReactorTopics.flux(topics.failed()));
    }

    private static Publisher<Integer> bare(Flux<Integer> flux) {
        return subscriber -> flux.subscribe(new Bare(Objects.requireNonNull(subscriber)));
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
