package io.fanlog.topic.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import io.fanlog.topic.scenario.Crew;
import io.fanlog.topic.scenario.Flavour;
import io.fanlog.topic.scenario.Probe;
import io.fanlog.topic.scenario.Rounds;
import io.fanlog.topic.scenario.Stepped;
import io.fanlog.topic.scenario.Waiting;
import io.fanlog.topic.spi.PullListener;
import io.fanlog.topic.spi.PullSubscription;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Never more than requested. */
class DemandTest {
    private final Stepped stepped = new Stepped();

    @AfterEach
    void close() {
        stepped.close();
    }

    @ParameterizedTest
    @EnumSource(names = "HANDLER", mode = EnumSource.Mode.EXCLUDE)
    void shouldDeliverWhatWasRequestedAndNoMore(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b.batch(3));
        Probe<Integer> probe = new Probe<Integer>(flavour).to(topic, 0, o -> o);
        Stepped.publish(topic, 1, 5_000);
        stepped.run();
        assertThat(probe.count()).isZero();
        Random random = new Random(7);
        int requested = 0;
        while (requested < 5_000) {
            int more = 1 + random.nextInt(500);
            requested = Math.min(5_000, requested + more);
            probe.request(more);
            stepped.run();
            assertThat(probe.count()).isEqualTo(requested);
        }
        probe.assertOrderly();
        assertThat(probe.items()).isSorted().doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource(names = {"REACTIVE", "FLOW"})
    void shouldEndTheSubscriptionWithIllegalArgumentWhenNotPositive(Flavour flavour) {
        for (long bad : new long[] {0, -1, Long.MIN_VALUE}) {
            Topic<Integer> topic =
                    stepped.topics().topic("bad" + bad, Integer.class).build();
            Probe<Integer> other = new Probe<Integer>(flavour).to(topic, o -> o);
            Probe<Integer> probe = new Probe<Integer>(flavour).to(topic, 1, o -> o);
            Stepped.publish(topic, 1, 3);
            stepped.run();
            probe.request(bad);
            stepped.run();
            assertThat(probe.items()).containsExactly(1);
            assertThat(probe.failures())
                    .singleElement()
                    .isInstanceOf(IllegalArgumentException.class)
                    .satisfies(failure -> assertThat(failure.getMessage()).contains(Long.toString(bad)));
            assertThat(probe.handle().state()).isEqualTo(SubscriptionState.FAILED);
            assertThat(probe.handle().undelivered()).isEqualTo(2);
            assertThat(other.count()).isEqualTo(3);
            probe.assertOrderly();
            probe.request(5);
            stepped.run();
            probe.assertOrderly();
        }
    }

    @Test
    void shouldEndAPullSubscriptionWithIllegalArgumentWhenNotPositive() {
        Topic<Integer> topic = stepped.numbers(b -> b);
        Probe<Integer> probe = new Probe<Integer>(Flavour.PULL).to(topic, 1, o -> o);
        Stepped.publish(topic, 1, 3);
        stepped.run();
        probe.request(0);
        stepped.run();
        assertThat(probe.items()).containsExactly(1);
        assertThat(probe.failures()).singleElement().isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @EnumSource(names = {"REACTIVE", "FLOW"})
    void shouldSaturateWhenTheSumOverflows(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b);
        Probe<Integer> probe = new Probe<Integer>(flavour).to(topic, Long.MAX_VALUE - 1, o -> o);
        Stepped.publish(topic, 1, 2);
        stepped.run();
        probe.request(Long.MAX_VALUE);
        probe.request(Long.MAX_VALUE);
        probe.request(1);
        Stepped.publish(topic, 3, 2_000);
        stepped.run();
        assertThat(probe.count()).isEqualTo(2_000);
        assertThat(probe.failures()).isEmpty();
    }

    @Test
    void shouldTellWhatIsRequestedAndNotDelivered() {
        Topic<Integer> topic = stepped.numbers(b -> b);
        List<Integer> items = new ArrayList<>();
        PullSubscription<Integer> pushed = topic.pull(
                new PullListener<Integer>() {
                    @Override
                    public void onNext(Integer payload) {
                        items.add(payload);
                    }

                    @Override
                    public void onReady() {
                        throw new AssertionError("in push mode");
                    }

                    @Override
                    public void onEnd(Throwable failure) {}
                },
                o -> o);
        pushed.request(3);
        pushed.activate(PullSubscription.Mode.PUSH);
        assertThat(pushed.requested()).isEqualTo(3);
        Stepped.publish(topic, 1, 2);
        stepped.run();
        assertThat(pushed.requested()).isEqualTo(1);
        pushed.request(Long.MAX_VALUE);
        assertThat(pushed.requested()).isEqualTo(Long.MAX_VALUE);
        Stepped.publish(topic, 3, 4);
        stepped.run();
        assertThat(items).containsExactly(1, 2, 3, 4);
        assertThat(pushed.requested()).isEqualTo(Long.MAX_VALUE);
    }

    @ParameterizedTest
    @EnumSource(names = "HANDLER", mode = EnumSource.Mode.EXCLUDE)
    void shouldDeliverWhenRequestedFromInsideOnNext(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b);
        Probe<Integer> probe = new Probe<Integer>(flavour);
        probe.onItem(item -> probe.request(1)).to(topic, 1, o -> o);
        Stepped.publish(topic, 1, 1_000);
        stepped.run();
        assertThat(probe.count()).isEqualTo(1_000);
        probe.assertOrderly();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7})
    void shouldAddUpWhatSeveralThreadsRequestWhileItDelivers(int step) throws Exception {
        try (Topics topics = Topics.create();
                Crew crew = new Crew()) {
            Topic<Integer> topic = topics.topic("numbers", Integer.class).build();
            Probe<Integer> probe = new Probe<Integer>(Flavour.REACTIVE).to(topic, 0, o -> o);
            int requests = Rounds.races(3_000);
            int total = requests * step * 2;
            Crew.Action requesting = () -> {
                for (int i = 0; i < requests; i++) {
                    probe.request(step);
                }
            };
            crew.together(requesting, requesting, () -> {
                for (int i = 0; i < total + 10; i++) {
                    topic.publishAsync(i).join().orThrow();
                }
            });
            Waiting.until("all that was requested came", () -> probe.count() == total);
            probe.assertOrderly();
            probe.request(10);
            Waiting.until("the rest", () -> probe.count() == total + 10);
        }
    }
}
