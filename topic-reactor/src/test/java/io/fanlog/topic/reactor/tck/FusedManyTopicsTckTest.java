package io.fanlog.topic.reactor.tck;

import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicMessage;
import io.fanlog.topic.reactor.ReactorTopics;
import io.fanlog.topic.reactor.TopicSelection;
import java.util.List;
import java.util.function.UnaryOperator;
import reactor.core.publisher.Flux;

/** The rules of Reactive Streams for a Flux over several topics that is fused into {@code publishOn}. */
public class FusedManyTopicsTckTest extends TopicFluxTck<TopicMessage<Integer>> {
    public FusedManyTopicsTckTest() {
        super(true);
    }

    @Override
    Flux<TopicMessage<Integer>> flux(Topic<Integer> topic, UnaryOperator<SubscriptionOptions<Integer>> options) {
        return ReactorTopics.messages(TopicSelection.of(List.of(topic)), options);
    }
}
