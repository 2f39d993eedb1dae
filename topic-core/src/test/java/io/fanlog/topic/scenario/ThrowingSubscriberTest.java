package io.fanlog.topic.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.Topics;
import io.fanlog.topic.spi.TopicObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Scenario 9: one subscriber throws; nobody else notices. */
class ThrowingSubscriberTest {
    private final Stepped stepped = new Stepped();

    @AfterEach
    void close() {
        stepped.close();
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable thrown) throws E {
        throw (E) thrown;
    }

    /** What user code may throw, checked exceptions and errors included. */
    @SuppressWarnings("ImmutableEnumChecker") // nobody adds to these throwables
    enum Kind {
        UNCHECKED(new IllegalStateException("on purpose")),
        CHECKED(new java.io.IOException("on purpose")),
        ERROR(new AssertionError("on purpose")),
        OVERFLOW(new StackOverflowError("on purpose"));

        private final Throwable thrown;

        Kind(Throwable thrown) {
            this.thrown = thrown;
        }

        void raise() {
            ThrowingSubscriberTest.<RuntimeException>sneak(thrown);
        }
    }

    @ParameterizedTest
    @EnumSource(names = "PULL", mode = EnumSource.Mode.EXCLUDE)
    @DisplayName("A throws; B gets 1, 2, 3; A is ended once, without an onError; the producer sees OK three times")
    void shouldEndItAlone(Flavour flavour) {
        for (Kind kind : Kind.values()) {
            Topic<Integer> topic =
                    stepped.topics().topic(kind.name(), Integer.class).build();
            Probe<Integer> bad = new Probe<Integer>(flavour).onItem(item -> kind.raise());
            bad.to(topic, o -> o.label(kind.name()));
            Probe<Integer> healthy = new Probe<Integer>(flavour).to(topic, o -> o);
            for (int i = 1; i <= 3; i++) {
                assertThat(topic.publish(i)).isEqualTo(PublishResult.OK);
                stepped.run();
            }
            assertThat(healthy.items()).containsExactly(1, 2, 3);
            assertThat(bad.items()).containsExactly(1);
            assertThat(bad.failures()).isEmpty();
            assertThat(bad.completions()).isZero();
            assertThat(bad.handle().state()).isEqualTo(SubscriptionState.FAILED);
            assertThat(bad.handle().failure()).contains(kind.thrown);
            assertThat(bad.handle().whenEnded()).isCompletedWithValue(SubscriptionState.FAILED);
            assertThat(stepped.heard().lines()).containsExactly(kind.name() + " threw");
            assertThat(stepped.heard().errors()).containsExactly(kind.thrown);
            assertThat(topic.subscriptions()).containsExactly(healthy.handle());
            stepped.heard().lines().clear();
            stepped.heard().errors().clear();
            bad.assertOrderly();
        }
    }

