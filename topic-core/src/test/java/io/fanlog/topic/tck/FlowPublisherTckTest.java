package io.fanlog.topic.tck;

import io.fanlog.topic.Topic;
import io.fanlog.topic.testing.TckTopics;
import java.util.concurrent.Flow;
import org.reactivestreams.tck.flow.FlowPublisherVerification;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;

/** The rules of Reactive Streams for {@link Topic#flowPublisher}. */
public class FlowPublisherTckTest extends FlowPublisherVerification<Integer> {
    private TckTopics topics;

    public FlowPublisherTckTest() {
        super(TckTopics.environment(), TckTopics.LETTING_GO_MILLIS);
    }

    @Override
    public Flow.Publisher<Integer> createFlowPublisher(long elements) {
        if (!TckTopics.isLive(elements)) {
            return topics.retained(elements).flowPublisher(o -> o.fromEarliest());
        }
        Topic<Integer> topic = topics.live();
        return subscriber -> {
            topic.flowPublisher(o -> o).subscribe(subscriber);
            topics.feed(topic, elements);
        };
    }

    @Override
    public Flow.Publisher<Integer> createFailedFlowPublisher() {
        return topics.failed().flowPublisher(o -> o);
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
