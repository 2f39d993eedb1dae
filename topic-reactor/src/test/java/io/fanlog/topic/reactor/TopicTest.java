package io.fanlog.topic.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicBuilder;
import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.Topics;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import reactor.test.subscriber.TestSubscriber;

/** What tests over a topic share: topics that end with the test, and the words to say what should be. */
abstract class TopicTest {
    static final Duration DEADLINE = Duration.ofSeconds(10);

    final Topics topics = Topics.create();

    @AfterEach
    void closeTopics() {
        topics.close(Duration.ZERO);
    }

    /** A topic of integers, to be built. */
    TopicBuilder<Integer> numbers() {
        return topics.topic("numbers", Integer.class);
    }

    /** Publishes 0 to n - 1, all of which are accepted. */
    static void publish(Topic<Integer> topic, int n) {
        for (int i = 0; i < n; i++) {
            assertThat(topic.publish(i)).isEqualTo(PublishResult.OK);
        }
    }

    static List<Integer> range(int from, int to) {
        return IntStream.range(from, to).boxed().toList();
    }

    /** A subscriber that requests when told to, and is not fused. */
    static <T> TestSubscriber<T> subscriber(long initialRequest) {
        return TestSubscriber.builder().initialRequest(initialRequest).build();
    }

    /** The only subscription of a topic. */
    static TopicSubscription only(Topic<?> topic) {
        List<TopicSubscription> all = topic.subscriptions();
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    /** Waits for what other threads bring about. */
    static ConditionFactory eventually() {
        return await().atMost(DEADLINE).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1));
    }

    static void awaitReceived(TestSubscriber<Integer> subscriber, List<Integer> expected) {
        eventually()
                .untilAsserted(() -> assertThat(subscriber.getReceivedOnNext()).isEqualTo(expected));
    }

    static void awaitNoSubscription(Topic<?> topic) {
        eventually().untilAsserted(() -> assertThat(topic.subscriptions()).isEmpty());
    }

    /** C1, for a subscription that began at sequence 0 of a topic that nobody publishes to meanwhile. */
    static void assertConserved(TopicSubscription subscription, long published) {
        assertThat(subscription.received() + subscription.filtered() + subscription.missed() + subscription.lag())
                .as(
                        "received %d + filtered %d + missed %d + lag %d",
                        subscription.received(), subscription.filtered(), subscription.missed(), subscription.lag())
                .isEqualTo(published);
    }
}
