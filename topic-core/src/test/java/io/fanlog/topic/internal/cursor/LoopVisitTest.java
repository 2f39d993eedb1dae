package io.fanlog.topic.internal.cursor;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.Dispatcher;
import io.fanlog.topic.PublishResult;
import io.fanlog.topic.SlowSubscriberException;
import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicClosedException;
import io.fanlog.topic.TopicMessage;
import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.Topics;
import io.fanlog.topic.spi.ManualClock;
import io.fanlog.topic.spi.PullListener;
import io.fanlog.topic.spi.PullSubscription;
import io.fanlog.topic.spi.TopicClock;
import io.fanlog.topic.spi.TopicObserver;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What one visit of the loop must do for cursors and waiters, seen through a real topic. */
class LoopVisitTest {
    private final List<Integer> received = new ArrayList<>();

    @Test
    @DisplayName("room goes to waiters at the visit that made it, also while some subscription still has a backlog")
    void shouldServeWaitersWhenOthersHaveABacklog() {
        try (Hand hand = new Hand()) {
            Topic<Integer> topic = hand.numbers(t -> t.capacity(8).batch(1));
            topic.subscribe(received::add);
            topic.subscribe(payload -> {}, o -> o.skipToOldest(8));
            Hand.publish(topic, 1, 8);
            CompletableFuture<PublishResult> waiting = topic.publishAsync(9);

            hand.turn();
            hand.turn();

            assertThat(received).hasSizeLessThan(4);
            assertThat(waiting).isCompletedWithValue(PublishResult.OK);
        }
    }

    @Test
    @DisplayName("a DISCONNECT subscription that is overtaken while it is served is ended, never moved past messages")
    void shouldDisconnectWhenOvertakenWhileServed() {
        try (Hand hand = new Hand()) {
            Topic<Integer> topic = hand.numbers(t -> t.capacity(4));
            TopicSubscription subscription = topic.subscribe(
                    payload -> {
                        received.add(payload);
                        if (payload == 1) {
                            Hand.publish(topic, 3, 3_000);
                        }
                    },
                    o -> o.disconnect(2));
            Hand.publish(topic, 1, 2);

            hand.run();

            assertThat(subscription.missed()).isZero();
            assertThat(subscription.failure()).containsInstanceOf(SlowSubscriberException.class);
            assertThat(received).isSorted().doesNotContain(3_000);
        }
    }

    @Test
    @DisplayName("a cursor that is cancelled before it was activated has ended")
    void shouldEndWhenCancelledBeforeActivation() {
        try (Hand hand = new Hand()) {
            Topic<Integer> topic = hand.numbers(t -> t);
            PullSubscription<Integer> subscription = topic.pull(new Silent(), o -> o);
            CompletableFuture<SubscriptionState> ended = subscription.whenEnded();

            subscription.cancel();
            hand.run();

            assertThat(ended).isCompletedWithValue(SubscriptionState.CANCELLED);
        }
    }

    @Test
    @DisplayName("closing with a time ends a cursor that was never activated, and tells it when it is")
    void shouldEndWhenClosedBeforeActivation() {
        try (Hand hand = new Hand()) {
            Topic<Integer> topic = hand.numbers(t -> t);
            Silent listener = new Silent();
            PullSubscription<Integer> subscription = topic.pull(listener, o -> o);
            Hand.publish(topic, 1, 3);

            CompletableFuture<Void> closed = topic.close(Duration.ZERO);
            hand.run();

            assertThat(closed).isCompleted();
            assertThat(subscription.state()).isEqualTo(SubscriptionState.FAILED);
            assertThat(listener.ends).as("told before it was activated").isEmpty();

            subscription.activate(PullSubscription.Mode.PUSH);
            hand.run();

            assertThat(listener.ends).singleElement().isInstanceOf(TopicClosedException.class);
            assertThat(subscription.whenEnded()).isCompletedWithValue(SubscriptionState.FAILED);
        }
    }

    @Test
    @DisplayName("closing with a time ends a resumable cursor that was detached before it was activated")
    void shouldEndADetachedOneWhenClosedBeforeActivation() {
        try (Hand hand = new Hand()) {
            Topic<Integer> topic = hand.numbers(t -> t);
            PullSubscription<Integer> subscription = topic.pull(new Silent(), o -> o.resumable("r"));
            subscription.cancel();
            Hand.publish(topic, 1, 3);

            CompletableFuture<Void> closed = topic.close(Duration.ZERO);
            hand.run();

            assertThat(closed).isCompleted();
            assertThat(subscription.whenEnded()).isCompletedWithValue(SubscriptionState.FAILED);
        }
    }

