package io.fanlog.topic.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.fanlog.topic.Envelope;
import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicMessage;
import io.fanlog.topic.scenario.Flavour;
import io.fanlog.topic.scenario.Probe;
import io.fanlog.topic.scenario.Stepped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What goes with a payload, and whose object a subscriber is handed. */
class MessageTest {
    private final Stepped stepped = new Stepped();
    private final List<TopicMessage<Integer>> messages = new ArrayList<>();

    @AfterEach
    void close() {
        stepped.close();
    }

    @Test
    void shouldHandOutSequenceEpochAndEnvelope() {
        Topic<Integer> topic = stepped.numbers(b -> b);
        topic.subscribeMessages(messages::add, o -> o).label();
        topic.publish(7).orThrow();
        topic.publish(
                        8,
                        e -> e.key("ci")
                                .id("i-1")
                                .header("a", "1")
                                .header("b", "2")
                                .header("a", "3"))
                .orThrow();
        stepped.run();
        assertThat(messages).hasSize(2);
        TopicMessage<Integer> plain = messages.get(0);
        assertThat(plain).isEqualTo(new TopicMessage<>(topic.name(), topic.epoch(), 0, 7, Envelope.EMPTY, null));
        assertThat(plain.key()).isNull();
        assertThat(plain.id()).isNull();
        assertThat(plain.headers()).isEmpty();
        TopicMessage<Integer> full = messages.get(1);
        assertThat(full.sequence()).isEqualTo(1);
        assertThat(full.payload()).isEqualTo(8);
        assertThat(full.key()).isEqualTo("ci");
        assertThat(full.id()).isEqualTo("i-1");
        assertThat(full.headers()).containsExactly(Map.entry("a", "3"), Map.entry("b", "2"));
    }

