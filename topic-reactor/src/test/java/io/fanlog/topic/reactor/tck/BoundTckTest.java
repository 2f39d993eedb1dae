package io.fanlog.topic.reactor.tck;

import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.Topic;
import io.fanlog.topic.reactor.ReactorTopics;
import java.util.function.UnaryOperator;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** The rules of Reactive Streams for a Flux on a scheduler that nobody fuses: its worker drains the cursor. */
public class BoundTckTest extends TopicFluxTck<Integer> {
    public BoundTckTest() {
        super(false);
    }

    @Override
    Flux<Integer> flux(Topic<Integer> topic, UnaryOperator<SubscriptionOptions<Integer>> options) {
        return ReactorTopics.on(Schedulers.parallel()).flux(topic, options);
    }
}
