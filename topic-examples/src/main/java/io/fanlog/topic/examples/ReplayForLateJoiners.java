package io.fanlog.topic.examples;

import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.Topics;
import java.util.List;
import java.util.function.UnaryOperator;

/** A topic that keeps its last 3 messages: who comes late chooses where to begin, and then goes on live. */
public final class ReplayForLateJoiners {
    public static void main(String[] args) {
        try (Topics topics = Topics.create()) {
            Topic<String> news =
                    topics.topic("news", String.class).retainLast(3).build();
            List.of("one", "two", "three", "four", "five")
                    .forEach(headline -> news.publish(headline).orThrow());

            join(news, "earliest", o -> o.fromEarliest());
            join(news, "last", o -> o.fromLast(1));
            join(news, "latest", o -> o.fromLatest());
            TopicSubscription all = join(news, "all", o -> o.fromSequence(0));
            news.publish("six").orThrow();

            System.out.println("all missed " + all.missed()); // one and two were gone: told, not hidden
        }
    }

    private static TopicSubscription join(
            Topic<String> news, String name, UnaryOperator<SubscriptionOptions<String>> from) {
        return news.subscribe(headline -> System.out.println(name + " reads " + headline), from);
    }
}
