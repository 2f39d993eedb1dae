package io.fanlog.topic.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Scenario 6: cancels and joins race deliveries and publishes. */
class CancelRaceTest {
    private final Topics topics = Topics.create();
    private final Crew crew = new Crew();

    @AfterEach
    void close() {
        crew.close();
        assertThat(topics.close(Duration.ZERO)).isIn(true, false);
    }

    private static UnaryOperator<SubscriptionOptions<Integer>> policy(int round) {
        return switch (round % 4) {
            case 0 -> o -> o.gate();
            case 1 -> o -> o.skipToOldest(2);
            case 2 -> o -> o.skipToLatest(2);
            default -> o -> o.disconnect(64);
        };
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("never more than requested, no signal once the end was observed, counts that stay exact")
    void shouldKeepDemandAndCountsWhenACancelRacesTheDelivery(Flavour flavour) throws Exception {
        Topic<Integer> topic = topics.topic("raced", Integer.class).capacity(64).build();
        Probe<Integer> other = new Probe<Integer>(Flavour.HANDLER).to(topic, o -> o);
        AtomicBoolean stop = new AtomicBoolean();
        var publishing = crew.start(() -> {
            for (int n = 0; !stop.get(); n++) {
                assertThat(topic.publish(n)).isIn(PublishResult.OK, PublishResult.FULL);
            }
        });
        for (int i = 0; i < Rounds.races(500); i++) {
            Probe<Integer> probe = new Probe<Integer>(flavour, crew.threads()).to(topic, 1, policy(i));
            if (i % 2 == 0) {
                Waiting.until(
                        "it has been served",
                        () -> probe.count() > 0 || probe.handle().lag() > 0);
            }
            probe.cancel();
            int atCancel = probe.count();
            SubscriptionState ended = probe.handle().whenEnded().join();
            int atEnd = probe.count();
            assertThat(ended).isIn(SubscriptionState.CANCELLED, SubscriptionState.FAILED);
            if (flavour.isPush()) {
                assertThat(atEnd - atCancel).as("deliveries that were running").isLessThanOrEqualTo(1);
            }
            if (flavour.hasDemand()) {
                assertThat(atEnd).isLessThanOrEqualTo(1);
            }
            assertThat(probe.handle().undelivered()).isNotNegative();
            assertThat(probe.completions()).isZero();
            if (flavour.isPush()) {
                assertThat(probe.count()).as("nothing begins after the end").isEqualTo(atEnd);
                assertThat(probe.handle().received()).isEqualTo(atEnd);
            }
            probe.assertOrderly();
        }
        stop.set(true);
        Crew.await(publishing);
        topic.complete();
        Waiting.until("the other got all", other.handle().whenEnded()::isDone);
        other.assertCompleted();
        assertThat(other.count()).isEqualTo((int) topic.stats().published());
        assertThat(topic.subscriptions()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = "HANDLER", mode = EnumSource.Mode.EXCLUDE)
    @DisplayName("L2: a gating subscription that joins in a running topic is never more than the capacity behind")
    void shouldNeverBeMoreThanTheCapacityBehindWhenAJoinRacesPublishers(Flavour flavour) throws Exception {
        Topic<Integer> topic = topics.topic("joined", Integer.class).capacity(1).build();
        new Probe<Integer>(Flavour.REACTIVE).to(topic, 0, o -> o.skipToOldest(1));
        AtomicBoolean stop = new AtomicBoolean();
        Crew.Action publisher = () -> {
            while (!stop.get()) {
                assertThat(topic.publish(1)).isIn(PublishResult.OK, PublishResult.FULL);
            }
        };
        var publishing = crew.start(publisher, publisher);
        for (int i = 0; i < Rounds.races(1_000); i++) {
            long published = topic.stats().published();
            Probe<Integer> probe = new Probe<Integer>(flavour, crew.threads()).to(topic, 0, o -> o);
            Waiting.until("full", () -> probe.handle().lag() > 0);
            for (int look = 0; look < 20; look++) {
                assertThat(probe.handle().lag()).isEqualTo(1);
            }
            probe.cancel();
            Waiting.until("it holds nobody back", () -> topic.stats().published() > published + 1);
        }
        stop.set(true);
        Crew.await(publishing);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("what is published after subscribe has returned is delivered, whatever else goes on")
    void shouldMissNothingThatIsPublishedAfterItHasJoined(Flavour flavour) throws Exception {
        Topic<Integer> topic =
                topics.topic("joined", Integer.class).capacity(1_024).build();
        for (int i = 0; i < Rounds.races(500); i++) {
            AtomicBoolean stop = new AtomicBoolean();
            Probe<Integer> keeper = new Probe<Integer>(Flavour.HANDLER).to(topic, o -> o);
            Probe<Integer> probe = new Probe<>(flavour, crew.threads());
            crew.together(
                    () -> {
                        while (!stop.get()) {
                            assertThat(topic.publish(-1)).isIn(PublishResult.OK, PublishResult.FULL);
                        }
                    },
                    () -> {
                        probe.to(topic, o -> o);
                        topic.publishAsync(1).join().orThrow();
                        topic.publishAsync(2).join().orThrow();
                        stop.set(true);
                    });
            Waiting.until("all is delivered", () -> probe.handle().lag() == 0);
            Waiting.until("both came", () -> probe.items().contains(2));
            assertThat(probe.items().stream().filter(n -> n > 0).toList()).containsExactly(1, 2);
            probe.cancel();
            keeper.cancel();
        }
    }
}
