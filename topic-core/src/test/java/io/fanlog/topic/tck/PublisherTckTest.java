package io.fanlog.topic.tck;

import io.fanlog.topic.Topic;
import io.fanlog.topic.testing.TckTopics;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;

/** The rules of Reactive Streams for {@link Topic#publisher}. */
public class PublisherTckTest extends PublisherVerification<Integer> {
    private TckTopics topics;

    public PublisherTckTest() {
        super(TckTopics.environment(), TckTopics.LETTING_GO_MILLIS);
    }

    @Override
    public Publisher<Integer> createPublisher(long elements) {
        if (!TckTopics.isLive(elements)) {
            return topics.retained(elements).publisher(o -> o.fromEarliest());
        }
        Topic<Integer> topic = topics.live();
        return subscriber -> {
            topic.publisher(o -> o).subscribe(subscriber);
            topics.feed(topic, elements);
        };
    }

    @Override
    public Publisher<Integer> createFailedPublisher() {
        return topics.failed().publisher(o -> o);
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
