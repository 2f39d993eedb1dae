package io.fanlog.topic.reactor.tck;

import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.Topic;
import io.fanlog.topic.reactor.ReactorTopics;
import java.util.List;
import java.util.function.UnaryOperator;
import reactor.core.publisher.Flux;

/** The rules of Reactive Streams for a Flux of lists that nobody fuses: the loop drains the cursor. */
public class BatchesTckTest extends TopicFluxTck<List<Integer>> {
    public BatchesTckTest() {
        super(false);
    }

    @Override
    Flux<List<Integer>> flux(Topic<Integer> topic, UnaryOperator<SubscriptionOptions<Integer>> options) {
        return ReactorTopics.batches(topic, 1, options);
    }
}
