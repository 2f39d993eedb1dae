package io.fanlog.topic.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fanlog.topic.SequenceGapException;
import io.fanlog.topic.Topic;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Scenario 12: who asks for what is no longer there is told so. */
class CountedRetentionTest {
    private static final int KEPT = 1_024;

    private final Stepped stepped = new Stepped();

    @AfterEach
    void close() {
        stepped.close();
    }

    private static List<Integer> range(int from, int to) {
        return IntStream.rangeClosed(from, to).boxed().toList();
    }

    private Topic<Integer> published(boolean stepNow) {
        Topic<Integer> topic = stepped.numbers(b -> b.retainLast(KEPT));
        Stepped.publish(topic, 0, 4_999);
        if (stepNow) {
            stepped.run();
        }
        return topic;
    }

    @ParameterizedTest
    @EnumSource
    void shouldStartAtTheOldestAndReportTheMissedWhenTolerant(Flavour flavour) {
        for (boolean stepNow : new boolean[] {true, false}) {
            Topic<Integer> topic = published(stepNow);
            Probe<Integer> fromZero = new Probe<Integer>(flavour).to(topic, o -> o.fromSequence(0));
            Probe<Integer> earliest = new Probe<Integer>(flavour).to(topic, o -> o.fromEarliest());
            stepped.run();
            assertThat(fromZero.items()).isEqualTo(range(3_976, 4_999));
            assertThat(fromZero.handle().missed()).isEqualTo(3_976);
            fromZero.assertConserved(5_000);
            assertThat(earliest.items()).isEqualTo(range(3_976, 4_999));
            assertThat(earliest.handle().missed()).isZero();
            earliest.assertConserved(KEPT);
            topic.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldFailWithTheGapWhenStrict(Flavour flavour) {
        Topic<Integer> topic = published(true);
        assertThatExceptionOfType(SequenceGapException.class)
                .isThrownBy(() -> new Probe<Integer>(flavour)
                        .to(topic, o -> o.fromSequence(0).strict())
                        .handle())
                .satisfies(gap -> assertThat(gap.oldest()).isEqualTo(3_976));
        Probe<Integer> earliest =
                new Probe<Integer>(flavour).to(topic, o -> o.fromEarliest().strict());
        stepped.run();
        assertThat(earliest.count()).isEqualTo(KEPT);
    }

    @Test
    void shouldKeepExactlySoManyOnAnIdleTopic() {
        Topic<Integer> topic = published(true);
        assertThat(topic.stats().head()).isEqualTo(3_976);
        assertThat(topic.stats().tail()).isEqualTo(5_000);
    }

    @Test
    void shouldKeepThemWhenTheLastSubscriptionHasLeft() {
        Topic<Integer> topic = stepped.numbers(b -> b.retainLast(3));
        Probe<Integer> probe = new Probe<Integer>(Flavour.REACTIVE).to(topic, o -> o);
        Stepped.publish(topic, 0, 9);
        stepped.run();
        probe.cancel();
        stepped.run();
        Probe<Integer> late = new Probe<Integer>(Flavour.REACTIVE).to(topic, o -> o.fromEarliest());
        stepped.run();
        assertThat(late.items()).containsExactly(7, 8, 9);
    }

    @Test
    void shouldKeepMoreThanTheCapacityWhenAskedTo() {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(2).retainLast(10_000));
        Stepped.publish(topic, 0, 19_999);
        Probe<Integer> late = new Probe<Integer>(Flavour.REACTIVE).to(topic, o -> o.fromEarliest());
        stepped.run();
        assertThat(late.items()).isEqualTo(range(10_000, 19_999));
    }

    @ParameterizedTest
    @EnumSource(names = "HANDLER", mode = EnumSource.Mode.EXCLUDE)
    void shouldKeepForAReaderOfHistoryWhatLeavesRetentionMeanwhile(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b.retainLast(5));
        Stepped.publish(topic, 0, 9);
        Probe<Integer> reader = new Probe<Integer>(flavour).to(topic, 0, o -> o.fromEarliest());
        Stepped.publish(topic, 10, 3_000);
        stepped.run();
        reader.request(10_000);
        stepped.run();
        assertThat(reader.items()).isEqualTo(range(5, 3_000));
        assertThat(reader.handle().missed()).isZero();
    }
}