    @ParameterizedTest
    @EnumSource(names = "PULL", mode = EnumSource.Mode.EXCLUDE)
    void shouldHoldNobodyBackWhenItHasThrown(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(2));
        Probe<Integer> bad = new Probe<Integer>(flavour).onItem(item -> Kind.UNCHECKED.raise());
        bad.to(topic, o -> o);
        Probe<Integer> healthy = new Probe<Integer>(flavour).to(topic, o -> o);
        for (int i = 0; i < 10; i++) {
            Stepped.publish(topic, i, i);
            stepped.run();
        }
        assertThat(healthy.count()).isEqualTo(10);
        bad.assertConserved(1);
    }

    @ParameterizedTest
    @EnumSource(names = "PULL", mode = EnumSource.Mode.EXCLUDE)
    void shouldNotDeliverTheRestOfItsBatchWhenItHasThrown(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b);
        Probe<Integer> bad = new Probe<Integer>(flavour).onItem(item -> {
            if (item == 3) {
                Kind.ERROR.raise();
            }
        });
        bad.to(topic, o -> o);
        Stepped.publish(topic, 1, 10);
        topic.complete();
        stepped.run();
        assertThat(bad.items()).containsExactly(1, 2, 3);
        assertThat(bad.completions()).isZero();
        assertThat(bad.handle().undelivered()).isEqualTo(7);
        assertThat(topic.subscriptions()).isEmpty();
    }

    /** Throws from the method of that name. */
    private static final class ThrowsFrom implements Subscriber<Integer> {
        private final String method;

        ThrowsFrom(String method) {
            this.method = method;
        }

        private void raiseIn(String name) {
            if (name.equals(method)) {
                throw new IllegalStateException("in " + name);
            }
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
            raiseIn("onSubscribe");
        }

        @Override
        public void onNext(Integer item) {
            raiseIn("onNext");
        }

        @Override
        public void onError(Throwable cause) {
            raiseIn("onError");
        }

        @Override
        public void onComplete() {
            raiseIn("onComplete");
        }
    }

    @Test
    void shouldReportWhatOnCompleteThrows() {
        Topic<Integer> topic = stepped.numbers(b -> b);
        TopicSubscription bad = topic.subscribe(new ThrowsFrom("onComplete"), o -> o.label("bad"));
        Probe<Integer> healthy = new Probe<Integer>(Flavour.REACTIVE).to(topic, o -> o);
        topic.complete();
        stepped.run();
        healthy.assertCompleted();
        assertThat(bad.state()).isEqualTo(SubscriptionState.COMPLETED);
        assertThat(bad.whenEnded()).isCompleted();
        assertThat(stepped.heard().lines()).contains("bad threw");
    }

    @Test
    void shouldReportWhatOnErrorThrows() {
        Topic<Integer> topic = stepped.numbers(b -> b);
        TopicSubscription bad = topic.subscribe(new ThrowsFrom("onError"), o -> o.label("bad"));
        Probe<Integer> healthy = new Probe<Integer>(Flavour.REACTIVE).to(topic, o -> o);
        topic.fail(new IllegalArgumentException("the topic's"));
        stepped.run();
        assertThat(healthy.failures()).hasSize(1);
        assertThat(bad.failure()).containsInstanceOf(IllegalArgumentException.class);
        assertThat(stepped.heard().lines()).contains("bad threw");
    }

    @Test
    void shouldLeaveNothingBehindWhenOnSubscribeThrows() {
        Topic<Integer> topic = stepped.numbers(b -> b.retainLast(1));
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() ->
                        topic.subscribe(new ThrowsFrom("onSubscribe"), o -> o).label())
                .withMessage("in onSubscribe");
        assertThat(topic.subscriptions()).isEmpty();
        Stepped.publish(topic, 1, 3);
        stepped.run();
        assertThat(topic.stats().subscriptions()).isZero();
    }

    @Test
    @DisplayName("what the observer throws, errors included, is forgotten: publishers and subscribers do not notice")
    void shouldForgetWhatTheObserverThrows() {
        TopicObserver bad = new TopicObserver() {
            @Override
            public void onBlocked(String topic, TopicSubscription blocker) {
                throw new AssertionError("observer");
            }

            @Override
            public void onMissed(TopicSubscription subscription, long count) {
                throw new IllegalStateException("observer");
            }

            @Override
            public void onSubscriberError(TopicSubscription subscription, Throwable error) {
                throw new AssertionError("observer");
            }

            @Override
            public void onTopicEnded(String topic, long published) {
                throw new AssertionError("observer");
            }
        };
        try (Topics topics = Topics.builder()
                .dispatcher(stepped.dispatcher())
                .observer(bad)
                .drainTimeout(java.time.Duration.ZERO)
                .build()) {
            Topic<Integer> topic = topics.topic("n", Integer.class).capacity(2).build();
            List<Probe<Integer>> throwing = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                throwing.add(new Probe<Integer>(Flavour.REACTIVE).onItem(item -> Kind.UNCHECKED.raise()));
                throwing.get(i).to(topic, o -> o);
            }
            Probe<Integer> lossy = new Probe<Integer>(Flavour.REACTIVE).to(topic, 0, o -> o.skipToLatest(1));
            Probe<Integer> healthy = new Probe<Integer>(Flavour.REACTIVE).to(topic, o -> o);
            Stepped.publish(topic, 1, 2);
            assertThat(topic.publish(3)).isEqualTo(PublishResult.FULL);
            stepped.run();
            Stepped.publish(topic, 3, 4);
            lossy.request(10);
            stepped.run();
            topic.complete();
            stepped.run();
            assertThat(healthy.items()).containsExactly(1, 2, 3, 4);
            healthy.assertCompleted();
            assertThat(lossy.items()).isNotEmpty();
            lossy.assertCompleted();
            assertThat(throwing).allSatisfy(probe -> {
                assertThat(probe.count()).isEqualTo(1);
                assertThat(probe.handle().state()).isEqualTo(SubscriptionState.FAILED);
            });
            assertThat(topic.subscriptions()).isEmpty();
        }
    }

    @Test
    void shouldRefuseNullSubscribers() {
        Topic<Integer> topic = stepped.numbers(b -> b);
        assertThatExceptionOfType(NullPointerException.class)
                .isThrownBy(() ->
                        topic.subscribe((Subscriber<Integer>) null, o -> o).label());
        assertThatExceptionOfType(NullPointerException.class)
                .isThrownBy(() ->
                        topic.subscribe((Flow.Subscriber<Integer>) null, o -> o).label());
        assertThatExceptionOfType(NullPointerException.class)
                .isThrownBy(() -> topic.pull(null, o -> o).label());
        assertThat(topic.subscriptions()).isEmpty();
    }
}
