package io.fanlog.topic.reactor.tck;

import io.fanlog.topic.reactor.ReactorTopics;
import io.fanlog.topic.reactor.TopicFeed;
import io.fanlog.topic.testing.TckTopics;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import org.reactivestreams.tck.SubscriberWhiteboxVerification;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;

/** The rules of Reactive Streams for the subscriber that publishes to a topic, with a probe behind each signal. */
public class FeedWhiteboxTckTest extends SubscriberWhiteboxVerification<Integer> {
    private TckTopics topics;

    public FeedWhiteboxTckTest() {
        super(TckTopics.environment());
    }

    @Override
    public Subscriber<Integer> createSubscriber(WhiteboxSubscriberProbe<Integer> probe) {
        return new Probed(ReactorTopics.subscriber(topics.live()), probe);
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

    /** Tells the probe what the feed was told, and lets it ask for more and cancel as the feed would. */
    private record Probed(TopicFeed<Integer> feed, WhiteboxSubscriberProbe<Integer> probe)
            implements Subscriber<Integer> {
        @Override
        public void onSubscribe(Subscription subscription) {
            feed.onSubscribe(subscription);
            probe.registerOnSubscribe(new SubscriberPuppet() {
                @Override
                public void triggerRequest(long elements) {
                    subscription.request(elements);
                }

                @Override
                public void signalCancel() {
                    feed.dispose();
                }
            });
        }

        @Override
        public void onNext(Integer element) {
            feed.onNext(element);
            probe.registerOnNext(element);
        }

        @Override
        public void onError(Throwable error) {
            feed.onError(error);
            probe.registerOnError(error);
        }

        @Override
        public void onComplete() {
            feed.onComplete();
            probe.registerOnComplete();
        }
    }
}
