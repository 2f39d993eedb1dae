package io.fanlog.topic.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.SlowSubscriberException;
import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicClosedException;
import io.fanlog.topic.TopicSubscription;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.test.subscriber.TestSubscriber;

/** What becomes of a Flux that does not keep up, where what it does not request stays in the log. */
class SlowFluxTest extends TopicTest {

    @ParameterizedTest
    @EnumSource(names = "QUEUED_BY_PUBLISH_ON", mode = EnumSource.Mode.EXCLUDE)
    @DisplayName("a gating one makes the topic full, is named as the blocker, and frees it by requesting")
    void gatingOneFillsTheTopic(Delivery delivery) {
        Topic<Integer> topic = numbers().capacity(4).build();
        TestSubscriber<Integer> slow = subscriber(0);
        delivery.of(ReactorTopics.flux(topic, o -> o.label("slow"))).subscribe(slow);
        publish(topic, 4);
        assertThat(topic.publish(4)).isEqualTo(PublishResult.FULL);
        assertThat(topic.blocker()).map(TopicSubscription::label).contains("slow");
        slow.request(1);
        awaitReceived(slow, range(0, 1));
        eventually().until(() -> topic.publish(4) == PublishResult.OK);
        slow.request(4);
        awaitReceived(slow, range(0, 5));
    }

    @ParameterizedTest
    @EnumSource(names = "QUEUED_BY_PUBLISH_ON", mode = EnumSource.Mode.EXCLUDE)
    @DisplayName("DISCONNECT ends it with a SlowSubscriberException, also when it requests nothing")
    void disconnectEndsIt(Delivery delivery) {
        Topic<Integer> topic = numbers().capacity(8).build();
        TestSubscriber<Integer> slow = subscriber(0);
        delivery.of(ReactorTopics.flux(topic, o -> o.disconnect(4))).subscribe(slow);
        TopicSubscription subscription = only(topic);
        publish(topic, 5);
        eventually().until(slow::isTerminatedError);
        assertThat(slow.expectTerminalError()).isInstanceOf(SlowSubscriberException.class);
        assertThat(subscription.undelivered()).isEqualTo(5);
        assertThat(slow.getReceivedOnNext()).isEmpty();
        awaitNoSubscription(topic);
        assertConserved(subscription, 5);
    }

    @ParameterizedTest
    @EnumSource(names = "QUEUED_BY_PUBLISH_ON", mode = EnumSource.Mode.EXCLUDE)
    @DisplayName("closed before it was drained, it ends with a TopicClosedException that says what it has not got")
    void closeEndsIt(Delivery delivery) {
        Topic<Integer> topic = numbers().build();
        TestSubscriber<Integer> slow = subscriber(2);
        delivery.of(ReactorTopics.flux(topic)).subscribe(slow);
        TopicSubscription subscription = only(topic);
        publish(topic, 5);
        awaitReceived(slow, range(0, 2));
        assertThat(topic.close(Duration.ZERO)).succeedsWithin(DEADLINE);
        eventually().until(slow::isTerminatedError);
        assertThat(slow.expectTerminalError())
                .isInstanceOfSatisfying(
                        TopicClosedException.class,
                        closed -> assertThat(closed.undelivered()).isEqualTo(3));
        assertThat(subscription.state()).isEqualTo(SubscriptionState.FAILED);
        assertConserved(subscription, 5);
    }
}