    @Test
    @DisplayName("an observer that throws an Error costs no other subscription its wake-up")
    void shouldServeTheOthersWhenTheObserverThrowsAnError() {
        TopicObserver throwing = new TopicObserver() {
            @Override
            public void onMissed(TopicSubscription subscription, long count) {
                throw new AssertionError("an observer's own");
            }
        };
        try (Hand hand = new Hand(throwing)) {
            Topic<Integer> topic = hand.numbers(t -> t.capacity(16));
            List<Integer> before = new ArrayList<>();
            topic.subscribe(before::add);
            TopicSubscription skipping = topic.subscribe(payload -> {}, o -> o.skipToLatest(1));
            topic.subscribe(received::add);
            Hand.publish(topic, 1, 3);

            hand.run();

            assertThat(before).containsExactly(1, 2, 3);
            assertThat(received).containsExactly(1, 2, 3);
            assertThat(skipping.missed()).isEqualTo(2);
            assertThat(skipping.lag()).isZero();
        }
    }

    @Test
    @DisplayName("a resumed cursor is not reported as missing what its first subscription reported already")
    void shouldReportAGapAtTheStartOnce() {
        List<Long> missed = new ArrayList<>();
        TopicObserver observer = new TopicObserver() {
            @Override
            public void onMissed(TopicSubscription subscription, long count) {
                missed.add(count);
            }
        };
        try (Hand hand = new Hand(observer)) {
            Topic<Integer> topic = hand.numbers(t -> t.retainLast(2));
            Hand.publish(topic, 1, 5);
            topic.pull(new Silent(), o -> o.fromSequence(0).resumable("r")).cancel();
            topic.pull(new Silent(), o -> o.fromSequence(0).resumable("r")).cancel();

            assertThat(missed).containsExactly(3L);
        }
    }

    @Test
    @DisplayName("a drained topic that is closed with no time counts as drained")
    void shouldCountAsDrainedWhenNothingWasLeft() {
        Hand hand = new Hand();
        try (hand) {
            Topic<Integer> topic = hand.numbers(t -> t);
            topic.subscribe(received::add);
            Hand.publish(topic, 1, 3);
            hand.run();

            CompletableFuture<Void> closed = topic.close(Duration.ZERO);
            hand.run();

            assertThat(closed).isCompleted();
            assertThat(received).containsExactly(1, 2, 3);
        }
    }

    @Test
    @DisplayName("cancelling a publish twice answers the same twice")
    void shouldStayCancelled() {
        try (Hand hand = new Hand()) {
            Topic<Integer> topic = hand.numbers(t -> t.capacity(1));
            topic.pull(new Silent(), o -> o);
            Hand.publish(topic, 1, 1);
            CompletableFuture<PublishResult> waiting = topic.publishAsync(2);

            assertThat(waiting.cancel(false)).isTrue();
            assertThat(waiting.cancel(false)).isTrue();
            assertThat(topic.stats().waiters()).isZero();
        }
    }

