package io.fanlog.topic.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.Topics;
import io.fanlog.topic.spi.TopicObserver;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.test.StepVerifier;
import reactor.test.subscriber.TestSubscriber;

/** Scenario 9 and its kind: who throws is cancelled alone, and what was thrown is told to whom it concerns. */
class ThrowingSubscriberTest extends TopicTest {
    private final Queue<Throwable> observed = new ConcurrentLinkedQueue<>();
    private final Topics observedTopics = Topics.builder()
            .observer(new TopicObserver() {
                @Override
                public void onSubscriberError(TopicSubscription subscription, Throwable error) {
                    observed.add(error);
                }
            })
            .build();
    private final Topic<Integer> topic =
            observedTopics.topic("observed", Integer.class).capacity(4).build();

    @AfterEach
    void closeAndUnhook() {
        Hooks.resetOnErrorDropped();
        observedTopics.close(Duration.ZERO);
    }

    @Test
    @DisplayName(
            "scenario 9: a subscriber that throws from onNext is ended alone, and its hook and the observer hear why")
    void throwingOnNextIsEndedAlone() {
        IllegalStateException thrown = new IllegalStateException("thrown on purpose");
        Recorder<Integer> throwing = new Recorder<>() {
            @Override
            public void onNext(Integer payload) {
                super.onNext(payload);
                throw thrown;
            }
        };
        TestSubscriber<Integer> healthy = subscriber(Long.MAX_VALUE);
        ReactorTopics.flux(topic).subscribe(throwing);
        TopicSubscription subscription = only(topic);
        ReactorTopics.flux(topic).subscribe(healthy);
        throwing.upstream().request(Long.MAX_VALUE);
        publish(topic, 3);
        awaitReceived(healthy, range(0, 3));
        eventually().until(() -> subscription.state() == SubscriptionState.FAILED);
        assertThat(subscription.failure()).containsSame(thrown);
        assertThat(throwing.received()).containsExactly(0);
        assertThat(throwing.dropped).containsExactly(thrown);
        assertThat(throwing.isEnded()).isFalse();
        eventually().untilAsserted(() -> assertThat(observed).containsExactly(thrown));
        assertThat(topic.subscriptions()).hasSize(1);
        assertConserved(subscription, subscription.cursor() + subscription.lag());
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("scenario 9: a lambda that throws is cancelled by its own operator, and the hook hears of it")
    void throwingLambdaIsCancelled(Delivery delivery) {
        Queue<Throwable> dropped = new ConcurrentLinkedQueue<>();
        Hooks.onErrorDropped(dropped::add);
        TestSubscriber<Integer> healthy = subscriber(Long.MAX_VALUE);
        ReactorTopics.flux(topic).subscribe(healthy);
        delivery.of(ReactorTopics.flux(topic)).subscribe(n -> {
            throw new IllegalStateException("thrown on purpose");
        });
        publish(topic, 3);
        awaitReceived(healthy, range(0, 3));
        eventually().until(() -> topic.subscriptions().size() == 1);
        eventually()
                .untilAsserted(() -> assertThat(dropped)
                        .hasSize(1)
                        .first()
                        .satisfies(error -> assertThat(error).hasStackTraceContaining("thrown on purpose")));
        publish(topic, 4);
        assertThat(observed).isEmpty();
    }

    @Test
    @DisplayName("a stack overflow of a subscriber ends it as any other throwable does")
    void stackOverflowIsNotFatal() {
        Recorder<Integer> overflowing = new Recorder<>() {
            @Override
            public void onNext(Integer payload) {
                throw new StackOverflowError("thrown on purpose");
            }
        };
        ReactorTopics.flux(topic).subscribe(overflowing);
        overflowing.upstream().request(1);
        publish(topic, 1);
        eventually().until(() -> overflowing.dropped.peek() instanceof StackOverflowError);
        awaitNoSubscription(topic);
        StepVerifier.create(ReactorTopics.flux(topic))
                .then(() -> publish(topic, 2))
                .expectNext(0, 1)
                .thenCancel()
                .verify(DEADLINE);
    }

    @Test
    @DisplayName("a subscriber that throws from onSubscribe leaves no subscription")
    void throwingOnSubscribeLeavesNothing() {
        Recorder<Integer> throwing = new Recorder<>() {
            @Override
            public void onSubscribe(Subscription s) {
                throw new IllegalStateException("thrown on purpose");
            }
        };
        Subscriber<Integer> plain = throwing;
        ReactorTopics.flux(topic).subscribe(plain);
        assertThat(throwing.errors)
                .hasSize(1)
                .first()
                .satisfies(e -> assertThat(e).hasMessage("thrown on purpose"));
        awaitNoSubscription(topic);
    }

    @Test
    @DisplayName("a subscriber that throws at the end does not keep the others from theirs")
    void throwingAtTheEndHarmsNobody() {
        Recorder<Integer> throwing = new Recorder<>() {
            @Override
            public void onComplete() {
                super.onComplete();
                throw new IllegalStateException("thrown on purpose");
            }
        };
        TestSubscriber<Integer> healthy = subscriber(Long.MAX_VALUE);
        ReactorTopics.flux(topic).subscribe(throwing);
        ReactorTopics.flux(topic).subscribe(healthy);
        publish(topic, 1);
        throwing.upstream().request(1);
        topic.complete();
        eventually().until(healthy::isTerminatedComplete);
        eventually().until(() -> throwing.dropped.size() == 1);
        assertThat(throwing.completions).hasValue(1);
        assertThat(throwing.errors).isEmpty();
        awaitNoSubscription(topic);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("what the filter throws is the subscriber's onError, and its alone")
    void throwingFilterIsAnError(Delivery delivery) {
        TestSubscriber<Integer> healthy = subscriber(Long.MAX_VALUE);
        ReactorTopics.flux(topic).subscribe(healthy);
        Flux<Integer> filtered = ReactorTopics.flux(topic, o -> o.filter(n -> 10 / (n - 1) < 100));
        StepVerifier.create(delivery.of(filtered))
                .then(() -> publish(topic, 3))
                .expectNext(0)
                .expectError(ArithmeticException.class)
                .verify(DEADLINE);
        awaitReceived(healthy, range(0, 3));
        eventually().until(() -> topic.subscriptions().size() == 1);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("what the copier throws is the subscriber's onError, and leaves nothing")
    void throwingCopierIsAnError(Delivery delivery) {
        Topic<Integer> copying = observedTopics
                .topic("copying", Integer.class)
                .copier(n -> n + 0 / (n - 1))
                .build();
        StepVerifier.create(delivery.of(ReactorTopics.flux(copying)))
                .then(() -> publish(copying, 2))
                .expectNext(0)
                .expectError(ArithmeticException.class)
                .verify(DEADLINE);
        awaitNoSubscription(copying);
    }
}
