package io.fanlog.topic.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicMessage;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;
import reactor.test.subscriber.TestSubscriber;

/** A Flux of whole messages. */
class MessagesTest extends TopicTest {

    @ParameterizedTest
    @EnumSource
    @DisplayName("a message tells its topic, epoch, sequence, key, id, headers and time")
    void messageTellsAllThatBelongsToIt(Delivery delivery) {
        Topic<Integer> topic = numbers().timed().build();
        StepVerifier.create(delivery.of(ReactorTopics.messages(topic, o -> o)))
                .then(() -> {
                    topic.publish(7, e -> e.key("k").id("i").header("h", "v")).orThrow();
                    topic.publish(8).orThrow();
                    topic.complete();
                })
                .assertNext(message -> {
                    assertThat(message.topic()).isEqualTo("numbers");
                    assertThat(message.epoch()).isEqualTo(topic.epoch());
                    assertThat(message.sequence()).isZero();
                    assertThat(message.payload()).isEqualTo(7);
                    assertThat(message.key()).isEqualTo("k");
                    assertThat(message.id()).isEqualTo("i");
                    assertThat(message.headers()).isEqualTo(Map.of("h", "v"));
                    assertThat(message.time()).isNotNull();
                })
                .assertNext(message -> {
                    assertThat(message.sequence()).isEqualTo(1);
                    assertThat(message.key()).isNull();
                })
                .expectComplete()
                .verify(DEADLINE);
        awaitNoSubscription(topic);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("the options are those of a Flux of payloads: start, filter, policy, resumable name")
    void optionsAreTheSame(Delivery delivery) {
        Topic<Integer> topic = numbers().retainLast(100).build();
        publish(topic, 10);
        Flux<Long> odd = delivery.of(ReactorTopics.messages(
                        topic, o -> o.fromSequence(4).filter(n -> n % 2 == 1).resumable("reader")))
                .map(TopicMessage::sequence);
        StepVerifier.create(odd, 2).expectNext(5L, 7L).thenCancel().verify(DEADLINE);
        assertThat(topic.forget("reader")).isTrue();
        TestSubscriber<Long> lossy = subscriber(0);
        delivery.of(ReactorTopics.messages(topic, o -> o.skipToLatest(1)))
                .map(TopicMessage::sequence)
                .subscribe(lossy);
        publish(topic, 50);
        topic.complete();
        lossy.request(Long.MAX_VALUE);
        eventually().until(lossy::isTerminatedComplete);
        List<Long> received = lossy.getReceivedOnNext();
        assertThat(received).isSorted().endsWith(59L);
        awaitNoSubscription(topic);
    }
}
