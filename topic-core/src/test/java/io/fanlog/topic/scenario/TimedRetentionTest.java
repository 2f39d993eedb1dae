package io.fanlog.topic.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.Topic;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Scenario 11: what is too old is gone, on an idle topic as well. */
class TimedRetentionTest {
    private final Stepped stepped = new Stepped();

    @AfterEach
    void close() {
        stepped.close();
    }

    private static List<Integer> range(int from, int to) {
        return IntStream.rangeClosed(from, to).boxed().toList();
    }

    private List<Integer> joined(Flavour flavour, Topic<Integer> topic) {
        Probe<Integer> probe = new Probe<Integer>(flavour).to(topic, o -> o.fromEarliest());
        stepped.run();
        List<Integer> items = probe.items();
        probe.cancel();
        stepped.run();
        return items;
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveALateJoinerWhatIsYoungEnoughAndNothingWhenAllIsTooOld(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b.retainFor(Duration.ofSeconds(1)));
        Stepped.publish(topic, 1, 100);
        stepped.run();
        stepped.advance(Duration.ofMillis(500));
        assertThat(joined(flavour, topic)).isEqualTo(range(1, 100));
        stepped.advance(Duration.ofMillis(2_500));
        assertThat(topic.stats().head())
                .as("reclaimed without a publish or a join")
                .isEqualTo(100);
        assertThat(joined(flavour, topic)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void shouldLetEachMessageGrowOldByItself(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b.retainFor(Duration.ofSeconds(1)));
        for (int i = 0; i < 10; i++) {
            Stepped.publish(topic, i, i);
            stepped.advance(Duration.ofMillis(200));
        }
        assertThat(joined(flavour, topic)).isEqualTo(range(6, 9));
        stepped.advance(Duration.ofMillis(200));
        assertThat(joined(flavour, topic)).isEqualTo(range(7, 9));
        stepped.advance(Duration.ofMillis(400));
        assertThat(joined(flavour, topic)).isEqualTo(range(9, 9));
        stepped.advance(Duration.ofMillis(200));
        assertThat(joined(flavour, topic)).isEmpty();
    }

    @Test
    void shouldNotBeEarlyByAMillisecond() {
        Topic<Integer> topic = stepped.numbers(b -> b.retainFor(Duration.ofSeconds(1)));
        Stepped.publish(topic, 1, 1);
        stepped.advance(Duration.ofMillis(999));
        assertThat(joined(Flavour.REACTIVE, topic)).containsExactly(1);
        stepped.advance(Duration.ofMillis(1));
        assertThat(joined(Flavour.REACTIVE, topic)).isEmpty();
    }

    @Test
    void shouldBoundWhatIsYoungEnoughByTheCapacityByDefault() {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(10).retainFor(Duration.ofSeconds(1)));
        for (int i = 0; i < 1_000; i++) {
            Stepped.publish(topic, i, i);
        }
        stepped.run();
        assertThat(joined(Flavour.REACTIVE, topic)).isEqualTo(range(990, 999));
        assertThat(topic.stats().head()).isEqualTo(990);
    }

    @Test
    void shouldKeepWhatIsBothYoungEnoughAndAmongTheNewest() {
        Topic<Integer> topic =
                stepped.numbers(b -> b.retainFor(Duration.ofSeconds(1)).retainLast(5));
        Stepped.publish(topic, 0, 9);
        stepped.advance(Duration.ofMillis(600));
        assertThat(joined(Flavour.REACTIVE, topic)).isEqualTo(range(5, 9));
        Stepped.publish(topic, 10, 11);
        stepped.advance(Duration.ofMillis(600));
        assertThat(joined(Flavour.REACTIVE, topic)).isEqualTo(range(10, 11));
    }

    @Test
    void shouldKeepWhatASlowGatingSubscriptionHasNotReadHoweverOldItIs() {
        Topic<Integer> topic = stepped.numbers(b -> b.retainFor(Duration.ofSeconds(1)));
        Probe<Integer> slow = new Probe<Integer>(Flavour.REACTIVE).to(topic, 0, o -> o);
        Stepped.publish(topic, 0, 9);
        stepped.advance(Duration.ofDays(1));
        assertThat(joined(Flavour.FLOW, topic)).isEmpty();
        slow.request(100);
        stepped.run();
        assertThat(slow.items()).isEqualTo(range(0, 9));
        assertThat(topic.stats().head()).isEqualTo(10);
    }

    @Test
    void shouldGoOnAgingAfterTheTopicHasEnded() {
        Topic<Integer> topic = stepped.numbers(b -> b.retainFor(Duration.ofSeconds(1)));
        Stepped.publish(topic, 0, 9);
        topic.complete();
        stepped.advance(Duration.ofMillis(500));
        assertThat(joined(Flavour.REACTIVE, topic)).isEqualTo(range(0, 9));
        stepped.advance(Duration.ofMillis(600));
        assertThat(topic.stats().head()).isEqualTo(10);
        assertThat(joined(Flavour.REACTIVE, topic)).isEmpty();
    }

    @Test
    void shouldAgeCorrectlyWhenTheClockOverflowsAndAMessageIsVeryOld() {
        Topic<Integer> topic = stepped.numbers(b -> b.retainFor(Duration.ofDays(3_650)));
        Stepped.publish(topic, 0, 0);
        stepped.advance(Duration.ofDays(3_649));
        assertThat(joined(Flavour.REACTIVE, topic)).containsExactly(0);
        Stepped.publish(topic, 1, 1);
        stepped.advance(Duration.ofDays(2));
        assertThat(joined(Flavour.REACTIVE, topic)).containsExactly(1);
        stepped.advance(Duration.ofDays(3_650));
        assertThat(joined(Flavour.REACTIVE, topic)).isEmpty();
    }
}