    @Test
    @DisplayName("whoever completes the future of a waiting publish takes it back, also by completeAsync")
    void shouldWithdrawWhenCompletedAsynchronously() {
        try (Hand hand = new Hand()) {
            Topic<Integer> topic = hand.numbers(t -> t.capacity(1));
            TopicSubscription subscription = topic.subscribe(received::add);
            Hand.publish(topic, 1, 1);
            CompletableFuture<PublishResult> waiting = topic.publishAsync(2);

            assertThat(waiting.completeAsync(() -> PublishResult.FULL, Runnable::run))
                    .isCompletedWithValue(PublishResult.FULL);
            hand.run();

            assertThat(received).containsExactly(1);
            assertThat(subscription.received()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("whoever continues a resumable cursor takes nothing before a poll of the one before it is over")
    void shouldNotMoveACursorFromTwoPlaces() {
        try (Hand hand = new Hand()) {
            Topic<Integer> topic = hand.numbers(t -> t);
            List<PullSubscription<Integer>> polling = new ArrayList<>();
            polling.add(topic.pull(
                    new Silent(),
                    o -> o.resumable("r").filter(payload -> {
                        if (payload == 1 && polling.size() == 1) { // in the middle of the first one's poll
                            polling.get(0).cancel();
                            PullSubscription<Integer> second = topic.pull(new Silent(), p -> p.resumable("r"));
                            polling.add(second);
                            second.activate(PullSubscription.Mode.PULL);
                            hand.run();
                            received.add(second.poll());
                        }
                        return payload > 1;
                    })));
            polling.get(0).activate(PullSubscription.Mode.PULL);
            Hand.publish(topic, 1, 3);
            hand.run();

            assertThat(polling.get(0).poll()).isNull();
            hand.run();
            PullSubscription<Integer> second = polling.get(1);
            received.add(second.poll());
            received.add(second.poll());
            received.add(second.poll());

            assertThat(received).containsExactly(null, 2, 3, null);
            assertThat(second.filtered()).isEqualTo(1);
            assertThat(second.received()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("time that passes while a poller has made room admits those who wait, and answers them")
    void shouldAnswerWaitersWhenRetentionExpires() {
        try (Hand hand = new Hand()) {
            Topic<Integer> topic = hand.numbers(t -> t.capacity(1).retainFor(Duration.ofMillis(5)));
            PullSubscription<Integer> subscription = topic.pull(new Silent(), o -> o);
            subscription.activate(PullSubscription.Mode.PULL);
            Hand.publish(topic, 1, 1);
            CompletableFuture<PublishResult> waiting = topic.publishAsync(2);
            hand.run();
            assertThat(subscription.poll()).isEqualTo(1);

            hand.pass(Duration.ofMillis(10));

            assertThat(waiting).isCompletedWithValue(PublishResult.OK);
            assertThat(subscription.poll()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("a topic is closed when nobody has used it for the time, not when it was used just before that was up")
    void shouldCloseUnusedTopicsOnly() {
        ManualClock clock = TopicClock.manual(Instant.EPOCH);
        Dispatcher dispatcher = Dispatcher.stepped(clock);
        Topics topics = Topics.builder()
                .dispatcher(dispatcher)
                .closeUnusedAfter(Duration.ofSeconds(4))
                .build();
        Topic<Integer> used = topics.topic("used", Integer.class).retainLast(1).build();
        Topic<Integer> unused =
                topics.topic("unused", Integer.class).retainLast(1).build();
        for (int i = 0; i < 50; i++) {
            clock.advance(Duration.ofMillis(100));
            if (i % 38 == 37) {
                Hand.publish(used, i, i);
            }
            while (dispatcher.step() > 0) {
                assertThat(used.isEnded()).isFalse();
            }
        }
        assertThat(unused.isEnded()).isTrue();
        assertThat(topics.topics()).containsExactly(used);
        assertThat(topics.close(Duration.ZERO)).isIn(true, false);
        dispatcher.close();
    }

    @Test
    @DisplayName("times do not fall along the log, however long a publisher takes between reading the time and storing")
    void shouldKeepTimesInOrder() {
        List<Topic<Integer>> interrupting = new ArrayList<>();
        ManualClock hands = TopicClock.manual(Instant.EPOCH);
        TopicClock clock = new TopicClock() {
            @Override
            public long nanoTime() {
                long nanos = hands.nanoTime();
                if (!interrupting.isEmpty()) { // somebody else publishes, later, before the caller gets on
                    Topic<Integer> topic = interrupting.remove(0);
                    hands.advance(Duration.ofMillis(10));
                    Hand.publish(topic, 1, 1);
                }
                return nanos;
            }

            @Override
            public Instant now() {
                return hands.now();
            }
        };
        Dispatcher dispatcher = Dispatcher.stepped(clock);
        try (Topics topics = Topics.builder()
                .dispatcher(dispatcher)
                .drainTimeout(Duration.ZERO)
                .build()) {
            Topic<Integer> topic =
                    topics.topic("timed", Integer.class).timed().retainLast(8).build();
            interrupting.add(topic);
            Hand.publish(topic, 2, 2);
            List<TopicMessage<Integer>> messages = new ArrayList<>();
            TopicSubscription subscription = topic.subscribeMessages(messages::add, SubscriptionOptions::fromEarliest);
            while (dispatcher.step() > 0) {
                assertThat(messages).hasSizeLessThan(3);
            }

            assertThat(messages).extracting(TopicMessage::payload).containsExactly(1, 2);
            assertThat(messages.get(1).time()).isEqualTo(messages.get(0).time());
            subscription.cancel();
            while (dispatcher.step() > 0) {
                assertThat(topic.isEnded()).isFalse();
            }
        }
        dispatcher.close();
    }

    /** Hears what happens and does nothing. */
    private static final class Silent implements PullListener<Integer> {
        private final List<@Nullable Throwable> ends = new ArrayList<>();

        @Override
        public void onNext(Integer payload) {}

        @Override
        public void onReady() {}

        @Override
        public void onEnd(@Nullable Throwable failure) {
            ends.add(failure);
        }
    }
}