    @Test
    void shouldNotLetHeadersBeChanged() {
        Envelope envelope = Envelope.EMPTY.header("a", "1");
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> envelope.headers().put("b", "2"));
        assertThat(Envelope.EMPTY.headers()).isEmpty();
    }

    @Test
    void shouldRefuseNullsInAnEnvelope() {
        assertThatNullPointerException()
                .isThrownBy(() -> Envelope.EMPTY.key(null))
                .withMessageContaining("key");
        assertThatNullPointerException()
                .isThrownBy(() -> Envelope.EMPTY.id(null))
                .withMessageContaining("id");
        assertThatNullPointerException().isThrownBy(() -> Envelope.EMPTY.header(null, "v"));
        assertThatNullPointerException().isThrownBy(() -> Envelope.EMPTY.header("n", null));
    }

    @Test
    void shouldNeverShowThePayload() {
        TopicMessage<String> message =
                new TopicMessage<>("quakes", 1, 2, "secret", Envelope.EMPTY.header("h", "secret"), null);
        assertThat(message.toString()).doesNotContain("secret");
        assertThat(message.envelope().toString()).doesNotContain("secret");
    }

    @ParameterizedTest
    @EnumSource
    void shouldHandThePayloadAloneToEveryFlavourWhenItWasPublishedWithAnEnvelope(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b);
        Probe<Integer> probe = new Probe<Integer>(flavour).to(topic, o -> o);
        topic.publish(1, e -> e.key("k").id("i").header("a", "b")).orThrow();
        assertThat(topic.publishAsync(2, e -> e.key("k")).join().isOk()).isTrue();
        stepped.run();
        assertThat(probe.items()).containsExactly(1, 2);
    }

    @Test
    void shouldTellTheTimeOfAMessageWhenTheTopicIsTimed() {
        Topic<Integer> topic = stepped.numbers(b -> b.timed());
        topic.subscribeMessages(messages::add, o -> o).label();
        stepped.advance(Duration.ofMillis(1_500));
        topic.publish(1).orThrow();
        stepped.clock().advance(Duration.ofDays(30));
        topic.publish(2, e -> e.key("k")).orThrow();
        stepped.clock().advance(Duration.ofMillis(7));
        stepped.run();
        assertThat(messages.get(0).time()).isEqualTo(Stepped.START.plusMillis(1_500));
        assertThat(messages.get(1).time())
                .isBetween(
                        Stepped.START
                                .plusMillis(1_500)
                                .plus(Duration.ofDays(30))
                                .minusSeconds(1),
                        Stepped.START.plusMillis(1_500).plus(Duration.ofDays(30)));
    }

    @Test
    void shouldTellNoTimeWhenTheTopicIsNotTimed() {
        Topic<Integer> topic = stepped.numbers(b -> b.retainLast(3));
        topic.subscribeMessages(messages::add, o -> o).label();
        topic.publish(1).orThrow();
        stepped.run();
        assertThat(messages.get(0).time()).isNull();
    }

    @Test
    void shouldGiveEachLifeOfATopicAnEpochOfItsOwn() {
        Topic<Integer> first = stepped.numbers(b -> b);
        first.close();
        Topic<Integer> second = stepped.numbers(b -> b);
        assertThat(second.epoch()).isNotEqualTo(first.epoch());
    }

    @ParameterizedTest
    @EnumSource
    void shouldShareThePayloadWithoutACopier(Flavour flavour) {
        Topic<StringBuilder> topic =
                stepped.topics().topic("text", StringBuilder.class).build();
        Probe<StringBuilder> one = new Probe<StringBuilder>(flavour).to(topic, o -> o);
        Probe<StringBuilder> two = new Probe<StringBuilder>(flavour).to(topic, o -> o);
        StringBuilder payload = new StringBuilder("x");
        topic.publish(payload).orThrow();
        stepped.run();
        assertThat(one.items().get(0)).isSameAs(payload);
        assertThat(two.items().get(0)).isSameAs(payload);
    }

    @ParameterizedTest
    @EnumSource
    void shouldHandOutACopyToEachWhenThereIsACopier(Flavour flavour) {
        Topic<StringBuilder> topic = stepped.topics()
                .topic("text", StringBuilder.class)
                .copier(StringBuilder::new)
                .build();
        Probe<StringBuilder> one = new Probe<StringBuilder>(flavour)
                .onItem(text -> text.append("1"))
                .to(topic, o -> o);
        Probe<StringBuilder> two = new Probe<StringBuilder>(flavour)
                .onItem(text -> text.append("2"))
                .to(topic, o -> o);
        StringBuilder payload = new StringBuilder("x");
        topic.publish(payload, e -> e.key("k")).orThrow();
        stepped.run();
        assertThat(payload).hasToString("x");
        assertThat(one.items().get(0)).hasToString("x1");
        assertThat(two.items().get(0)).hasToString("x2");
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndOneSubscriptionAloneWhenTheCopierThrows(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b.copier(number -> {
            if (number == 2) {
                throw new IllegalStateException("cannot copy");
            }
            return number;
        }));
        Probe<Integer> probe = new Probe<Integer>(flavour).to(topic, o -> o);
        Stepped.publish(topic, 1, 3);
        stepped.run();
        assertThat(probe.items()).containsExactly(1);
        if (flavour.isPush()) {
            assertThat(probe.handle().state()).isEqualTo(SubscriptionState.FAILED);
            assertThat(stepped.heard().errors()).hasSize(1);
        } else {
            assertThat(probe.thrown()).hasSize(1);
        }
        if (flavour == Flavour.REACTIVE || flavour == Flavour.FLOW) {
            assertThat(probe.failures()).singleElement().isInstanceOf(IllegalStateException.class);
        } else {
            assertThat(probe.failures()).isEmpty();
        }
    }

    @Test
    void shouldTreatACopierThatAnswersNullAsOneThatThrows() {
        Topic<Integer> topic = stepped.numbers(b -> b.copier(number -> null));
        Probe<Integer> probe = new Probe<Integer>(Flavour.REACTIVE).to(topic, o -> o);
        Stepped.publish(topic, 1, 1);
        stepped.run();
        assertThat(probe.handle().state()).isEqualTo(SubscriptionState.FAILED);
        assertThat(probe.handle().failure()).containsInstanceOf(NullPointerException.class);
    }
}
