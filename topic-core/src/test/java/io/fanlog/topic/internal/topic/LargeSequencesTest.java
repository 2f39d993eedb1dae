package io.fanlog.topic.internal.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fanlog.topic.Overflow;
import io.fanlog.topic.PublishResult;
import io.fanlog.topic.SequenceGapException;
import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicStats;
import io.fanlog.topic.internal.dispatch.LoopGroup;
import io.fanlog.topic.internal.dispatch.LoopSettings;
import io.fanlog.topic.scenario.Crew;
import io.fanlog.topic.scenario.Flavour;
import io.fanlog.topic.scenario.HeardObserver;
import io.fanlog.topic.scenario.Probe;
import io.fanlog.topic.scenario.Rounds;
import io.fanlog.topic.scenario.Stepped;
import io.fanlog.topic.scenario.Waiting;
import io.fanlog.topic.spi.IdleStrategy;
import io.fanlog.topic.spi.TopicClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Scenario 7 and L5: subscribers that are overrun, wherever the sequences start. */
class LargeSequencesTest {
    private static final int CAPACITY = 4;

    private final List<LoopGroup> groups = new ArrayList<>();
    private final HeardObserver heard = new HeardObserver();

    @AfterEach
    void close() {
        groups.forEach(LoopGroup::close);
    }

    static Stream<Long> starts() {
        return Stream.of(0L, Integer.MAX_VALUE - 3L, (1L << 32) - 2, (1L << 62) - 1_025, (1L << 62) - 3);
    }

    static Stream<Arguments> flavoursAndStarts() {
        return Stream.of(Flavour.values())
                .filter(Flavour::hasDemand)
                .flatMap(flavour -> starts().map(start -> Arguments.of(flavour, start)));
    }

    private LoopGroup group(boolean stepped) {
        TopicClock clock = stepped ? TopicClock.manual(Stepped.START) : TopicClock.system();
        LoopGroup group = new LoopGroup(new LoopSettings(
                "large",
                1,
                LoopSettings.daemonThreads("large"),
                IdleStrategy::parking,
                clock,
                Duration.ofSeconds(10),
                stepped));
        groups.add(group);
        return group;
    }

    private Topic<Integer> topic(LoopGroup group, long first, int retained) {
        TopicConfig<Integer> config = new TopicConfig<>(
                "numbers", Integer.class, CAPACITY, Overflow.FAIL, retained, null, false, 10, null, 0, null, 1_024, 1);
        return new LogTopic<>(config, group.next(), heard, first, ended -> {});
    }

    private static void run(LoopGroup group) {
        while (group.step() > 0) {
            assertThat(group.loops()).hasSize(1);
        }
    }

    private static List<Integer> range(int from, int to) {
        return IntStream.rangeClosed(from, to).boxed().toList();
    }

    @ParameterizedTest
    @MethodSource("flavoursAndStarts")
    @DisplayName("overrun by exactly 4, 5 and 4k+1: the missed count is exact, reading goes on at the oldest retained")
    void shouldCountExactlyWhatWasMissedWhenOverrun(Flavour flavour, long first) {
        for (int published : new int[] {4, 5, 8, 9, 13, 4 * 25 + 1, 4 * 1_000 + 1}) {
            LoopGroup group = group(true);
            Topic<Integer> topic = topic(group, first, 0);
            Probe<Integer> probe = new Probe<Integer>(flavour)
                    .to(topic, 0, o -> o.skipToOldest(4).label("s"));
            assertThat(probe.handle().cursor()).isEqualTo(first);
            Stepped.publish(topic, 1, published);
            probe.request(100);
            run(group);
            assertThat(probe.handle().missed()).isEqualTo(published - 4);
            assertThat(probe.items()).isEqualTo(range(published - 3, published));
            assertThat(probe.handle().cursor()).isEqualTo(first + published);
            probe.assertConserved(published);
            assertThat(heard.lines()).isEqualTo(published == 4 ? List.of() : List.of("s missed " + (published - 4)));
            heard.lines().clear();
        }
    }

