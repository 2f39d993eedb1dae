package io.fanlog.topic.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fanlog.topic.SequenceGapException;
import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.scenario.Flavour;
import io.fanlog.topic.scenario.Probe;
import io.fanlog.topic.scenario.Stepped;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Where a subscription begins, and what a gap there is. */
class StartPositionTest {
    private final Stepped stepped = new Stepped();

    @AfterEach
    void close() {
        stepped.close();
    }

    private static List<Integer> range(int from, int to) {
        return IntStream.rangeClosed(from, to).boxed().toList();
    }

    /** Numbers equal their sequences. */
    private Topic<Integer> withLastTenOfHundred() {
        Topic<Integer> topic = stepped.numbers(b -> b.retainLast(10));
        Stepped.publish(topic, 0, 99);
        stepped.run();
        return topic;
    }

    private Probe<Integer> started(
            Topic<Integer> topic, Flavour flavour, UnaryOperator<SubscriptionOptions<Integer>> options) {
        Probe<Integer> probe = new Probe<Integer>(flavour).to(topic, options);
        Stepped.publish(topic, 100, 101);
        stepped.run();
        probe.assertOrderly();
        return probe;
    }

    @ParameterizedTest
    @EnumSource
    void shouldStartWithWhatIsPublishedAfterSubscribeByDefault(Flavour flavour) {
        assertThat(started(withLastTenOfHundred(), flavour, o -> o).items()).isEqualTo(range(100, 101));
    }

    @ParameterizedTest
    @EnumSource
    void shouldStartWithTheOldestRetainedFromEarliest(Flavour flavour) {
        Probe<Integer> probe = started(withLastTenOfHundred(), flavour, o -> o.fromEarliest());
        assertThat(probe.items()).isEqualTo(range(90, 101));
        assertThat(probe.handle().missed()).isZero();
        probe.assertConserved(12);
    }

    @ParameterizedTest
    @EnumSource
    void shouldStartWithTheNewestNWithinRetention(Flavour flavour) {
        Topic<Integer> topic = withLastTenOfHundred();
        Probe<Integer> three = new Probe<Integer>(flavour).to(topic, o -> o.fromLast(3));
        Probe<Integer> none = new Probe<Integer>(flavour).to(topic, o -> o.fromLast(0));
        Probe<Integer> many = new Probe<Integer>(flavour).to(topic, o -> o.fromLast(Long.MAX_VALUE));
        Stepped.publish(topic, 100, 100);
        stepped.run();
        assertThat(three.items()).isEqualTo(range(97, 100));
        assertThat(none.items()).containsExactly(100);
        assertThat(many.items()).isEqualTo(range(90, 100));
    }

