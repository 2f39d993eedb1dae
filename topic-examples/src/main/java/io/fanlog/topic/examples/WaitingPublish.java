package io.fanlog.topic.examples;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;

/** A full topic says so at once, or lets you wait: as a future, as a Mono ({@link BridgeFromHotFlux}) or for a time. */
public final class WaitingPublish {
    public static void main(String[] args) throws InterruptedException {
        try (Topics topics = Topics.create()) {
            Topic<String> orders =
                    topics.topic("orders", String.class).capacity(1).build();
            BaseSubscriber<String> kitchen = new BaseSubscriber<>() {
                @Override
                protected void hookOnSubscribe(Subscription subscription) {} // takes nothing until asked to
            };
            orders.subscribe(kitchen, o -> o.label("kitchen"));

            System.out.println("publish soup: " + orders.publish("soup"));
            System.out.println("publish fish: " + orders.publish("fish")); // the kitchen is a whole capacity behind
            CompletableFuture<PublishResult> fish = orders.publishAsync("fish"); // no thread waits
            System.out.println("fish waits: " + !fish.isDone());
            System.out.println("offer cake: " + orders.offer("cake", Duration.ofMillis(5))); // stands behind the fish

            kitchen.request(1); // takes the soup, which makes room
            System.out.println("fish: " + fish.join());
            kitchen.request(1);
        }
    }
}
