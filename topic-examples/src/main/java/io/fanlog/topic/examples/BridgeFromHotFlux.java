package io.fanlog.topic.examples;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import io.fanlog.topic.reactor.ReactorTopics;
import java.time.Duration;
import reactor.core.publisher.Flux;

/** A hot Flux poured into a topic: from there on each subscriber has a pace of its own, and Reactor's operators. */
public final class BridgeFromHotFlux {
    public static void main(String[] args) {
        Flux<Long> ticks = Flux.interval(Duration.ofMillis(1)).take(6).share(); // waits for nobody
        try (Topics topics = Topics.create()) {
            Topic<Long> topic = topics.topic("ticks", Long.class).build();
            var sum = ReactorTopics.flux(topic).reduce(0L, Long::sum).toFuture();
            var pairs = ReactorTopics.flux(topic).buffer(2).collectList().toFuture();

            ticks.onBackpressureBuffer() // a hot source cannot wait: this is where you say what happens then
                    .concatMap(tick -> ReactorTopics.publish(topic, tick)) // waits for room, holds no thread
                    .doOnNext(PublishResult::orThrow)
                    .doOnComplete(topic::complete)
                    .blockLast();

            System.out.println("sum " + sum.join());
            System.out.println("pairs " + pairs.join());
        }
    }
}
