package io.fanlog.topic.contract;

import static io.fanlog.topic.PublishResult.FULL;
import static io.fanlog.topic.PublishResult.OK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fanlog.topic.SlowSubscriberException;
import io.fanlog.topic.SlowSubscriberPolicy;
import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.scenario.Flavour;
import io.fanlog.topic.scenario.Probe;
import io.fanlog.topic.scenario.Stepped;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What happens to one subscription that falls behind. */
class SlowSubscriberPolicyTest {
    private final Stepped stepped = new Stepped();

    @AfterEach
    void close() {
        stepped.close();
    }

    private static List<Integer> range(int from, int to) {
        return IntStream.rangeClosed(from, to).boxed().toList();
    }

    @ParameterizedTest
    @EnumSource(names = "HANDLER", mode = EnumSource.Mode.EXCLUDE)
    void shouldHoldPublishingBackAndLoseNothingWhenGating(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(4));
        Probe<Integer> probe = new Probe<Integer>(flavour).to(topic, 0, o -> o.gate());
        int published = 0;
        for (int i = 0; i < 100; i++) {
            if (topic.publish(published) == OK) {
                published++;
            } else {
                assertThat(probe.handle().lag()).isEqualTo(4);
                probe.request(3);
                stepped.run();
            }
        }
        probe.request(1_000);
        stepped.run();
        assertThat(probe.items()).isEqualTo(range(0, published - 1));
        probe.assertConserved(published);
    }

    @ParameterizedTest
    @EnumSource(names = "HANDLER", mode = EnumSource.Mode.EXCLUDE)
    void shouldKeepAMessageUntilItIsMoreThanMaxLagBehind(Flavour flavour) {
        for (SlowSubscriberPolicy policy : SlowSubscriberPolicy.values()) {
            Topic<Integer> topic = stepped.topics()
                    .topic(flavour + "-" + policy, Integer.class)
                    .capacity(4)
                    .build();
            Probe<Integer> probe = new Probe<Integer>(flavour).to(topic, 0, o -> o.policy(policy));
            Stepped.publish(topic, 1, 4);
            stepped.run();
            probe.request(10);
            stepped.run();
            assertThat(probe.items()).as("%s", policy).containsExactly(1, 2, 3, 4);
            assertThat(probe.handle().missed()).isZero();
            probe.assertConserved(4);
        }
    }

    @ParameterizedTest
    @EnumSource(names = "HANDLER", mode = EnumSource.Mode.EXCLUDE)
    void shouldGoOnWithTheOldestWithinMaxLagAndCountTheRestExactly(Flavour flavour) {
        for (int published : new int[] {5, 8, 9, 100, 600, 5_000}) {
            Topic<Integer> topic = stepped.topics()
                    .topic("n" + published, Integer.class)
                    .capacity(64)
                    .build();
            Probe<Integer> probe = new Probe<Integer>(flavour).to(topic, 0, o -> o.skipToOldest(4));
            Stepped.publish(topic, 1, published);
            probe.request(100);
            stepped.run();
            assertThat(probe.items()).isEqualTo(range(published - 3, published));
            assertThat(probe.handle().missed()).isEqualTo(published - 4);
            probe.assertConserved(published);
            probe.assertOrderly();
        }
    }

    @ParameterizedTest
    @EnumSource(names = "HANDLER", mode = EnumSource.Mode.EXCLUDE)
    void shouldGoOnWithTheNewestAndCountTheRestExactly(Flavour flavour) {
        for (int published : new int[] {5, 8, 100, 5_000}) {
            Topic<Integer> topic = stepped.topics()
                    .topic("n" + published, Integer.class)
                    .capacity(64)
                    .build();
            Probe<Integer> probe = new Probe<Integer>(flavour).to(topic, 0, o -> o.skipToLatest(4));
            Stepped.publish(topic, 1, published);
            probe.request(100);
            stepped.run();
            assertThat(probe.items()).containsExactly(published);
            assertThat(probe.handle().missed()).isEqualTo(published - 1);
            probe.assertConserved(published);
        }
    }

    @ParameterizedTest
    @EnumSource(names = "HANDLER", mode = EnumSource.Mode.EXCLUDE)
    void shouldEndWithItsLagWhenDisconnectingAlsoWithoutDemand(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(64));
        Probe<Integer> probe = new Probe<Integer>(flavour).to(topic, 0, o -> o.disconnect(4));
        Probe<Integer> other = new Probe<Integer>(flavour).to(topic, o -> o);
        Stepped.publish(topic, 1, 4);
        stepped.run();
        assertThat(probe.handle().state()).isEqualTo(SubscriptionState.ACTIVE);
        Stepped.publish(topic, 5, 5);
        stepped.run();
        assertThat(probe.handle().state()).isEqualTo(SubscriptionState.FAILED);
        assertThat(probe.failures()).singleElement().isInstanceOfSatisfying(SlowSubscriberException.class, slow -> {
            assertThat(slow.lag()).isEqualTo(5);
            assertThat(slow.getMessage()).contains("numbers").contains("5").contains("4");
        });
        assertThat(probe.handle().failure()).contains(probe.failures().get(0));
        assertThat(probe.handle().undelivered()).isEqualTo(5);
        assertThat(probe.items()).isEmpty();
        assertThat(topic.subscriptions()).containsExactly(other.handle());
        Stepped.publish(topic, 6, 10);
        stepped.run();
        assertThat(probe.handle().undelivered()).as("frozen").isEqualTo(5);
        assertThat(other.count()).isEqualTo(10);
        probe.assertConserved(5);
        probe.assertOrderly();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "one that disconnects is never moved past a message, however fast publishers run ahead while it is served")
    void shouldDisconnectInsteadOfSkippingWhenItIsOverrunWhileItIsServed(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(1_024));
        Probe<Integer> probe = new Probe<Integer>(flavour);
        probe.onItem(item -> {
                    if (item == 0) {
                        Stepped.publish(topic, 2, 2_000);
                    }
                })
                .to(topic, o -> o.disconnect(2));
        Stepped.publish(topic, 0, 1);
        stepped.run();
        assertThat(probe.handle().state()).isEqualTo(SubscriptionState.FAILED);
        assertThat(probe.handle().missed()).isZero();
        assertThat(probe.items()).isIn(List.of(0), List.of(0, 1));
        assertThat(probe.handle().failure()).containsInstanceOf(SlowSubscriberException.class);
    }

    @ParameterizedTest
    @EnumSource
    void shouldSkipWhenItIsOverrunWhileItIsServed(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(1_024));
        Probe<Integer> probe = new Probe<Integer>(flavour);
        probe.onItem(item -> {
                    if (item == 0) {
                        Stepped.publish(topic, 2, 2_000);
                    }
                })
                .to(topic, o -> o.skipToOldest(2));
        Stepped.publish(topic, 0, 1);
        stepped.run();
        assertThat(probe.items()).startsWith(0).endsWith(1_999, 2_000);
        assertThat(probe.count()).isIn(3, 4);
        probe.assertConserved(2_001);
        probe.assertOrderly();
    }

    @ParameterizedTest
    @EnumSource(names = "HANDLER", mode = EnumSource.Mode.EXCLUDE)
    void shouldHoldNobodyBackWhenLossy(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(4));
        Probe<Integer> gating = new Probe<Integer>(flavour).to(topic, 0, o -> o);
        Probe<Integer> lossy = new Probe<Integer>(flavour).to(topic, 0, o -> o.skipToOldest(2));
        Stepped.publish(topic, 1, 4);
        assertThat(topic.publish(5)).isEqualTo(FULL);
        assertThat(topic.blocker()).contains(gating.handle());
        gating.request(4);
        stepped.run();
        Stepped.publish(topic, 5, 8);
        gating.request(4);
        lossy.request(10);
        stepped.run();
        assertThat(lossy.items()).containsExactly(7, 8);
        assertThat(gating.items()).isEqualTo(range(1, 8));
        lossy.assertConserved(8);
    }

    @ParameterizedTest
    @EnumSource(names = {"SKIP_TO_OLDEST", "SKIP_TO_LATEST", "DISCONNECT"})
    void shouldTakeTheCapacityAsMaxLagByDefault(SlowSubscriberPolicy policy) {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(10));
        Probe<Integer> probe = new Probe<Integer>(Flavour.REACTIVE).to(topic, 0, o -> o.policy(policy));
        Stepped.publish(topic, 1, 10);
        stepped.run();
        assertThat(probe.handle().state()).isEqualTo(SubscriptionState.ACTIVE);
        Stepped.publish(topic, 11, 11);
        probe.request(100);
        stepped.run();
        switch (policy) {
            case SKIP_TO_OLDEST -> assertThat(probe.items()).isEqualTo(range(2, 11));
            case SKIP_TO_LATEST -> assertThat(probe.items()).containsExactly(11);
            default -> assertThat(probe.handle().state()).isEqualTo(SubscriptionState.FAILED);
        }
        probe.assertConserved(11);
    }

    @Test
    void shouldRefuseAMaxLagBeyondTheCapacityAndQuoteIt() {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(10));
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        topic.subscribe(item -> {}, o -> o.skipToLatest(11)).label())
                .withMessageContaining("maxLag")
                .withMessageContaining("11")
                .withMessageContaining("10");
        assertThat(topic.subscriptions()).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> topic.subscribe(item -> {}, o -> o.disconnect(0)).label())
                .withMessageContaining("maxLag")
                .withMessageContaining("0");
    }

    @Test
    void shouldTellTheObserverWhatWasMissed() {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(10));
        Probe<Integer> probe = new Probe<Integer>(Flavour.REACTIVE)
                .to(topic, 0, o -> o.skipToOldest(3).label("page"));
        Stepped.publish(topic, 1, 10);
        probe.request(1);
        stepped.run();
        Stepped.publish(topic, 11, 12);
        probe.request(100);
        stepped.run();
        assertThat(stepped.heard().lines()).containsExactly("page missed 7", "page missed 1");
        assertThat(probe.items()).containsExactly(8, 10, 11, 12);
    }

    @Test
    void shouldTellTheObserverWhoBlocksOnceEachTime() {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(1));
        Probe<Integer> probe = new Probe<Integer>(Flavour.REACTIVE).to(topic, 0, o -> o.label("slow"));
        for (int round = 0; round < 3; round++) {
            Stepped.publish(topic, round, round);
            assertThat(topic.publish(9)).isEqualTo(FULL);
            assertThat(topic.publish(9)).isEqualTo(FULL);
            assertThat(topic.blocker()).contains(probe.handle());
            probe.request(1);
            stepped.run();
            assertThat(topic.blocker()).isEmpty();
        }
        assertThat(stepped.heard().lines()).containsExactly("blocked by slow", "blocked by slow", "blocked by slow");
    }

    @ParameterizedTest
    @EnumSource(names = "HANDLER", mode = EnumSource.Mode.EXCLUDE)
    @DisplayName("a late joiner that reads history gates only from where the tail was when it joined")
    void shouldGateFromTheTailAtJoin(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(3).retainLast(100));
        Stepped.publish(topic, 1, 50);
        Probe<Integer> probe = new Probe<Integer>(flavour).to(topic, 0, o -> o.fromEarliest());
        Stepped.publish(topic, 51, 53);
        assertThat(topic.publish(54)).isEqualTo(FULL);
        assertThat(probe.handle().lag()).isEqualTo(53);
        probe.request(50);
        stepped.run();
        assertThat(topic.publish(54))
                .as("all of history is read, and nothing since")
                .isEqualTo(FULL);
        probe.request(1);
        stepped.run();
        assertThat(topic.publish(54)).isEqualTo(OK);
        probe.request(100);
        stepped.run();
        assertThat(probe.items()).isEqualTo(range(1, 54));
    }
}
