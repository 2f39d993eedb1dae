package io.fanlog.topic.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;
import reactor.test.subscriber.TestSubscriber;

/** What holds for every subscriber of a Flux, however the messages reach it. */
class FluxTopicContractTest extends TopicTest {

    @ParameterizedTest
    @EnumSource
    @DisplayName("a subscriber gets what is published after it subscribed, in order, then onComplete")
    void deliversInOrderThenCompletes(Delivery delivery) {
        Topic<Integer> topic = numbers().retainLast(1).build();
        assertThat(topic.publish(-1)).isEqualTo(PublishResult.OK);
        StepVerifier.create(delivery.of(ReactorTopics.flux(topic)))
                .then(() -> {
                    publish(topic, 1000);
                    topic.complete();
                })
                .expectNextSequence(range(0, 1000))
                .expectComplete()
                .verify(DEADLINE);
        awaitNoSubscription(topic);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("the error of a failed topic comes after what was accepted before it")
    void deliversTheRestBeforeTheError(Delivery delivery) {
        Topic<Integer> topic = numbers().build();
        IllegalStateException cause = new IllegalStateException("broken on purpose");
        StepVerifier.create(delivery.of(ReactorTopics.flux(topic)), 0)
                .then(() -> {
                    publish(topic, 5);
                    topic.fail(cause);
                })
                .thenRequest(2)
                .expectNext(0, 1)
                .thenRequest(3)
                .expectNext(2, 3, 4)
                .expectErrorMatches(error -> error == cause)
                .verify(DEADLINE);
        awaitNoSubscription(topic);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("the end needs no demand")
    void endsWithoutDemand(Delivery delivery) {
        Topic<Integer> topic = numbers().build();
        StepVerifier.create(delivery.of(ReactorTopics.flux(topic)), 0)
                .then(topic::complete)
                .expectComplete()
                .verify(DEADLINE);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("who subscribes to an ended topic gets what is retained, then the end")
    void endedTopicIsReplayedThenEnds(Delivery delivery) {
        Topic<Integer> topic = numbers().retainLast(3).build();
        publish(topic, 5);
        topic.complete();
        Flux<Integer> flux = delivery.of(ReactorTopics.flux(topic, o -> o.fromEarliest()));
        for (int i = 0; i < 2; i++) {
            StepVerifier.create(flux).expectNext(2, 3, 4).expectComplete().verify(DEADLINE);
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("each subscriber gets never more than it requested, whatever the others do")
    void demandIsPerSubscriber(Delivery delivery) {
        Topic<Integer> topic = numbers().build();
        Flux<Integer> flux = delivery.of(ReactorTopics.flux(topic));
        TestSubscriber<Integer> fast = subscriber(Long.MAX_VALUE);
        TestSubscriber<Integer> slow = subscriber(0);
        flux.subscribe(fast);
        flux.subscribe(slow);
        publish(topic, 100);
        awaitReceived(fast, range(0, 100));
        assertThat(slow.getReceivedOnNext()).isEmpty();
        slow.request(1);
        awaitReceived(slow, range(0, 1));
        slow.request(3);
        slow.request(2);
        awaitReceived(slow, range(0, 6));
        topic.complete();
        eventually().until(fast::isTerminatedComplete);
        assertThat(slow.isTerminated()).isFalse();
        slow.request(Long.MAX_VALUE);
        slow.request(Long.MAX_VALUE);
        awaitReceived(slow, range(0, 100));
        eventually().until(slow::isTerminatedComplete);
        assertThat(slow.getProtocolErrors()).isEmpty();
        assertThat(fast.getProtocolErrors()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("scenario 5a: an unbounded subscriber has a message now, one without demand when it requests")
    void stalledSubscriberDoesNotDelayAnother(Delivery delivery) {
        Topic<Integer> topic = numbers().build();
        Flux<Integer> flux = delivery.of(ReactorTopics.flux(topic));
        TestSubscriber<Integer> unbounded = subscriber(Long.MAX_VALUE);
        TestSubscriber<Integer> stalled = subscriber(0);
        flux.subscribe(stalled);
        flux.subscribe(unbounded);
        assertThat(topic.publish(7)).isEqualTo(PublishResult.OK);
        awaitReceived(unbounded, range(7, 8));
        assertThat(stalled.getReceivedOnNext()).isEmpty();
        stalled.request(1);
        awaitReceived(stalled, range(7, 8));
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("cancelling in onSubscribe leaves no subscription and gates nothing")
    void cancelInOnSubscribeLeavesNothing(Delivery delivery) {
        Topic<Integer> topic = numbers().capacity(4).retainLast(1).build();
        StepVerifier.create(delivery.of(ReactorTopics.flux(topic)).take(0))
                .expectComplete()
                .verify(DEADLINE);
        StepVerifier.create(delivery.of(ReactorTopics.flux(topic))).thenCancel().verify(DEADLINE);
        awaitNoSubscription(topic);
        publish(topic, 100);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("take(n) gets n, leaves no subscription and gates nothing")
    void takeLeavesNothing(Delivery delivery) {
        Topic<Integer> topic = numbers().capacity(4).retainLast(1).build();
        StepVerifier.create(delivery.of(ReactorTopics.flux(topic)).take(3))
                .then(() -> publish(topic, 3))
                .expectNext(0, 1, 2)
                .expectComplete()
                .verify(DEADLINE);
        awaitNoSubscription(topic);
        publish(topic, 100);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("a cancel from onNext is the last that is heard of the topic")
    void cancelInOnNextIsTheEnd(Delivery delivery) {
        Topic<Integer> topic = numbers().build();
        StepVerifier.create(delivery.of(ReactorTopics.flux(topic)))
                .then(() -> publish(topic, 10))
                .expectNext(0, 1, 2)
                .thenCancel()
                .verify(DEADLINE);
        awaitNoSubscription(topic);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("what the filter rejects costs no demand and counts as filtered")
    void rejectedCostsNoDemand(Delivery delivery) {
        Topic<Integer> topic = numbers().retainLast(100).build();
        publish(topic, 100);
        TestSubscriber<Integer> subscriber = subscriber(0);
        delivery.of(ReactorTopics.flux(topic, o -> o.fromEarliest().filter(n -> n % 10 == 9)))
                .subscribe(subscriber);
        TopicSubscription subscription = only(topic);
        subscriber.request(3);
        awaitReceived(subscriber, List.of(9, 19, 29));
        subscriber.request(7);
        eventually().until(() -> subscription.received() == 10);
        eventually().until(() -> subscription.filtered() == 90);
        topic.complete();
        eventually().until(subscriber::isTerminatedComplete);
        assertConserved(subscription, 100);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("C1: received, filtered, missed and lag make up what was published, to the end")
    void nothingIsUnaccountedFor(Delivery delivery) {
        Topic<Integer> topic = numbers().capacity(64).retainLast(1).build();
        TestSubscriber<Integer> subscriber = subscriber(0);
        delivery.of(ReactorTopics.flux(topic, o -> o.skipToOldest(16).filter(n -> n % 2 == 0)))
                .subscribe(subscriber);
        TopicSubscription subscription = only(topic);
        for (int round = 1; round <= 50; round++) {
            publish(topic, 37);
            subscriber.request(round % 7);
            long published = 37L * round;
            eventually().untilAsserted(() -> assertConserved(subscription, published));
        }
        subscriber.cancel();
        eventually().until(() -> subscription.state() == SubscriptionState.CANCELLED);
        assertConserved(subscription, 37 * 50);
        assertThat(subscription.undelivered()).isEqualTo(subscription.lag());
        publish(topic, 10);
        assertConserved(subscription, 37 * 50);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("a lossy subscriber that does not request holds nobody back and begins at its lag bound")
    void lossySubscriberHoldsNobodyBack(Delivery delivery) {
        Topic<Integer> topic = numbers().capacity(8).build();
        TestSubscriber<Integer> subscriber = subscriber(0);
        delivery.of(ReactorTopics.flux(topic, o -> o.skipToOldest(4))).subscribe(subscriber);
        TopicSubscription subscription = only(topic);
        publish(topic, 1000);
        topic.complete();
        subscriber.request(Long.MAX_VALUE);
        eventually().until(subscriber::isTerminatedComplete);
        assertThat(subscriber.getReceivedOnNext()).endsWith(999).isSorted().doesNotHaveDuplicates();
        assertConserved(subscription, 1000);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("options that the topic refuses are an onError, and leave nothing")
    void refusedOptionsAreAnError(Delivery delivery) {
        Topic<Integer> topic = numbers().build();
        StepVerifier.create(delivery.of(ReactorTopics.flux(topic, o -> o.since(Instant.EPOCH))))
                .expectError(IllegalArgumentException.class)
                .verify(DEADLINE);
        StepVerifier.create(delivery.of(ReactorTopics.flux(topic, o -> {
                    throw new IllegalStateException("no options today");
                })))
                .expectErrorMessage("no options today")
                .verify(DEADLINE);
        awaitNoSubscription(topic);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("a resumable name that is taken is an onError for the second, and the first goes on")
    void takenResumableNameIsAnError(Delivery delivery) {
        Topic<Integer> topic = numbers().build();
        Flux<Integer> flux = delivery.of(ReactorTopics.flux(topic, o -> o.resumable("archive")));
        TestSubscriber<Integer> first = subscriber(Long.MAX_VALUE);
        flux.subscribe(first);
        StepVerifier.create(flux).expectError(IllegalStateException.class).verify(DEADLINE);
        publish(topic, 3);
        awaitReceived(first, range(0, 3));
    }
}
