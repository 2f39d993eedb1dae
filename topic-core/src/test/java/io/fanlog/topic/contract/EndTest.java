package io.fanlog.topic.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicClosedException;
import io.fanlog.topic.scenario.Flavour;
import io.fanlog.topic.scenario.Probe;
import io.fanlog.topic.scenario.Stepped;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How topics and subscriptions end. */
class EndTest {
    private final Stepped stepped = new Stepped();

    @AfterEach
    void close() {
        stepped.close();
    }

    @ParameterizedTest
    @EnumSource
    void shouldDeliverWhatWasAcceptedThenCompleteOnce(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b);
        Probe<Integer> probe = new Probe<Integer>(flavour).to(topic, 0, o -> o);
        Stepped.publish(topic, 1, 3);
        topic.complete();
        stepped.run();
        assertThat(probe.completions()).isZero();
        probe.request(2);
        stepped.run();
        assertThat(probe.completions()).isZero();
        probe.request(1);
        stepped.settle();
        assertThat(probe.items()).containsExactly(1, 2, 3);
        probe.assertCompleted();
        assertThat(probe.handle().whenEnded()).isCompletedWithValue(SubscriptionState.COMPLETED);
        topic.complete();
        topic.fail(new IllegalStateException("too late"));
        topic.close();
        stepped.run();
        probe.assertCompleted();
    }

    @ParameterizedTest
    @EnumSource
    void shouldCompleteWithoutDemandWhenNothingIsLeft(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b);
        Probe<Integer> never = new Probe<Integer>(flavour).to(topic, 0, o -> o);
        topic.complete();
        stepped.run();
        never.assertCompleted();
        assertThat(topic.subscriptions()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void shouldCompleteWithoutFurtherDemandWhenTheLastMessageUsedItUp(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b);
        Probe<Integer> probe = new Probe<Integer>(flavour).to(topic, 3, o -> o);
        Stepped.publish(topic, 1, 3);
        stepped.run();
        topic.complete();
        stepped.run();
        probe.assertCompleted();
    }

    @ParameterizedTest
    @EnumSource
    void shouldDeliverWhatWasAcceptedThenFailOnce(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b);
        Probe<Integer> probe = new Probe<Integer>(flavour).to(topic, 2, o -> o);
        Throwable cause = new IllegalStateException("on purpose");
        Stepped.publish(topic, 1, 3);
        topic.fail(cause);
        stepped.run();
        if (flavour.hasDemand()) {
            assertThat(probe.items()).containsExactly(1, 2);
            assertThat(probe.failures()).isEmpty();
            assertThat(probe.handle().failure()).isEmpty();
            probe.request(1);
            stepped.settle();
            assertThat(probe.failures()).containsExactly(cause);
        }
        assertThat(probe.items()).containsExactly(1, 2, 3);
        assertThat(probe.handle().state()).isEqualTo(SubscriptionState.FAILED);
        assertThat(probe.handle().failure()).contains(cause);
        assertThat(probe.completions()).isZero();
        probe.assertOrderly();
        topic.fail(new IllegalStateException("again"));
        topic.complete();
        stepped.run();
        assertThat(probe.failures()).hasSizeLessThanOrEqualTo(1);
    }

    @Test
    void shouldRefuseToFailWithNothing() {
        Topic<Integer> topic = stepped.numbers(b -> b);
        assertThatNullPointerException().isThrownBy(() -> topic.fail(null)).withMessageContaining("cause");
        assertThat(topic.isEnded()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void shouldLeaveSubscriptionsTheirMessagesWhenClosedWithoutTime(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b);
        Probe<Integer> idle = new Probe<Integer>(flavour).to(topic, o -> o);
        Probe<Integer> slow = new Probe<Integer>(flavour).to(topic, 0, o -> o);
        Stepped.publish(topic, 1, 2);
        topic.close();
        assertThat(stepped.topics().find("numbers", Integer.class)).isEmpty();
        stepped.advance(Duration.ofDays(1));
        idle.assertCompleted();
        if (flavour.hasDemand()) {
            assertThat(slow.handle().state()).isEqualTo(SubscriptionState.ACTIVE);
        }
        slow.request(2);
        stepped.run();
        assertThat(slow.items()).containsExactly(1, 2);
        slow.assertCompleted();
    }

    @ParameterizedTest
    @EnumSource(names = "HANDLER", mode = EnumSource.Mode.EXCLUDE)
    void shouldEndWhatIsNotDrainedWhenTheTimeIsOver(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b);
        Probe<Integer> fast = new Probe<Integer>(flavour).to(topic, o -> o);
        Probe<Integer> slow = new Probe<Integer>(flavour).to(topic, 0, o -> o);
        Stepped.publish(topic, 1, 5);
        CompletableFuture<Void> closed = topic.close(Duration.ofSeconds(2));
        stepped.run();
        fast.assertCompleted();
        slow.request(2);
        stepped.advance(Duration.ofMillis(1_999));
        assertThat(closed).isNotDone();
        assertThat(slow.items()).containsExactly(1, 2);
        stepped.advance(Duration.ofMillis(2));
        assertThat(closed).isCompleted();
        assertThat(slow.failures())
                .singleElement()
                .isInstanceOfSatisfying(
                        TopicClosedException.class,
                        ended -> assertThat(ended.undelivered()).isEqualTo(3));
        assertThat(slow.handle().undelivered()).isEqualTo(3);
        slow.assertConserved(5);
        slow.assertOrderly();
        slow.request(10);
        stepped.run();
        slow.assertOrderly();
    }

    @ParameterizedTest
    @EnumSource(names = "HANDLER", mode = EnumSource.Mode.EXCLUDE)
    void shouldEndAtOnceWhenTheTimeIsZero(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b);
        Probe<Integer> drained = new Probe<Integer>(flavour).to(topic, 0, o -> o.filter(n -> true));
        Stepped.publish(topic, 1, 1);
        Probe<Integer> nothingLeft = new Probe<Integer>(flavour).to(topic, 0, o -> o);
        CompletableFuture<Void> closed = topic.close(Duration.ZERO);
        stepped.run();
        assertThat(closed).isCompleted();
        assertThat(drained.failures()).singleElement().isInstanceOf(TopicClosedException.class);
        nothingLeft.assertCompleted();
    }

    @Test
    void shouldCompleteTheCloseAtOnceWhenThereIsNobody() {
        Topic<Integer> topic = stepped.numbers(b -> b.retainLast(10));
        Stepped.publish(topic, 1, 5);
        CompletableFuture<Void> closed = topic.close(Duration.ofDays(1));
        stepped.run();
        assertThat(closed).isCompleted();
        CompletableFuture<Void> again = topic.close(Duration.ZERO);
        stepped.run();
        assertThat(again).isCompleted();
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveALateSubscriberWhatIsRetainedThenTheEnd(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b.retainLast(2));
        Stepped.publish(topic, 1, 5);
        topic.complete();
        stepped.run();
        Probe<Integer> history = new Probe<Integer>(flavour).to(topic, o -> o.fromEarliest());
        Probe<Integer> latest = new Probe<Integer>(flavour).to(topic, 0, o -> o);
        stepped.run();
        assertThat(history.items()).containsExactly(4, 5);
        history.assertCompleted();
        latest.assertCompleted();
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveALateSubscriberTheErrorOfAFailedTopic(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b);
        Throwable cause = new IllegalStateException("on purpose");
        topic.fail(cause);
        stepped.run();
        Probe<Integer> late = new Probe<Integer>(flavour).to(topic, 0, o -> o);
        stepped.run();
        assertThat(late.handle().failure()).contains(cause);
        if (flavour.hasDemand()) {
            assertThat(late.failures()).containsExactly(cause);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldSignalNothingAfterACancel(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b);
        Probe<Integer> probe = new Probe<Integer>(flavour).to(topic, o -> o);
        Probe<Integer> other = new Probe<Integer>(flavour).to(topic, o -> o);
        Stepped.publish(topic, 1, 2);
        stepped.run();
        Stepped.publish(topic, 3, 4);
        probe.cancel();
        probe.cancel();
        probe.handle().close();
        Stepped.publish(topic, 5, 5);
        topic.complete();
        stepped.run();
        assertThat(probe.items()).containsExactly(1, 2);
        assertThat(probe.completions()).isZero();
        assertThat(probe.handle().state()).isEqualTo(SubscriptionState.CANCELLED);
        assertThat(probe.handle().whenEnded()).isCompletedWithValue(SubscriptionState.CANCELLED);
        assertThat(probe.handle().undelivered()).isEqualTo(2);
        probe.assertConserved(4);
        other.assertCompleted();
        assertThat(other.count()).isEqualTo(5);
    }

    @ParameterizedTest
    @EnumSource
    void shouldSignalNothingMoreWhenItCancelsFromInsideOnNext(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b);
        Probe<Integer> probe = new Probe<Integer>(flavour);
        probe.onItem(item -> {
                    if (item == 2) {
                        probe.cancel();
                    }
                })
                .to(topic, o -> o);
        Stepped.publish(topic, 1, 5);
        topic.complete();
        stepped.run();
        assertThat(probe.items()).containsExactly(1, 2);
        probe.assertOrderly();
        assertThat(probe.completions()).isZero();
        probe.assertConserved(5);
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndTheTopicFromInsideASubscriber(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b);
        Probe<Integer> first = new Probe<Integer>(flavour);
        first.onItem(item -> {
                    if (item == 2) {
                        topic.close();
                    }
                })
                .to(topic, o -> o);
        Probe<Integer> second = new Probe<Integer>(flavour).to(topic, o -> o);
        Stepped.publish(topic, 1, 3);
        stepped.run();
        assertThat(first.items()).containsExactly(1, 2, 3);
        assertThat(second.items()).containsExactly(1, 2, 3);
        first.assertCompleted();
        second.assertCompleted();
    }

    @Test
    void shouldTellTheObserverOnceWhatWasPublished() {
        Topic<Integer> topic = stepped.numbers(b -> b.retainLast(1));
        Stepped.publish(topic, 1, 3);
        topic.complete();
        topic.complete();
        topic.close();
        assertThat(stepped.heard().lines()).containsExactly("numbers ended after 3");
    }

    @Test
    void shouldNotLetOthersCompleteTheEndOfASubscription() {
        Topic<Integer> topic = stepped.numbers(b -> b);
        Probe<Integer> probe = new Probe<Integer>(Flavour.REACTIVE).to(topic, o -> o);
        assertThat(probe.handle().whenEnded().complete(SubscriptionState.FAILED))
                .isTrue();
        assertThat(probe.handle().whenEnded()).isNotDone();
        CompletableFuture<Void> closed = topic.close(Duration.ofDays(1));
        assertThat(closed.complete(null)).isTrue();
        assertThat(probe.handle().state()).isEqualTo(SubscriptionState.ACTIVE);
    }
}
