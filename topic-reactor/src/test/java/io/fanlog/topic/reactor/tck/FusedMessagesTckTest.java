package io.fanlog.topic.reactor.tck;

import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicMessage;
import io.fanlog.topic.reactor.ReactorTopics;
import java.util.function.UnaryOperator;
import reactor.core.publisher.Flux;

/** The rules of Reactive Streams for a Flux of messages that is fused into {@code publishOn}. */
public class FusedMessagesTckTest extends TopicFluxTck<TopicMessage<Integer>> {
    public FusedMessagesTckTest() {
        super(true);
    }

    @Override
    Flux<TopicMessage<Integer>> flux(Topic<Integer> topic, UnaryOperator<SubscriptionOptions<Integer>> options) {
        return ReactorTopics.messages(topic, options);
    }
}
