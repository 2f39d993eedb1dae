package io.fanlog.topic.reactor.tck;

import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicMessage;
import io.fanlog.topic.reactor.ReactorTopics;
import io.fanlog.topic.reactor.TopicSelection;
import java.util.List;
import java.util.function.UnaryOperator;
import reactor.core.publisher.Flux;

/** The rules of Reactive Streams for a Flux over several topics that nobody fuses: the loops drain the cursors. */
public class ManyTopicsTckTest extends TopicFluxTck<TopicMessage<Integer>> {
    public ManyTopicsTckTest() {
        super(false);
    }

    @Override
    Flux<TopicMessage<Integer>> flux(Topic<Integer> topic, UnaryOperator<SubscriptionOptions<Integer>> options) {
        return ReactorTopics.messages(TopicSelection.of(List.of(topic)), options);
    }
}
