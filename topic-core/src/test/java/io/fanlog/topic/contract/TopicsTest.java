package io.fanlog.topic.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.fanlog.topic.Dispatcher;
import io.fanlog.topic.PublishResult;
import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicBuilder;
import io.fanlog.topic.Topics;
import io.fanlog.topic.scenario.Flavour;
import io.fanlog.topic.scenario.HeardObserver;
import io.fanlog.topic.scenario.Probe;
import io.fanlog.topic.scenario.Stepped;
import io.fanlog.topic.scenario.Waiting;
import io.fanlog.topic.spi.ManualClock;
import io.fanlog.topic.spi.TopicClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The front door: creating, finding, listing and closing. */
class TopicsTest {
    private static final Duration UNUSED = Duration.ofSeconds(40);

    @Test
    void shouldRefuseANameThatIsTakenUntilItsTopicIsClosed() {
        try (Stepped stepped = new Stepped()) {
            Topic<Integer> first = stepped.numbers(b -> b);
            assertThatIllegalStateException()
                    .isThrownBy(() -> stepped.numbers(b -> b).name())
                    .withMessageContaining("numbers");
            first.close();
            assertThat(stepped.numbers(b -> b)).isNotSameAs(first);
        }
    }

    @Test
    void shouldFindOrBuild() {
        try (Stepped stepped = new Stepped()) {
            Topic<Integer> first = stepped.topics().topic("n", Integer.class).getOrBuild();
            Topic<Integer> again =
                    stepped.topics().topic("n", Integer.class).capacity(3).getOrBuild();
            assertThat(again).isSameAs(first);
            assertThat(again.capacity()).isEqualTo(65_536);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> stepped.topics()
                            .topic("n", String.class)
                            .getOrBuild()
                            .name())
                    .withMessageContaining("java.lang.Integer")
                    .withMessageContaining("java.lang.String");
            assertThat(stepped.topics().find("n", Integer.class)).contains(first);
            assertThat(stepped.topics().find("m", Integer.class)).isEmpty();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> stepped.topics().find("n", Number.class).isPresent());
        }
    }

    @Test
    void shouldListOpenTopicsByName() {
        try (Stepped stepped = new Stepped()) {
            Topic<String> b = stepped.topics().topic("b", String.class).build();
            Topic<Integer> a = stepped.topics().topic("a", Integer.class).build();
            assertThat(stepped.topics().topics()).containsExactly(a, b);
            a.close();
            assertThat(stepped.topics().topics()).containsExactly(b);
            b.complete();
            assertThat(stepped.topics().topics()).as("ended, not closed").containsExactly(b);
        }
    }

    @Test
    void shouldShareNothingBetweenTwo() {
        try (Stepped one = new Stepped();
                Stepped two = new Stepped()) {
            Topic<Integer> first = one.numbers(b -> b);
            Topic<Integer> second = two.numbers(b -> b);
            first.close();
            assertThat(second.isEnded()).isFalse();
        }
    }

    @Test
    void shouldTellNameTypeAndCapacity() {
        try (Stepped stepped = new Stepped()) {
            Topic<Integer> topic = stepped.numbers(b -> b.capacity(17));
            assertThat(topic.name()).isEqualTo("numbers");
            assertThat(topic.type()).isEqualTo(Integer.class);
            assertThat(topic.capacity()).isEqualTo(17);
            assertThat(topic.isEnded()).isFalse();
        }
    }

    private static void refused(String option, String value, UnaryOperator<TopicBuilder<Integer>> options) {
        try (Stepped stepped = new Stepped()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> stepped.numbers(options).name())
                    .withMessageContaining(option)
                    .withMessageContaining(value);
            assertThat(stepped.topics().topics()).isEmpty();
        }
    }

    @Test
    void shouldQuoteABadValueAndNameTheOptionAtTheSetter() {
        refused("capacity", "0", b -> b.capacity(0));
        refused("capacity", Integer.toString((1 << 30) + 1), b -> b.capacity((1 << 30) + 1));
        refused("retainLast", "-5", b -> b.retainLast(-5));
        refused("retainFor", "PT0S", b -> b.retainFor(Duration.ZERO));
        refused("duplicateWindow", "PT-1S", b -> b.duplicateWindow(Duration.ofSeconds(-1), 1));
        refused("duplicateWindow", "0", b -> b.duplicateWindow(Duration.ofSeconds(1), 0));
        refused("maxWaiters", "0", b -> b.maxWaiters(0));
        refused("batch", "-1", b -> b.batch(-1));
    }

    @Test
    void shouldRefuseBadNamesAndOptionsOfItsOwn() {
        try (Stepped stepped = new Stepped()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() ->
                            stepped.topics().topic("  ", Integer.class).build().name())
                    .withMessageContaining("topic name")
                    .withMessageContaining("'  '");
            assertThatNullPointerException()
                    .isThrownBy(() ->
                            stepped.topics().topic(null, Integer.class).build().name());
            assertThatNullPointerException()
                    .isThrownBy(() -> stepped.topics().topic("n", null).build().name());
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Topics.builder()
                        .drainTimeout(Duration.ofSeconds(-1))
                        .build()
                        .close())
                .withMessageContaining("drainTimeout")
                .withMessageContaining("PT-1S");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        Topics.builder().closeUnusedAfter(Duration.ZERO).build().close())
                .withMessageContaining("closeUnusedAfter")
                .withMessageContaining("PT0S");
    }

    @Test
    void shouldTakeTheLargestOptions() {
        try (Stepped stepped = new Stepped()) {
            Topic<Integer> topic = stepped.numbers(b -> b.capacity(1 << 30)
                    .retainLast(Long.MAX_VALUE)
                    .retainFor(Duration.ofSeconds(Long.MAX_VALUE))
                    .maxWaiters(Integer.MAX_VALUE)
                    .batch(Integer.MAX_VALUE)
                    .duplicateWindow(Duration.ofDays(100_000), Integer.MAX_VALUE));
            Probe<Integer> probe = new Probe<Integer>(Flavour.REACTIVE).to(topic, o -> o.skipToOldest(1 << 30));
            Stepped.publish(topic, 0, 2_000);
            stepped.run();
            stepped.advance(Duration.ofDays(365));
            assertThat(probe.count()).isEqualTo(2_001);
            Probe<Integer> history = new Probe<Integer>(Flavour.REACTIVE).to(topic, o -> o.fromEarliest());
            stepped.run();
            assertThat(history.count()).isEqualTo(2_001);
        }
    }

    @Test
    void shouldWaitForTheDrainWhenClosed() {
        Topics topics = Topics.create();
        Topic<Integer> topic = topics.topic("n", Integer.class).build();
        Probe<Integer> probe = new Probe<Integer>(Flavour.HANDLER).to(topic, o -> o);
        for (int i = 0; i < 10_000; i++) {
            topic.publish(i).orThrow();
        }
        assertThat(topics.close(Duration.ofSeconds(30))).isTrue();
        assertThat(probe.count()).isEqualTo(10_000);
        assertThat(probe.handle().state()).isEqualTo(SubscriptionState.COMPLETED);
        assertThat(topic.publish(1)).isEqualTo(PublishResult.CLOSED);
        assertThat(topics.topics()).isEmpty();
        topics.close();
        assertThatIllegalStateException()
                .isThrownBy(() -> topics.topic("m", Integer.class).build().name())
                .withMessageContaining("closed");
        assertThatIllegalStateException()
                .isThrownBy(() -> topics.topic("m", Integer.class).getOrBuild().name());
    }

    @Test
    void shouldEndWhatIsNotDrainedInTimeAndTellSo() {
        Topics topics = Topics.create();
        Topic<Integer> topic = topics.topic("n", Integer.class).build();
        Probe<Integer> probe = new Probe<Integer>(Flavour.REACTIVE).to(topic, 0, o -> o);
        topic.publish(1).orThrow();
        assertThat(topics.close(Duration.ofMillis(20))).isFalse();
        Waiting.until("it was told", () -> probe.failures().size() == 1);
        assertThat(probe.handle().undelivered()).isEqualTo(1);
        probe.cancel();
        probe.handle().cancel();
    }

    @Test
    void shouldCloseFromALoopThreadWithoutWaiting() {
        Topics topics = Topics.create();
        Topic<Integer> topic = topics.topic("n", Integer.class).build();
        AtomicReference<Duration> took = new AtomicReference<>();
        Probe<Integer> slow = new Probe<Integer>(Flavour.REACTIVE).to(topic, 0, o -> o);
        Probe<Integer> closing = new Probe<Integer>(Flavour.HANDLER)
                .onItem(item -> {
                    long began = System.nanoTime();
                    assertThat(topics.close(Duration.ofSeconds(20))).isFalse();
                    took.set(Duration.ofNanos(System.nanoTime() - began));
                })
                .to(topic, o -> o);
        topic.publish(1).orThrow();
        Waiting.until("closed", () -> took.get() != null);
        assertThat(took.get()).isLessThan(Duration.ofSeconds(10));
        assertThat(topic.isEnded()).isTrue();
        closing.assertOrderly();
        slow.cancel();
    }

    @Test
    void shouldGoOnWithoutWaitingWhenInterrupted() {
        Topics topics = Topics.create();
        Topic<Integer> topic = topics.topic("n", Integer.class).build();
        new Probe<Integer>(Flavour.REACTIVE).to(topic, 0, o -> o);
        topic.publish(1).orThrow();
        Thread.currentThread().interrupt();
        assertThat(topics.close(Duration.ofMinutes(1))).isFalse();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(topic.isEnded()).isTrue();
    }

    /** Topics that close those that nobody uses. */
    private static final class Unused implements AutoCloseable {
        final ManualClock clock = TopicClock.manual(Stepped.START);
        final Dispatcher dispatcher = Dispatcher.stepped(clock);
        final HeardObserver heard = new HeardObserver();
        final Topics topics = Topics.builder()
                .dispatcher(dispatcher)
                .observer(heard)
                .closeUnusedAfter(UNUSED)
                .build();
        final Topic<Integer> topic =
                topics.topic("n", Integer.class).retainLast(1).build();

        void advance(long seconds, long step) {
            for (long at = 0; at < seconds; at += step) {
                clock.advance(Duration.ofSeconds(step));
                run();
            }
        }

        void run() {
            while (dispatcher.step() > 0) {
                assertThat(dispatcher).isNotNull();
            }
        }

        @Override
        public void close() {
            assertThat(topics.close(Duration.ZERO)).isIn(true, false);
            dispatcher.close();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 60})
    void shouldCloseATopicThatNobodyUses(long step) {
        try (Unused unused = new Unused()) {
            if (step < 40) {
                unused.advance(35, step);
                assertThat(unused.topic.isEnded()).isFalse();
            }
            unused.advance(60, step);
            assertThat(unused.topic.isEnded()).isTrue();
            assertThat(unused.topics.topics()).isEmpty();
            assertThat(unused.heard.lines()).containsExactly("n ended after 0");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 39, 60, 1_000})
    void shouldKeepATopicThatHasASubscription(long step) {
        try (Unused unused = new Unused()) {
            Probe<Integer> probe = new Probe<Integer>(Flavour.REACTIVE).to(unused.topic, 0, o -> o);
            unused.advance(step * 20, step);
            assertThat(unused.topic.isEnded()).isFalse();
            probe.cancel();
            unused.run();
            unused.advance(200, 5);
            assertThat(unused.topic.isEnded()).isTrue();
        }
    }

    @Test
    void shouldKeepATopicForAsLongAfterAPublish() {
        try (Unused unused = new Unused()) {
            for (int i = 0; i < 10; i++) {
                unused.advance(35, 5);
                unused.topic.publish(i).orThrow();
            }
            unused.advance(35, 5);
            assertThat(unused.topic.isEnded()).isFalse();
        }
    }

    @Test
    void shouldKeepATopicForAsLongAfterALookUp() {
        try (Unused unused = new Unused()) {
            for (int i = 0; i < 10; i++) {
                unused.advance(39, 3);
                assertThat(unused.topics.find("n", Integer.class)).isPresent();
                unused.run();
                assertThat(unused.topic.isEnded()).isFalse();
            }
            assertThat(unused.topics.topic("n", Integer.class).getOrBuild()).isSameAs(unused.topic);
        }
    }
}
