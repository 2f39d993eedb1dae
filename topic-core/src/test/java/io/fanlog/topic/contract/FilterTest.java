package io.fanlog.topic.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.scenario.Flavour;
import io.fanlog.topic.scenario.Probe;
import io.fanlog.topic.scenario.Stepped;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a filter rejects costs no demand and counts as filtered. */
class FilterTest {
    private final Stepped stepped = new Stepped();

    @AfterEach
    void close() {
        stepped.close();
    }

    @ParameterizedTest
    @EnumSource
    void shouldDeliverOnlyWhatPassesAndCountTheRest(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b);
        Probe<Integer> probe = new Probe<Integer>(flavour).to(topic, o -> o.filter(n -> n % 3 == 0));
        Stepped.publish(topic, 1, 100);
        stepped.run();
        assertThat(probe.items()).hasSize(33).allMatch(n -> n % 3 == 0).isSorted();
        assertThat(probe.handle().filtered()).isEqualTo(67);
        assertThat(probe.handle().missed()).isZero();
        probe.assertConserved(100);
    }

    @ParameterizedTest
    @EnumSource(names = "HANDLER", mode = EnumSource.Mode.EXCLUDE)
    void shouldCostNoDemand(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b);
        Probe<Integer> probe = new Probe<Integer>(flavour).to(topic, 2, o -> o.filter(n -> n % 10 == 0));
        Stepped.publish(topic, 1, 100);
        stepped.run();
        assertThat(probe.items()).containsExactly(10, 20);
        probe.request(1);
        stepped.run();
        assertThat(probe.items()).containsExactly(10, 20, 30);
        probe.assertConserved(100);
        probe.assertOrderly();
    }

    @ParameterizedTest
    @EnumSource
    void shouldMakeRoomWithWhatItRejects(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(1));
        Probe<Integer> probe = new Probe<Integer>(flavour).to(topic, 1, o -> o.filter(n -> n < 0));
        for (int i = 0; i < 10; i++) {
            topic.publish(i).orThrow();
            stepped.run();
        }
        assertThat(probe.handle().filtered()).isEqualTo(10);
    }

    @ParameterizedTest
    @EnumSource
    void shouldAskTheSecondFilterAfterTheFirst(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b);
        Probe<Integer> probe =
                new Probe<Integer>(flavour).to(topic, o -> o.filter(n -> n != 0).filter(n -> 12 / n == 4));
        Stepped.publish(topic, 0, 5);
        stepped.run();
        assertThat(probe.items()).containsExactly(3);
    }

    @ParameterizedTest
    @EnumSource
    void shouldCompleteWhenTheLastMessagesAreRejected(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b);
        Probe<Integer> probe = new Probe<Integer>(flavour).to(topic, 1, o -> o.filter(n -> n == 1));
        Stepped.publish(topic, 1, 5);
        topic.complete();
        stepped.run();
        if (flavour.hasDemand()) {
            assertThat(probe.handle().state()).isEqualTo(SubscriptionState.ACTIVE);
            probe.request(1);
            stepped.run();
        }
        probe.assertCompleted();
        assertThat(probe.items()).containsExactly(1);
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndOneSubscriptionAloneWhenItThrows(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b);
        Probe<Integer> healthy = new Probe<Integer>(flavour).to(topic, o -> o);
        Probe<Integer> probe = new Probe<Integer>(flavour).to(topic, o -> o.filter(n -> 1 / (n - 2) != 5));
        Stepped.publish(topic, 1, 3);
        stepped.run();
        assertThat(probe.items()).containsExactly(1);
        assertThat(probe.handle().state().isEnded()).isTrue();
        assertThat(flavour.isPush() ? stepped.heard().errors() : probe.thrown())
                .singleElement()
                .isInstanceOf(ArithmeticException.class);
        if (flavour == Flavour.REACTIVE || flavour == Flavour.FLOW) {
            assertThat(probe.failures()).singleElement().isInstanceOf(ArithmeticException.class);
        } else {
            assertThat(probe.failures()).isEmpty();
        }
        assertThat(healthy.items()).containsExactly(1, 2, 3);
    }

    @Test
    void shouldCountFilteredAndMissedApart() {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(16));
        Probe<Integer> probe = new Probe<Integer>(Flavour.REACTIVE)
                .to(topic, 0, o -> o.skipToOldest(4).filter(n -> n % 2 == 0));
        Stepped.publish(topic, 1, 10);
        probe.request(100);
        stepped.run();
        assertThat(probe.items()).containsExactly(8, 10);
        assertThat(probe.handle().missed()).isEqualTo(6);
        assertThat(probe.handle().filtered()).isEqualTo(2);
        probe.assertConserved(10);
    }
}
