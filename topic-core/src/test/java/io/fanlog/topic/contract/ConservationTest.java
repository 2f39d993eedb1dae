package io.fanlog.topic.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.SlowSubscriberPolicy;
import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.Topics;
import io.fanlog.topic.scenario.Crew;
import io.fanlog.topic.scenario.Flavour;
import io.fanlog.topic.scenario.Probe;
import io.fanlog.topic.scenario.Rounds;
import io.fanlog.topic.scenario.Waiting;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** C1: received + filtered + missed + lag = published since the start, for every policy and flavour, always. */
class ConservationTest {
    private final Topics topics = Topics.create();
    private final Crew crew = new Crew();

    @AfterEach
    void close() {
        crew.close();
        assertThat(topics.close(Duration.ZERO)).isIn(true, false);
    }

    static Stream<Arguments> policiesAndFlavours() {
        return Arrays.stream(SlowSubscriberPolicy.values())
                .flatMap(policy -> Arrays.stream(Flavour.values()).map(flavour -> Arguments.of(policy, flavour)));
    }

    private static SubscriptionOptions<Integer> options(
            SubscriptionOptions<Integer> options, SlowSubscriberPolicy policy) {
        SubscriptionOptions<Integer> filtered = options.filter(n -> n % 3 != 0);
        return switch (policy) {
            case GATE -> filtered.gate();
            case SKIP_TO_OLDEST -> filtered.skipToOldest(7);
            case SKIP_TO_LATEST -> filtered.skipToLatest(3);
            case DISCONNECT -> filtered.disconnect(256);
        };
    }

    @ParameterizedTest
    @MethodSource("policiesAndFlavours")
    @DisplayName("seen by another thread while all moves: the sum lies between what was published before and after")
    void shouldHoldWhileAllMoves(SlowSubscriberPolicy policy, Flavour flavour) throws Exception {
        Topic<Integer> topic =
                topics.topic("moving", Integer.class).capacity(256).build();
        Probe<Integer> keeper =
                new Probe<Integer>(Flavour.HANDLER).keepingNothing().to(topic, o -> o);
        Probe<Integer> probe = new Probe<Integer>(flavour, crew.threads()).keepingNothing();
        probe.onItem(item -> {
                    if (item % 4 != 0 && flavour.hasDemand()) {
                        probe.request(1);
                    }
                })
                .to(topic, 100, o -> options(o, policy));
        AtomicBoolean stop = new AtomicBoolean();
        crew.together(
                () -> {
                    for (int n = 0; !stop.get(); n++) {
                        PublishResult result = topic.publish(n);
                        assertThat(result).isIn(PublishResult.OK, PublishResult.FULL);
                    }
                },
                () -> {
                    for (int look = 0; look < Rounds.of(3_000, 1_000_000); look++) {
                        assertBetween(topic, probe.handle());
                        if (flavour.hasDemand() && look % 16 == 0) {
                            probe.request(8);
                        }
                    }
                    stop.set(true);
                });
        topic.complete();
        probe.request(Long.MAX_VALUE);
        assertThat(probe.handle().whenEnded().get(30, java.util.concurrent.TimeUnit.SECONDS))
                .isNotNull();
        Waiting.until("the keeper has all", keeper::hasCompleted);
        TopicSubscription ended = probe.handle();
        if (ended.failure().isEmpty()) {
            Waiting.until("told", probe::hasCompleted);
            probe.assertCompleted();
            probe.assertConserved(topic.stats().published());
        } else {
            assertThat(policy).isEqualTo(SlowSubscriberPolicy.DISCONNECT);
            probe.assertOrderly();
            probe.assertConserved(ended.cursor() + ended.undelivered());
        }
        assertThat(ended.missed() == 0 || policy.isLossy()).isTrue();
        keeper.assertConserved(topic.stats().published());
    }

    private static void assertBetween(Topic<Integer> topic, TopicSubscription subscription) {
        long before = topic.stats().tail();
        boolean activeBefore = !subscription.state().isEnded();
        long lagFirst = subscription.lag();
        long counted = subscription.received() + subscription.filtered() + subscription.missed();
        long lagLast = subscription.lag();
        long after = topic.stats().tail();
        assertThat(lagFirst).isNotNegative();
        assertThat(counted + lagLast).as("no message is counted twice").isLessThanOrEqualTo(after);
        if (activeBefore && !subscription.state().isEnded()) {
            assertThat(lagFirst + counted).as("no message is forgotten").isGreaterThanOrEqualTo(before);
        }
    }
}