    @ParameterizedTest
    @EnumSource
    void shouldStartWithAGivenSequence(Flavour flavour) {
        Topic<Integer> topic = withLastTenOfHundred();
        for (int sequence : new int[] {90, 95, 99, 100}) {
            Probe<Integer> probe = new Probe<Integer>(flavour)
                    .to(topic, o -> o.fromSequence(sequence).strict());
            stepped.run();
            assertThat(probe.items()).isEqualTo(range(sequence, 99));
            assertThat(probe.handle().missed()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldStartAtTheNearestAndCountTheRestAsMissedWhenTolerant(Flavour flavour) {
        Topic<Integer> topic = withLastTenOfHundred();
        Probe<Integer> probe =
                new Probe<Integer>(flavour).to(topic, o -> o.fromSequence(5).label("late"));
        assertThat(probe.handle().missed()).isEqualTo(85);
        Stepped.publish(topic, 100, 101);
        stepped.run();
        assertThat(probe.items()).isEqualTo(range(90, 101));
        probe.assertConserved(97);
        assertThat(stepped.heard().lines()).containsExactly("late missed 85");
    }

    @ParameterizedTest
    @EnumSource
    void shouldStartAtTheTailWhenTolerantAndBeyondIt(Flavour flavour) {
        Topic<Integer> topic = withLastTenOfHundred();
        Probe<Integer> probe = started(topic, flavour, o -> o.fromSequence(Long.MAX_VALUE));
        assertThat(probe.items()).isEqualTo(range(100, 101));
        assertThat(probe.handle().missed()).isZero();
        probe.assertConserved(2);
    }

    @ParameterizedTest
    @EnumSource
    void shouldFailWithATypedGapWhenStrictAndBelowRetentionOrBeyondTheTail(Flavour flavour) {
        Topic<Integer> topic = withLastTenOfHundred();
        for (long sequence : new long[] {0, 89, 101, Long.MAX_VALUE}) {
            assertThatExceptionOfType(SequenceGapException.class)
                    .isThrownBy(() -> new Probe<Integer>(flavour)
                            .to(topic, o -> o.fromSequence(sequence).strict())
                            .handle())
                    .satisfies(gap -> {
                        assertThat(gap.requested()).isEqualTo(sequence);
                        assertThat(gap.oldest()).isEqualTo(90);
                        assertThat(gap.tail()).isEqualTo(100);
                        assertThat(gap.getMessage()).contains("numbers").contains(Long.toString(sequence));
                    });
        }
        assertThat(topic.subscriptions()).isEmpty();
        Stepped.publish(topic, 100, 1_000);
    }

    @Test
    void shouldSignalTheGapWhenSubscribedThroughAPublisher() {
        Topic<Integer> topic = withLastTenOfHundred();
        List<Object> signals = new ArrayList<>();
        topic.publisher(o -> o.fromSequence(0).strict()).subscribe(new Subscriber<Integer>() {
            @Override
            public void onSubscribe(Subscription subscription) {
                signals.add("subscribed");
            }

            @Override
            public void onNext(Integer item) {
                signals.add(item);
            }

            @Override
            public void onError(Throwable cause) {
                signals.add(cause);
            }

            @Override
            public void onComplete() {
                signals.add("complete");
            }
        });
        stepped.run();
        assertThat(signals).hasSize(2).startsWith("subscribed");
        assertThat(signals.get(1)).isInstanceOf(SequenceGapException.class);
    }

    @ParameterizedTest
    @EnumSource
    void shouldTakeEarliestAndLastNAsLatestWithoutRetention(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b);
        Probe<Integer> keeper = new Probe<Integer>(Flavour.REACTIVE).to(topic, 0, o -> o);
        Stepped.publish(topic, 0, 9);
        Probe<Integer> earliest = new Probe<Integer>(flavour).to(topic, o -> o.fromEarliest());
        Probe<Integer> last = new Probe<Integer>(flavour).to(topic, o -> o.fromLast(5));
        Stepped.publish(topic, 10, 11);
        stepped.run();
        assertThat(earliest.items()).isEqualTo(range(10, 11));
        assertThat(last.items()).isEqualTo(range(10, 11));
        assertThat(keeper.handle().lag()).isEqualTo(12);
    }

    @ParameterizedTest
    @EnumSource
    void shouldMissOfALossyStartWhatIsMoreThanMaxLagBehind(Flavour flavour) {
        Topic<Integer> topic = withLastTenOfHundred();
        Probe<Integer> probe = started(topic, flavour, o -> o.fromEarliest().skipToOldest(4));
        assertThat(probe.items()).endsWith(98, 99, 100, 101).isSorted();
        probe.assertConserved(12);
    }

    @ParameterizedTest
    @EnumSource
    void shouldStartWithTheFirstAtOrAfterAnInstant(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b.timed().retainLast(100));
        for (int i = 0; i < 10; i++) {
            Stepped.publish(topic, i, i);
            stepped.advance(Duration.ofMillis(10));
        }
        Instant start = Stepped.START;
        assertThat(since(topic, flavour, start.plusMillis(50))).isEqualTo(range(5, 9));
        assertThat(since(topic, flavour, start.plusMillis(51))).isEqualTo(range(6, 9));
        assertThat(since(topic, flavour, start.plusMillis(90))).isEqualTo(range(9, 9));
        assertThat(since(topic, flavour, start.plusMillis(91))).isEmpty();
        assertThat(since(topic, flavour, start)).isEqualTo(range(0, 9));
        assertThat(since(topic, flavour, Instant.MIN)).isEqualTo(range(0, 9));
        assertThat(since(topic, flavour, Instant.MAX)).isEmpty();
    }

    private List<Integer> since(Topic<Integer> topic, Flavour flavour, Instant instant) {
        Probe<Integer> probe = new Probe<Integer>(flavour).to(topic, o -> o.since(instant));
        stepped.run();
        return probe.items();
    }

    @Test
    void shouldRefuseSinceWhenTheTopicIsNotTimed() {
        Topic<Integer> topic = withLastTenOfHundred();
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        topic.subscribe(item -> {}, o -> o.since(Stepped.START)).label())
                .withMessageContaining("timed")
                .withMessageContaining(Stepped.START.toString());
        assertThat(topic.subscriptions()).isEmpty();
    }

    @Test
    void shouldFailSinceWhenStrictAndSomethingOfThatAgeIsGone() {
        Topic<Integer> topic = stepped.numbers(b -> b.timed().retainLast(5));
        for (int i = 0; i < 10; i++) {
            Stepped.publish(topic, i, i);
            stepped.advance(Duration.ofMillis(10));
        }
        assertThatExceptionOfType(SequenceGapException.class)
                .isThrownBy(() -> topic.subscribe(
                                item -> {}, o -> o.since(Stepped.START).strict())
                        .label());
        Probe<Integer> probe = new Probe<Integer>(Flavour.HANDLER)
                .to(topic, o -> o.since(Stepped.START.plusMillis(60)).strict());
        stepped.run();
        assertThat(probe.items()).isEqualTo(range(6, 9));
    }

    @Test
    void shouldFailSinceWhenStrictAndAllOfThatAgeIsGone() {
        Topic<Integer> topic = stepped.numbers(b -> b.retainFor(Duration.ofSeconds(1)));
        Stepped.publish(topic, 0, 9);
        stepped.advance(Duration.ofSeconds(3));
        assertThatExceptionOfType(SequenceGapException.class)
                .isThrownBy(() -> topic.subscribe(
                                item -> {}, o -> o.since(Stepped.START).strict())
                        .label());
        Probe<Integer> nothingGone = new Probe<Integer>(Flavour.HANDLER)
                .to(topic, o -> o.since(Stepped.START.plusSeconds(2)).strict());
        assertThat(nothingGone.handle().state()).isEqualTo(SubscriptionState.ACTIVE);
    }

    @Test
    void shouldRefuseNegativePositionsAndQuoteThem() {
        SubscriptionOptions<Integer> options = SubscriptionOptions.defaults();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.fromSequence(-3).label())
                .withMessageContaining("-3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.fromLast(-1).label())
                .withMessageContaining("-1");
    }
}
