package io.fanlog.topic.reactor.tck;

import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicMessage;
import io.fanlog.topic.reactor.ReactorTopics;
import java.util.function.UnaryOperator;
import reactor.core.publisher.Flux;

/** The rules of Reactive Streams for a Flux of messages that nobody fuses: the loop calls the subscriber. */
public class MessagesTckTest extends TopicFluxTck<TopicMessage<Integer>> {
    public MessagesTckTest() {
        super(false);
    }

    @Override
    Flux<TopicMessage<Integer>> flux(Topic<Integer> topic, UnaryOperator<SubscriptionOptions<Integer>> options) {
        return ReactorTopics.messages(topic, options);
    }
}