    @ParameterizedTest
    @MethodSource("flavoursAndStarts")
    void shouldCountExactlyWhenOverrunAgainAndAgain(Flavour flavour, long first) {
        LoopGroup group = group(true);
        Topic<Integer> topic = topic(group, first, 0);
        Probe<Integer> oldest = new Probe<Integer>(flavour).to(topic, 0, o -> o.skipToOldest(4));
        Probe<Integer> latest = new Probe<Integer>(flavour).to(topic, 0, o -> o.skipToLatest(3));
        int published = 0;
        for (int burst = 1; burst < 40; burst++) {
            Stepped.publish(topic, published, published + burst - 1);
            published += burst;
            oldest.request(2);
            latest.request(1);
            run(group);
            oldest.assertConserved(published);
            latest.assertConserved(published);
        }
        assertThat(oldest.handle().missed()).isPositive();
        assertThat(latest.handle().missed()).isPositive();
        assertThat(oldest.items()).isSorted().doesNotHaveDuplicates();
        assertThat(latest.items()).isSorted().doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("flavoursAndStarts")
    @DisplayName("a cancel while a publisher keeps going neither throws nor loops")
    void shouldBeCancelledWhileAPublisherKeepsGoing(Flavour flavour, long first) throws Exception {
        LoopGroup group = group(false);
        Topic<Integer> topic = topic(group, first, 0);
        try (Crew crew = new Crew()) {
            AtomicBoolean stop = new AtomicBoolean();
            new Probe<Integer>(Flavour.REACTIVE).to(topic, 0, o -> o.skipToLatest(1));
            var publishing = crew.start(() -> {
                for (int n = 0; !stop.get(); n++) {
                    topic.publish(n).orThrow();
                }
            });
            for (int round = 0; round < Rounds.of(20, 1_000); round++) {
                Probe<Integer> probe = new Probe<Integer>(flavour, crew.threads()).to(topic, 1, o -> o.skipToOldest(4));
                Waiting.until("overrun", () -> {
                    probe.request(1);
                    return probe.handle().missed() > 0;
                });
                probe.cancel();
                assertThat(probe.handle().whenEnded().join()).isEqualTo(SubscriptionState.CANCELLED);
                assertThat(probe.handle().undelivered()).isNotNegative();
                probe.assertOrderly();
            }
            stop.set(true);
            Crew.await(publishing);
        }
    }

    @ParameterizedTest
    @MethodSource("flavoursAndStarts")
    void shouldGateAndAdmitWaitersAtLargeSequences(Flavour flavour, long first) {
        LoopGroup group = group(true);
        Topic<Integer> topic = topic(group, first, 0);
        Probe<Integer> probe = new Probe<Integer>(flavour).to(topic, 0, o -> o);
        Stepped.publish(topic, 1, CAPACITY);
        assertThat(topic.publish(5)).isEqualTo(PublishResult.FULL);
        CompletableFuture<PublishResult> waiting = topic.publishAsync(5);
        probe.request(3);
        run(group);
        probe.request(3);
        run(group);
        assertThat(waiting).isCompletedWithValue(PublishResult.OK);
        assertThat(probe.items()).isEqualTo(range(1, 5));
        for (int i = 6; i < 2_000; i++) {
            Stepped.publish(topic, i, i);
            probe.request(1);
            run(group);
        }
        assertThat(probe.handle().cursor()).isEqualTo(first + 1_999);
        TopicStats stats = topic.stats();
        assertThat(stats.published()).isEqualTo(1_999);
        assertThat(stats.tail()).isEqualTo(first + 1_999);
        topic.complete();
        run(group);
        probe.request(1);
        run(group);
        probe.assertConserved(1_999);
    }

    @ParameterizedTest
    @MethodSource("starts")
    void shouldRetainAndStartAtLargeSequences(long first) {
        LoopGroup group = group(true);
        Topic<Integer> topic = topic(group, first, 10);
        Stepped.publish(topic, 0, 2_999);
        run(group);
        assertThat(topic.stats().head()).isEqualTo(first + 2_990);
        Probe<Integer> earliest = new Probe<Integer>(Flavour.REACTIVE).to(topic, o -> o.fromEarliest());
        Probe<Integer> exact = new Probe<Integer>(Flavour.REACTIVE)
                .to(topic, o -> o.fromSequence(first + 2_995).strict());
        Probe<Integer> tolerant = new Probe<Integer>(Flavour.REACTIVE).to(topic, o -> o.fromSequence(first + 1));
        run(group);
        assertThat(earliest.items()).isEqualTo(range(2_990, 2_999));
        assertThat(exact.items()).isEqualTo(range(2_995, 2_999));
        assertThat(tolerant.handle().missed()).isEqualTo(2_989);
        tolerant.assertConserved(2_999);
        assertThatExceptionOfType(SequenceGapException.class)
                .isThrownBy(() -> topic.subscribe(
                                item -> {}, o -> o.fromSequence(first + 5).strict())
                        .label());
        topic.complete();
        run(group);
        earliest.assertCompleted();
    }
}
