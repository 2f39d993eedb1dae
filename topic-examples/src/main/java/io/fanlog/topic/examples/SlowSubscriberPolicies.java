package io.fanlog.topic.examples;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;

/** Publishes 1 to 6 to a subscriber that takes nothing meanwhile: each policy has its own answer to that. */
public final class SlowSubscriberPolicies {
    public static void main(String[] args) {
        try (Topics topics = Topics.create()) {
            show(topics, "gate", o -> o.gate()); // loses nothing, so the publisher has to wait
            show(topics, "skip to oldest", o -> o.skipToOldest(3)); // goes on with the last 3
            show(topics, "skip to latest", o -> o.skipToLatest(1)); // goes on with the newest
            show(topics, "disconnect", o -> o.disconnect(3)); // is told, and has to come back
        }
    }

    private static void show(Topics topics, String name, UnaryOperator<SubscriptionOptions<Integer>> policy) {
        Topic<Integer> numbers = topics.topic(name, Integer.class).capacity(4).build();
        Sleeper sleeper = new Sleeper();
        TopicSubscription subscription = numbers.subscribe(sleeper, policy);
        long full = IntStream.rangeClosed(1, 6)
                .filter(n -> numbers.publish(n) == PublishResult.FULL)
                .count();
        numbers.complete();
        sleeper.requestUnbounded(); // awake again
        SubscriptionState end = subscription.whenEnded().join();
        System.out.printf(
                "%s: FULL %d times, got %s, missed %d, %s%n", name, full, sleeper.got, subscription.missed(), end);
    }

    private static final class Sleeper extends BaseSubscriber<Integer> {
        private final List<Integer> got = new ArrayList<>();

        @Override
        protected void hookOnSubscribe(Subscription subscription) {} // requests nothing yet

        @Override
        protected void hookOnNext(Integer number) {
            got.add(number);
        }

        @Override
        protected void hookOnError(Throwable slow) {} // disconnected
    }
}
