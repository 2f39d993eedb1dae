package io.fanlog.topic.reactor.tck;

import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.Topic;
import io.fanlog.topic.reactor.ReactorTopics;
import java.util.List;
import java.util.function.UnaryOperator;
import reactor.core.publisher.Flux;

/** The rules of Reactive Streams for a Flux of lists that is fused into {@code publishOn}. */
public class FusedBatchesTckTest extends TopicFluxTck<List<Integer>> {
    public FusedBatchesTckTest() {
        super(true);
    }

    @Override
    Flux<List<Integer>> flux(Topic<Integer> topic, UnaryOperator<SubscriptionOptions<Integer>> options) {
        return ReactorTopics.batches(topic, 1, options);
    }
}
