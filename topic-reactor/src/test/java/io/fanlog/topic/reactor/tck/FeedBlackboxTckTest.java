package io.fanlog.topic.reactor.tck;

import io.fanlog.topic.reactor.ReactorTopics;
import io.fanlog.topic.testing.TckTopics;
import org.reactivestreams.Subscriber;
import org.reactivestreams.tck.SubscriberBlackboxVerification;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;

/** The rules of Reactive Streams for the subscriber that publishes to a topic, as they show from outside. */
public class FeedBlackboxTckTest extends SubscriberBlackboxVerification<Integer> {
    private TckTopics topics;

    public FeedBlackboxTckTest() {
        super(TckTopics.environment());
    }

    @Override
    public Subscriber<Integer> createSubscriber() {
        return ReactorTopics.subscriber(topics.live());
    }

    @Override
    public Integer createElement(int element) {
        return element;
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
