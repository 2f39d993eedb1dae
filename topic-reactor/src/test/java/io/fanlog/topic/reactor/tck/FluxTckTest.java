package io.fanlog.topic.reactor.tck;

import io.fanlog.topic.Topic;
import io.fanlog.topic.reactor.ReactorTopics;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.testng.annotations.AfterClass;

/** The rules of Reactive Streams for a topic's Flux that nobody fuses: the loop calls the subscriber. */
public class FluxTckTest extends PublisherVerification<Integer> {
    private final TckTopics topics = new TckTopics();

    public FluxTckTest() {
        super(TckTopics.environment());
    }

    @Override
    public Publisher<Integer> createPublisher(long elements) {
        if (!TckTopics.isLive(elements)) {
            return ReactorTopics.flux(topics.retained(elements), o -> o.fromEarliest());
        }
        Topic<Integer> topic = topics.live();
        return subscriber -> {
            ReactorTopics.flux(topic).subscribe(subscriber);
            topics.feed(topic, elements);
        };
    }

    @Override
    public Publisher<Integer> createFailedPublisher() {
        return ReactorTopics.flux(topics.failed());
    }

    @AfterClass
    public void closeTopics() {
        topics.close();
    }
}
