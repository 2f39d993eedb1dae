package io.fanlog.topic.contract;

import static io.fanlog.topic.PublishResult.FULL;
import static io.fanlog.topic.PublishResult.NO_SUBSCRIBERS;
import static io.fanlog.topic.PublishResult.OK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.fanlog.topic.SlowSubscriberException;
import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicClosedException;
import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.scenario.Flavour;
import io.fanlog.topic.scenario.Probe;
import io.fanlog.topic.scenario.Stepped;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A resumable subscription keeps its cursor when it loses its subscriber. */
class ResumableTest {
    private static final Duration KEPT = Duration.ofSeconds(10);

    private final Stepped stepped = new Stepped();

    @AfterEach
    void close() {
        stepped.close();
    }

    private static SubscriptionOptions<Integer> orders(SubscriptionOptions<Integer> options) {
        return options.resumable("orders", KEPT);
    }

    @ParameterizedTest
    @EnumSource
    void shouldContinueForTheNextSubscriberOfItsNameWhenItWasCancelled(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b);
        Probe<Integer> first = new Probe<Integer>(flavour).to(topic, ResumableTest::orders);
        Stepped.publish(topic, 1, 3);
        stepped.run();
        first.cancel();
        assertThat(first.handle().state()).isEqualTo(SubscriptionState.DETACHED);
        Stepped.publish(topic, 4, 5);
        stepped.run();
        assertThat(first.count()).isEqualTo(3);
        Probe<Integer> second = new Probe<Integer>(flavour).to(topic, ResumableTest::orders);
        Stepped.publish(topic, 6, 6);
        stepped.run();
        assertThat(second.items()).containsExactly(4, 5, 6);
        assertThat(first.handle().state()).isEqualTo(SubscriptionState.CANCELLED);
        assertThat(first.handle().whenEnded()).isCompletedWithValue(SubscriptionState.CANCELLED);
        assertThat(second.handle().received())
                .as("by all subscribers of the name")
                .isEqualTo(6);
        assertThat(second.handle().lag()).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = "PULL", mode = EnumSource.Mode.EXCLUDE)
    void shouldOfferAgainTheMessageWhoseOnNextDidNotReturn(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b);
        Probe<Integer> first = new Probe<Integer>(flavour)
                .onItem(item -> {
                    if (item == 2) {
                        throw new IllegalStateException("on purpose");
                    }
                })
                .to(topic, ResumableTest::orders);
        Stepped.publish(topic, 1, 3);
        stepped.run();
        assertThat(first.items()).containsExactly(1, 2);
        assertThat(first.handle().state()).isEqualTo(SubscriptionState.DETACHED);
        assertThat(first.handle().received()).isEqualTo(1);
        assertThat(stepped.heard().lines()).containsExactly("orders threw");
        Probe<Integer> second = new Probe<Integer>(flavour).to(topic, ResumableTest::orders);
        stepped.run();
        assertThat(second.items()).containsExactly(2, 3);
        assertThat(second.handle().received()).as("offered again counts once").isEqualTo(3);
        assertThat(second.handle().lag()).isZero();
    }

    @ParameterizedTest
    @EnumSource(names = "PULL", mode = EnumSource.Mode.EXCLUDE)
    void shouldTakeAsDeliveredTheMessageInWhichItCancelled(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b);
        Probe<Integer> first = new Probe<Integer>(flavour);
        first.onItem(item -> {
                    if (item == 2) {
                        first.cancel();
                    }
                })
                .to(topic, ResumableTest::orders);
        Stepped.publish(topic, 1, 3);
        if (flavour == Flavour.HANDLER) {
            assertThat(first.handle()).isNotNull();
        }
        stepped.run();
        Probe<Integer> second = new Probe<Integer>(flavour).to(topic, ResumableTest::orders);
        stepped.run();
        assertThat(first.items()).containsExactly(1, 2);
        assertThat(second.items()).containsExactly(3);
        first.assertOrderly();
    }

    @ParameterizedTest
    @EnumSource
    void shouldRefuseASecondSubscriberOfTheSameName(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b);
        new Probe<Integer>(flavour).to(topic, ResumableTest::orders);
        assertThatIllegalStateException()
                .isThrownBy(() -> new Probe<Integer>(flavour).to(topic, ResumableTest::orders))
                .withMessageContaining("orders");
        assertThat(topic.subscriptions()).hasSize(1);
        Probe<Integer> other = new Probe<Integer>(flavour).to(topic, o -> o.label("orders"));
        assertThat(other.handle().label()).as("a label is only a label").isEqualTo("orders");
    }

    @Test
    void shouldCountAsASubscriptionAndGateWhileDetached() {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(2));
        Probe<Integer> first = new Probe<Integer>(Flavour.REACTIVE).to(topic, ResumableTest::orders);
        first.cancel();
        stepped.run();
        assertThat(topic.publish(1)).isEqualTo(OK);
        assertThat(topic.publish(2)).isEqualTo(OK);
        assertThat(topic.publish(3)).isEqualTo(FULL);
        assertThat(topic.subscriptions()).hasSize(1);
        assertThat(topic.stats().subscriptions()).isEqualTo(1);
        assertThat(topic.blocker().map(TopicSubscription::label)).contains("orders");
        Probe<Integer> second = new Probe<Integer>(Flavour.FLOW).to(topic, ResumableTest::orders);
        stepped.run();
        assertThat(second.items()).containsExactly(1, 2);
        assertThat(topic.publish(3)).isEqualTo(OK);
    }

    @Test
    void shouldBeCancelledAndTheObserverToldWhenDetachedForTooLong() {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(1));
        Probe<Integer> probe = new Probe<Integer>(Flavour.REACTIVE).to(topic, ResumableTest::orders);
        probe.cancel();
        assertThat(topic.publish(1)).isEqualTo(OK);
        stepped.advance(KEPT.minusMillis(1));
        assertThat(probe.handle().state()).isEqualTo(SubscriptionState.DETACHED);
        assertThat(stepped.heard().lines()).isEmpty();
        stepped.advance(Duration.ofMillis(2));
        assertThat(probe.handle().state()).isEqualTo(SubscriptionState.CANCELLED);
        assertThat(probe.handle().whenEnded()).isCompletedWithValue(SubscriptionState.CANCELLED);
        assertThat(probe.handle().undelivered()).isEqualTo(1);
        assertThat(stepped.heard().lines()).containsExactly("orders expired");
        assertThat(topic.publish(2)).isEqualTo(NO_SUBSCRIBERS);
        Probe<Integer> fresh = new Probe<Integer>(Flavour.REACTIVE).to(topic, ResumableTest::orders);
        Stepped.publish(topic, 3, 3);
        stepped.run();
        assertThat(fresh.items()).containsExactly(3);
    }

    @Test
    void shouldNotExpireWhenItWasResumedInTime() {
        Topic<Integer> topic = stepped.numbers(b -> b);
        Probe<Integer> probe = new Probe<Integer>(Flavour.REACTIVE).to(topic, ResumableTest::orders);
        for (int i = 0; i < 5; i++) {
            probe.cancel();
            stepped.advance(KEPT.minusMillis(1));
            probe = new Probe<Integer>(Flavour.REACTIVE).to(topic, ResumableTest::orders);
            stepped.advance(KEPT.multipliedBy(2));
        }
        assertThat(probe.handle().state()).isEqualTo(SubscriptionState.ACTIVE);
        assertThat(stepped.heard().lines()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndAtOnceWhenForgottenAttachedOrDetached(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b);
        assertThat(topic.forget("orders")).isFalse();
        Probe<Integer> attached = new Probe<Integer>(flavour).to(topic, ResumableTest::orders);
        assertThat(topic.forget("orders")).isTrue();
        assertThat(attached.handle().state()).isEqualTo(SubscriptionState.CANCELLED);
        assertThat(topic.publish(1)).isEqualTo(NO_SUBSCRIBERS);
        Probe<Integer> detached = new Probe<Integer>(flavour).to(topic, ResumableTest::orders);
        detached.cancel();
        assertThat(topic.forget("orders")).isTrue();
        assertThat(topic.forget("orders")).isFalse();
        assertThat(detached.handle().state()).isEqualTo(SubscriptionState.CANCELLED);
        stepped.advance(KEPT.multipliedBy(2));
        assertThat(stepped.heard().lines()).isEmpty();
        assertThat(attached.failures()).isEmpty();
        assertThat(attached.completions() + detached.completions()).isZero();
        assertThat(detached.handle().whenEnded()).isCompletedWithValue(SubscriptionState.CANCELLED);
    }

    @Test
    void shouldKeepItsPolicyWhileDetached() {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(10));
        Probe<Integer> skipping =
                new Probe<Integer>(Flavour.REACTIVE).to(topic, o -> orders(o).skipToOldest(2));
        Probe<Integer> disconnecting = new Probe<Integer>(Flavour.REACTIVE)
                .to(topic, o -> o.resumable("strict", KEPT).disconnect(2));
        skipping.cancel();
        disconnecting.cancel();
        Stepped.publish(topic, 1, 100);
        stepped.run();
        assertThat(disconnecting.handle().state()).isEqualTo(SubscriptionState.FAILED);
        assertThat(disconnecting.handle().failure()).containsInstanceOf(SlowSubscriberException.class);
        assertThat(disconnecting.failures()).isEmpty();
        Probe<Integer> next =
                new Probe<Integer>(Flavour.REACTIVE).to(topic, o -> orders(o).skipToOldest(2));
        stepped.run();
        assertThat(next.items()).containsExactly(99, 100);
        assertThat(next.handle().missed()).isEqualTo(98);
    }

    @Test
    void shouldTellOfAGapAtTheStartOnlyOnce() {
        Topic<Integer> topic = stepped.numbers(b -> b.retainLast(1));
        Stepped.publish(topic, 0, 9);
        Probe<Integer> first =
                new Probe<Integer>(Flavour.REACTIVE).to(topic, 0, o -> orders(o).fromSequence(0));
        first.cancel();
        stepped.run();
        Probe<Integer> second =
                new Probe<Integer>(Flavour.REACTIVE).to(topic, 0, o -> orders(o).fromSequence(0));
        stepped.run();
        assertThat(second.handle().missed()).isEqualTo(9);
        assertThat(stepped.heard().lines()).containsExactly("orders missed 9");
    }

    @ParameterizedTest
    @EnumSource
    void shouldCompleteWhenResumedAfterTheTopicHasEnded(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b);
        Probe<Integer> first = new Probe<Integer>(flavour).to(topic, ResumableTest::orders);
        first.cancel();
        Stepped.publish(topic, 1, 2);
        topic.complete();
        stepped.run();
        assertThat(first.completions()).isZero();
        Probe<Integer> second = new Probe<Integer>(flavour).to(topic, ResumableTest::orders);
        stepped.run();
        assertThat(second.items()).containsExactly(1, 2);
        second.assertCompleted();
        assertThat(topic.subscriptions()).isEmpty();
    }

    @Test
    void shouldEndADetachedOneWhenTheTopicIsClosedAndTheTimeIsOver() {
        Topic<Integer> topic = stepped.numbers(b -> b);
        Probe<Integer> probe = new Probe<Integer>(Flavour.REACTIVE).to(topic, ResumableTest::orders);
        probe.cancel();
        Stepped.publish(topic, 1, 2);
        var closed = topic.close(Duration.ofSeconds(1));
        stepped.run();
        assertThat(closed).isNotDone();
        stepped.advance(Duration.ofMillis(1_001));
        assertThat(closed).isCompleted();
        assertThat(probe.handle().state()).isEqualTo(SubscriptionState.FAILED);
        assertThat(probe.handle().failure()).containsInstanceOf(TopicClosedException.class);
        assertThat(probe.handle().undelivered()).isEqualTo(2);
        assertThat(probe.failures()).as("its subscriber is gone").isEmpty();
    }

    @Test
    void shouldFreeTheNameWhenItHasCompleted() {
        Topic<Integer> topic = stepped.numbers(b -> b.retainLast(1));
        Stepped.publish(topic, 1, 1);
        topic.complete();
        for (int i = 0; i < 2; i++) {
            Probe<Integer> probe = new Probe<Integer>(Flavour.REACTIVE)
                    .to(topic, o -> orders(o).fromEarliest());
            stepped.run();
            probe.assertCompleted();
            assertThat(probe.items()).containsExactly(1);
        }
    }

    @Test
    void shouldBeKeptForAMinuteByDefaultAndRefuseBadOptions() {
        SubscriptionOptions<Integer> options = SubscriptionOptions.defaults();
        assertThat(options.resumable("a").detachedFor()).isEqualTo(Duration.ofMinutes(1));
        assertThat(options.resumable("a").label()).isEqualTo("a");
        assertThat(options.resumable("a").label("b").label()).isEqualTo("b");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> options.resumable(" ").label())
                .withMessageContaining("' '");
        for (Duration bad : List.of(Duration.ZERO, Duration.ofSeconds(-1))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> options.resumable("a", bad).label())
                    .withMessageContaining("detachedFor")
                    .withMessageContaining(bad.toString());
        }
    }

    @Test
    void shouldStayForEverWhenDetachedForIsTheLongestDuration() {
        Topic<Integer> topic = stepped.numbers(b -> b);
        Probe<Integer> probe = new Probe<Integer>(Flavour.REACTIVE)
                .to(topic, o -> o.resumable("orders", Duration.ofSeconds(Long.MAX_VALUE)));
        probe.cancel();
        stepped.advance(Duration.ofDays(36_500));
        assertThat(probe.handle().state()).isEqualTo(SubscriptionState.DETACHED);
    }

    @Test
    void shouldEndWhenCancelledBeforeItWasActivated() {
        Topic<Integer> topic = stepped.numbers(b -> b);
        var never = topic.pull(new NoListener(), o -> o);
        never.cancel();
        stepped.run();
        assertThat(never.whenEnded()).isCompletedWithValue(SubscriptionState.CANCELLED);
        var detached = topic.pull(new NoListener(), ResumableTest::orders);
        detached.cancel();
        stepped.run();
        var closed = topic.close(Duration.ZERO);
        stepped.run();
        assertThat(detached.state().isEnded()).isTrue();
        assertThat(closed).isCompleted();
    }

    private static final class NoListener implements io.fanlog.topic.spi.PullListener<Integer> {
        @Override
        public void onNext(Integer payload) {
            throw new AssertionError("not activated");
        }

        @Override
        public void onReady() {
            throw new AssertionError("not activated");
        }

        @Override
        public void onEnd(Throwable failure) {
            throw new AssertionError("not activated");
        }
    }
}
