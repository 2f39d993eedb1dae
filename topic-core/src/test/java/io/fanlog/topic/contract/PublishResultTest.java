package io.fanlog.topic.contract;

import static io.fanlog.topic.PublishResult.CLOSED;
import static io.fanlog.topic.PublishResult.DROPPED;
import static io.fanlog.topic.PublishResult.DUPLICATE;
import static io.fanlog.topic.PublishResult.FULL;
import static io.fanlog.topic.PublishResult.NO_SUBSCRIBERS;
import static io.fanlog.topic.PublishResult.OK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.fanlog.topic.Overflow;
import io.fanlog.topic.PublishRefusedException;
import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicBuilder;
import io.fanlog.topic.scenario.Flavour;
import io.fanlog.topic.scenario.Probe;
import io.fanlog.topic.scenario.Stepped;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What publish answers, and in which precedence. */
class PublishResultTest {
    private final Stepped stepped = new Stepped();

    @AfterEach
    void close() {
        stepped.close();
    }

    private static TopicBuilder<Integer> withWindow(TopicBuilder<Integer> builder) {
        return builder.duplicateWindow(Duration.ofMinutes(1), 100);
    }

    @ParameterizedTest
    @EnumSource
    void shouldAnswerOkAndUseTheNextSequenceWhenThereIsRoom(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(2));
        Probe<Integer> probe = new Probe<Integer>(flavour).to(topic, o -> o);
        assertThat(topic.publish(1)).isEqualTo(OK);
        assertThat(topic.publish(2)).isEqualTo(OK);
        assertThat(topic.stats().tail()).isEqualTo(2);
        stepped.run();
        assertThat(probe.items()).containsExactly(1, 2);
    }

    @Test
    void shouldAnswerNoSubscribersWhenThereIsNeitherRetentionNorSubscription() {
        Topic<Integer> topic = stepped.numbers(b -> b);
        assertThat(topic.publish(1)).isEqualTo(NO_SUBSCRIBERS);
        assertThat(topic.stats().tail()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void shouldAnswerNoSubscribersAgainWhenTheLastSubscriptionHasLeft(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b);
        Probe<Integer> probe = new Probe<Integer>(flavour).to(topic, o -> o);
        assertThat(topic.publish(1)).isEqualTo(OK);
        probe.cancel();
        assertThat(topic.publish(2)).isEqualTo(NO_SUBSCRIBERS);
        stepped.run();
        assertThat(topic.publish(3)).isEqualTo(NO_SUBSCRIBERS);
    }

    @Test
    void shouldAnswerOkWithoutSubscriptionWhenRetentionIsConfigured() {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(1).retainLast(1));
        for (int i = 0; i < 10_000; i++) {
            assertThat(topic.publish(i)).isEqualTo(OK);
        }
    }

    @ParameterizedTest
    @EnumSource(names = "HANDLER", mode = EnumSource.Mode.EXCLUDE)
    void shouldAnswerFullWhenAGatingSubscriptionIsACapacityBehind(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(3));
        Probe<Integer> probe = new Probe<Integer>(flavour).to(topic, 0, o -> o);
        Stepped.publish(topic, 1, 3);
        assertThat(topic.publish(4)).isEqualTo(FULL);
        stepped.run();
        assertThat(topic.publish(4)).isEqualTo(FULL);
        assertThat(topic.stats().tail()).isEqualTo(3);
        probe.request(1);
        stepped.run();
        assertThat(topic.publish(4)).isEqualTo(OK);
        assertThat(topic.publish(5)).isEqualTo(FULL);
    }

    @Test
    void shouldAnswerDroppedAndUseNoSequenceWhenFullAndOverflowIsDropNewest() {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(2).overflow(Overflow.DROP_NEWEST));
        Probe<Integer> probe = new Probe<Integer>(Flavour.REACTIVE).to(topic, 0, o -> o);
        Stepped.publish(topic, 1, 2);
        assertThat(topic.publish(3)).isEqualTo(DROPPED);
        assertThat(topic.stats().tail()).isEqualTo(2);
        probe.request(2);
        stepped.run();
        Stepped.publish(topic, 4, 4);
        probe.request(1);
        stepped.run();
        assertThat(probe.items()).containsExactly(1, 2, 4);
        assertThat(probe.handle().cursor()).isEqualTo(3);
        probe.assertConserved(3);
    }

    @Test
    void shouldNeverAnswerFullWhenAllSubscriptionsAreLossy() {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(2));
        new Probe<Integer>(Flavour.REACTIVE).to(topic, 0, o -> o.skipToOldest(1));
        new Probe<Integer>(Flavour.PULL).to(topic, 0, o -> o.skipToLatest(2));
        for (int i = 0; i < 5_000; i++) {
            assertThat(topic.publish(i)).isEqualTo(OK);
        }
    }

    @Test
    void shouldNeverAnswerFullBecauseOfRetention() {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(2).retainLast(5_000));
        Probe<Integer> probe = new Probe<Integer>(Flavour.HANDLER).to(topic, o -> o);
        for (int i = 0; i < 5_000; i++) {
            assertThat(topic.publish(i)).isEqualTo(OK);
            stepped.run();
        }
        assertThat(probe.count()).isEqualTo(5_000);
    }

    @Test
    void shouldAnswerFullWhenOthersWaitAlthoughTheSlowestHasMoved() {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(1));
        Probe<Integer> probe = new Probe<Integer>(Flavour.PULL).to(topic, 0, o -> o);
        Stepped.publish(topic, 1, 1);
        CompletableFuture<PublishResult> waiting = topic.publishAsync(2);
        probe.request(1);
        // The poller may have taken it by now, the loop has not given the room to the waiter yet.
        assertThat(topic.publish(3)).isEqualTo(FULL);
        stepped.run();
        probe.request(1);
        stepped.run();
        assertThat(waiting).isCompletedWithValue(OK);
        assertThat(probe.items()).containsExactly(1, 2);
    }

    @ParameterizedTest
    @EnumSource(End.class)
    void shouldAnswerClosedWhenTheTopicHasEnded(End end) {
        Topic<Integer> topic = stepped.numbers(b -> b);
        new Probe<Integer>(Flavour.HANDLER).to(topic, o -> o);
        end.on(topic);
        assertThat(topic.publish(1)).isEqualTo(CLOSED);
        assertThat(topic.publish(1, e -> e.key("k"))).isEqualTo(CLOSED);
        assertThat(topic.publishAll(List.of(1, 2))).isZero();
        assertThat(topic.publishAsync(1)).isCompletedWithValue(CLOSED);
        assertThatCode(() -> assertThat(topic.offer(1, Duration.ofDays(1))).isEqualTo(CLOSED))
                .doesNotThrowAnyException();
        assertThat(topic.isEnded()).isTrue();
    }

    /** Each way to end a topic. */
    enum End {
        COMPLETE,
        FAIL,
        CLOSE,
        CLOSE_WITH_TIMEOUT;

        void on(Topic<?> topic) {
            switch (this) {
                case COMPLETE -> topic.complete();
                case FAIL -> topic.fail(new IllegalStateException("on purpose"));
                case CLOSE -> topic.close();
                case CLOSE_WITH_TIMEOUT ->
                    assertThat(topic.close(Duration.ofSeconds(1))).isNotNull();
            }
        }
    }

    @Test
    void shouldPreferClosedToDuplicate() {
        Topic<Integer> topic = stepped.numbers(b -> withWindow(b).retainLast(10));
        assertThat(topic.publish(1, e -> e.id("a"))).isEqualTo(OK);
        topic.complete();
        assertThat(topic.publish(1, e -> e.id("a"))).isEqualTo(CLOSED);
        assertThat(topic.publishAsync(1, e -> e.id("a"))).isCompletedWithValue(CLOSED);
    }

    @Test
    void shouldPreferClosedToNoSubscribersAndFull() {
        Topic<Integer> nobody = stepped.numbers(b -> b);
        nobody.complete();
        assertThat(nobody.publish(1)).isEqualTo(CLOSED);
        Topic<Integer> full =
                stepped.topics().topic("full", Integer.class).capacity(1).build();
        new Probe<Integer>(Flavour.REACTIVE).to(full, 0, o -> o);
        Stepped.publish(full, 1, 1);
        assertThat(full.publish(2)).isEqualTo(FULL);
        full.complete();
        assertThat(full.publish(2)).isEqualTo(CLOSED);
    }

    @Test
    void shouldPreferDuplicateToNoSubscribers() {
        Topic<Integer> topic = stepped.numbers(PublishResultTest::withWindow);
        Probe<Integer> probe = new Probe<Integer>(Flavour.HANDLER).to(topic, o -> o);
        assertThat(topic.publish(1, e -> e.id("a"))).isEqualTo(OK);
        probe.cancel();
        assertThat(topic.publish(1, e -> e.id("a"))).isEqualTo(DUPLICATE);
        assertThat(topic.publish(1, e -> e.id("b"))).isEqualTo(NO_SUBSCRIBERS);
        assertThat(topic.publishAsync(1, e -> e.id("a"))).isCompletedWithValue(DUPLICATE);
    }

    @Test
    void shouldPreferDuplicateToFullAndDropped() {
        for (Overflow overflow : Overflow.values()) {
            Topic<Integer> topic = withWindow(stepped.topics().topic(overflow.name(), Integer.class))
                    .capacity(1)
                    .overflow(overflow)
                    .build();
            new Probe<Integer>(Flavour.REACTIVE).to(topic, 0, o -> o);
            assertThat(topic.publish(1, e -> e.id("a"))).isEqualTo(OK);
            assertThat(topic.publish(1, e -> e.id("a"))).isEqualTo(DUPLICATE);
            assertThat(topic.publish(1, e -> e.id("b"))).isEqualTo(overflow == Overflow.FAIL ? FULL : DROPPED);
        }
    }

    @Test
    void shouldPreferNoSubscribersToFullWhenTheOneWhoBlockedHasLeft() {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(1));
        Probe<Integer> probe = new Probe<Integer>(Flavour.REACTIVE).to(topic, 0, o -> o);
        Stepped.publish(topic, 1, 1);
        assertThat(topic.publish(2)).isEqualTo(FULL);
        probe.cancel();
        assertThat(topic.publish(2)).isEqualTo(NO_SUBSCRIBERS);
    }

    @Test
    void shouldAcceptThePrefixOfPublishAll() {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(3));
        Probe<Integer> probe = new Probe<Integer>(Flavour.REACTIVE).to(topic, 0, o -> o);
        assertThat(topic.publishAll(List.of(1, 2))).isEqualTo(2);
        assertThat(topic.publishAll(List.of(3, 4, 5))).isEqualTo(1);
        assertThat(topic.publishAll(List.of(6))).isZero();
        assertThat(topic.publishAll(List.of())).isZero();
        probe.request(10);
        stepped.run();
        assertThat(probe.items()).containsExactly(1, 2, 3);
        assertThat(topic.stats().refused()).isEqualTo(Map.of(FULL, 2L));
    }

    @Test
    void shouldRefuseNullAtTheCall() {
        Topic<Integer> topic = stepped.numbers(b -> b.retainLast(1));
        assertThatNullPointerException().isThrownBy(() -> topic.publish(null).orThrow());
        assertThatNullPointerException()
                .isThrownBy(() -> topic.publish(null, e -> e.key("k")).orThrow());
        assertThatNullPointerException()
                .isThrownBy(() -> topic.publish(1, e -> null).orThrow());
        assertThatNullPointerException()
                .isThrownBy(() -> assertThat(topic.publishAsync(null)).isNotNull());
        assertThatNullPointerException()
                .isThrownBy(() -> topic.offer(null, Duration.ZERO).orThrow());
        assertThat(topic.stats().published()).isZero();
        assertThat(topic.publish(1)).isEqualTo(OK);
    }

    @Test
    @DisplayName("what the envelope function throws reaches the publisher, and nothing is published")
    void envelopeThatThrows() {
        Topic<Integer> topic = stepped.numbers(b -> b.retainLast(1));
        assertThatExceptionOfType(ArithmeticException.class)
                .isThrownBy(() -> topic.publish(1, e -> {
                            throw new ArithmeticException("on purpose");
                        })
                        .orThrow());
        assertThat(topic.stats().published()).isZero();
    }

    @Test
    void shouldTurnEachRefusalIntoAnExceptionThatCarriesIt() {
        for (PublishResult result : PublishResult.values()) {
            assertThat(result.isOk()).isEqualTo(result == OK);
            if (result == OK) {
                assertThatCode(result::orThrow).doesNotThrowAnyException();
            } else {
                assertThatExceptionOfType(PublishRefusedException.class)
                        .isThrownBy(result::orThrow)
                        .withMessageContaining(result.name())
                        .satisfies(refused -> assertThat(refused.result()).isEqualTo(result));
            }
        }
    }

    @Test
    void shouldCountEachRefusalByItsReason() {
        Topic<Integer> topic = stepped.numbers(b -> withWindow(b).capacity(1));
        assertThat(topic.publish(1)).isEqualTo(NO_SUBSCRIBERS);
        new Probe<Integer>(Flavour.REACTIVE).to(topic, 0, o -> o);
        assertThat(topic.publish(1, e -> e.id("a"))).isEqualTo(OK);
        assertThat(topic.publish(1, e -> e.id("a"))).isEqualTo(DUPLICATE);
        assertThat(topic.publish(2)).isEqualTo(FULL);
        assertThat(topic.publish(2)).isEqualTo(FULL);
        topic.complete();
        assertThat(topic.publish(3)).isEqualTo(CLOSED);
        assertThat(topic.stats().refused()).isEqualTo(Map.of(NO_SUBSCRIBERS, 1L, DUPLICATE, 1L, FULL, 2L, CLOSED, 1L));
        assertThat(topic.stats().published()).isEqualTo(1);
    }
}
