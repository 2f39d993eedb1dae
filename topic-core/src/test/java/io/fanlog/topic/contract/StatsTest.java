package io.fanlog.topic.contract;

import static io.fanlog.topic.PublishResult.FULL;
import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.SlowSubscriberPolicy;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicStats;
import io.fanlog.topic.scenario.Flavour;
import io.fanlog.topic.scenario.Probe;
import io.fanlog.topic.scenario.Stepped;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The figures of a topic and its subscriptions. */
class StatsTest {
    private final Stepped stepped = new Stepped();

    @AfterEach
    void close() {
        stepped.close();
    }

    @Test
    void shouldBeAllZeroWhenNothingHasHappened() {
        TopicStats stats = stepped.numbers(b -> b).stats();
        assertThat(stats.topic()).isEqualTo("numbers");
        assertThat(stats.published()).isZero();
        assertThat(stats.refused()).isEmpty();
        assertThat(stats.head()).isZero();
        assertThat(stats.tail()).isZero();
        assertThat(stats.watermark()).isZero();
        assertThat(stats.waiters()).isZero();
        assertThat(stats.subscriptions()).isZero();
        assertThat(stats.slowest()).isEmpty();
        assertThat(stats.blocker()).isEmpty();
    }

    @Test
    void shouldNameHeadTailWatermarkSlowestAndBlocker() {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(8));
        Probe<Integer> gating = new Probe<Integer>(Flavour.REACTIVE).to(topic, 3, o -> o.label("gating"));
        Probe<Integer> faster = new Probe<Integer>(Flavour.FLOW).to(topic, 6, o -> o.label("faster"));
        Probe<Integer> lossy = new Probe<Integer>(Flavour.PULL).to(topic, 1, o -> o.skipToOldest(8));
        Stepped.publish(topic, 0, 7);
        stepped.run();
        stepped.advance(Duration.ofMillis(5));
        TopicStats stats = topic.stats();
        assertThat(stats.published()).isEqualTo(8);
        assertThat(stats.tail()).isEqualTo(8);
        assertThat(stats.head()).isEqualTo(1);
        assertThat(stats.watermark()).isEqualTo(3);
        assertThat(stats.subscriptions()).isEqualTo(3);
        assertThat(stats.slowest()).contains(lossy.handle());
        assertThat(stats.blocker()).isEmpty();
        assertThat(topic.subscriptions()).containsExactly(gating.handle(), faster.handle(), lossy.handle());
        Stepped.publish(topic, 8, 10);
        assertThat(topic.publish(11)).isEqualTo(FULL);
        assertThat(topic.stats().blocker()).contains(gating.handle());
        assertThat(topic.blocker()).contains(gating.handle());
        CompletableFuture<PublishResult> waiting = topic.publishAsync(11);
        assertThat(topic.stats().waiters()).isEqualTo(1);
        gating.request(1);
        stepped.run();
        assertThat(waiting).isDone();
        assertThat(topic.stats().waiters()).isZero();
    }

    @Test
    void shouldTakeTheTailAsWatermarkWhenNobodyGates() {
        Topic<Integer> topic = stepped.numbers(b -> b.retainLast(3));
        new Probe<Integer>(Flavour.REACTIVE).to(topic, 0, o -> o.skipToOldest(1));
        Stepped.publish(topic, 0, 9);
        stepped.run();
        assertThat(topic.stats().watermark()).isEqualTo(10);
        assertThat(topic.stats().head()).isEqualTo(7);
    }

    @Test
    void shouldDescribeASubscription() {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(8));
        Probe<Integer> named = new Probe<Integer>(Flavour.REACTIVE)
                .to(topic, 2, o -> o.label("page").skipToLatest(8));
        Probe<Integer> unnamed = new Probe<Integer>(Flavour.HANDLER).to(topic, o -> o);
        Stepped.publish(topic, 1, 5);
        stepped.run();
        assertThat(named.handle().topic()).isEqualTo("numbers");
        assertThat(named.handle().label()).isEqualTo("page");
        assertThat(named.handle().policy()).isEqualTo(SlowSubscriberPolicy.SKIP_TO_LATEST);
        assertThat(named.handle().cursor()).isEqualTo(2);
        assertThat(named.handle().lag()).isEqualTo(3);
        assertThat(named.handle().received()).isEqualTo(2);
        assertThat(named.handle().undelivered()).as("not ended").isZero();
        assertThat(named.handle().failure()).isEmpty();
        assertThat(unnamed.handle().label()).startsWith("numbers-");
        assertThat(unnamed.handle().policy()).isEqualTo(SlowSubscriberPolicy.GATE);
    }

    @Test
    void shouldReclaimWhatEverybodyHasPassed() {
        Topic<Integer> topic = stepped.numbers(b -> b);
        Probe<Integer> one = new Probe<Integer>(Flavour.REACTIVE).to(topic, 0, o -> o);
        Probe<Integer> two = new Probe<Integer>(Flavour.FLOW).to(topic, 0, o -> o);
        Stepped.publish(topic, 0, 9_999);
        one.request(10_000);
        stepped.run();
        assertThat(topic.stats().head()).isZero();
        two.request(4_000);
        stepped.run();
        assertThat(topic.stats().head()).isEqualTo(4_000);
        two.cancel();
        stepped.run();
        assertThat(topic.stats().head()).isEqualTo(10_000);
    }
}
