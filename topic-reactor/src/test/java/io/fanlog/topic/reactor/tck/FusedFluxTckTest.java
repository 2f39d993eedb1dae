package io.fanlog.topic.reactor.tck;

import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.Topic;
import io.fanlog.topic.reactor.ReactorTopics;
import java.util.function.UnaryOperator;
import reactor.core.publisher.Flux;

/** The rules of Reactive Streams for a topic's Flux that is fused into {@code publishOn}. */
public class FusedFluxTckTest extends TopicFluxTck<Integer> {
    public FusedFluxTckTest() {
        super(true);
    }

    @Override
    Flux<Integer> flux(Topic<Integer> topic, UnaryOperator<SubscriptionOptions<Integer>> options) {
        return ReactorTopics.flux(topic, options);
    }
}
