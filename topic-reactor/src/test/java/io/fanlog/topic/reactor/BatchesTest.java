package io.fanlog.topic.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicMessage;
import io.fanlog.topic.TopicSubscription;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.Fuseable;
import reactor.core.Scannable;
import reactor.core.Scannable.Attr;
import reactor.core.publisher.Flux;
import reactor.test.StepVerifier;
import reactor.test.subscriber.TestSubscriber;

/** A Flux of lists of what is there. */
class BatchesTest extends TopicTest {

    @ParameterizedTest
    @EnumSource
    @DisplayName("a list has all that is there up to its size, and demand counts lists")
    void listHasAllThatIsThere(Delivery delivery) {
        Topic<Integer> topic = numbers().retainLast(100).build();
        publish(topic, 25);
        TestSubscriber<List<Integer>> subscriber = subscriber(0);
        delivery.of(ReactorTopics.batches(topic, 10, o -> o.fromEarliest())).subscribe(subscriber);
        subscriber.request(1);
        awaitLists(subscriber, List.of(range(0, 10)));
        subscriber.request(1);
        awaitLists(subscriber, List.of(range(0, 10), range(10, 20)));
        subscriber.request(10);
        awaitLists(subscriber, List.of(range(0, 10), range(10, 20), range(20, 25)));
        assertThat(topic.publish(25).isOk()).isTrue();
        awaitLists(subscriber, List.of(range(0, 10), range(10, 20), range(20, 25), List.of(25)));
        topic.complete();
        eventually().until(subscriber::isTerminatedComplete);
        assertThat(subscriber.getProtocolErrors()).isEmpty();
        awaitNoSubscription(topic);
    }

    private static void awaitLists(TestSubscriber<List<Integer>> subscriber, List<List<Integer>> expected) {
        eventually()
                .untilAsserted(() -> assertThat(subscriber.getReceivedOnNext()).isEqualTo(expected));
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("everything arrives once, in order, in lists that are never empty nor too long")
    void everythingArrivesOnceInOrder(Delivery delivery) throws Exception {
        int count = 200_000;
        Topic<Integer> topic = numbers().capacity(1_000).build();
        Flux<List<Integer>> batches = delivery.of(ReactorTopics.batches(topic, 64, o -> o.filter(n -> n % 3 != 0)));
        Queue<List<Integer>> lists = new ConcurrentLinkedQueue<>();
        Disposable done = batches.limitRate(3).subscribe(lists::add);
        TopicSubscription subscription = only(topic);
        for (int i = 0; i < count; i++) {
            assertThat(topic.offer(i, DEADLINE).isOk()).isTrue();
        }
        topic.complete();
        eventually().until(done::isDisposed);
        assertThat(lists).allSatisfy(list -> assertThat(list).hasSizeBetween(1, 64));
        List<Integer> all = new ArrayList<>();
        lists.forEach(all::addAll);
        List<Integer> expected =
                range(0, count).stream().filter(n -> n % 3 != 0).toList();
        assertThat(all).isEqualTo(expected);
        assertConserved(subscription, count);
    }

    @Test
    @DisplayName("lists of whole messages tell their sequences")
    void listsOfMessages() {
        Topic<Integer> topic = numbers().retainLast(3).build();
        publish(topic, 3);
        topic.complete();
        StepVerifier.create(ReactorTopics.messageBatches(topic, 2, o -> o.fromEarliest()))
                .assertNext(list ->
                        assertThat(list).extracting(TopicMessage::sequence).containsExactly(0L, 1L))
                .assertNext(list ->
                        assertThat(list).extracting(TopicMessage::sequence).containsExactly(2L))
                .expectComplete()
                .verify(DEADLINE);
    }

    @Test
    @DisplayName("a size that is not positive is refused at the call")
    void badSizeIsRefused() {
        Topic<Integer> topic = numbers().build();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ReactorTopics.batches(topic, 0, o -> o).subscribe())
                .withMessage("maxSize must be positive, got 0");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("a list that was taken for a subscriber that has cancelled meanwhile is discarded, each message once")
    void takenAndNotDeliveredIsDiscarded(Delivery delivery) {
        TestSubscriber<List<Integer>> subscriber = subscriber(Long.MAX_VALUE);
        Topic<Integer> topic = numbers()
                .retainLast(100)
                .copier(n -> cancelAt(n, 5, subscriber))
                .build();
        publish(topic, 20);
        Queue<Integer> discarded = new ConcurrentLinkedQueue<>();
        delivery.of(ReactorTopics.batches(topic, 10, o -> o.fromEarliest()))
                .doOnDiscard(Integer.class, discarded::add)
                .doOnDiscard(List.class, list -> ((List<?>) list).forEach(n -> discarded.add((Integer) n)))
                .subscribe(subscriber);
        awaitNoSubscription(topic);
        eventually().untilAsserted(() -> assertThat(discarded).containsExactly(0, 1, 2, 3, 4, 5));
        assertThat(subscriber.getReceivedOnNext()).isEmpty();
    }

    private static Integer cancelAt(Integer n, int when, TestSubscriber<?> subscriber) {
        if (n == when) {
            subscriber.cancel();
        }
        return n;
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("what a throwing filter had let through comes first, then its error, and nothing gates")
    void errorOfTheFilterComesAfterWhatPassed(Delivery delivery) {
        Topic<Integer> topic = numbers().retainLast(100).build();
        publish(topic, 20);
        StepVerifier.create(delivery.of(ReactorTopics.batches(
                        topic, 10, o -> o.fromEarliest().filter(n -> 1 / (13 - n) != 2))))
                .expectNext(range(0, 10))
                .expectNext(range(10, 13))
                .expectError(ArithmeticException.class)
                .verify(DEADLINE);
        awaitNoSubscription(topic);
    }

    @Test
    @DisplayName("a subscriber that throws is cancelled alone, and its error goes to the dropped-error hook")
    void throwingSubscriberEndsAlone() {
        Topic<Integer> topic = numbers().capacity(8).build();
        Recorder<List<Integer>> throwing = new Recorder<>() {
            @Override
            public void onNext(List<Integer> list) {
                throw new IllegalStateException("broken on purpose");
            }
        };
        ReactorTopics.batches(topic, 4, o -> o).subscribe(throwing);
        TopicSubscription subscription = only(topic);
        throwing.upstream().request(10);
        publish(topic, 1);
        eventually().until(() -> subscription.state() == SubscriptionState.FAILED);
        assertThat(throwing.dropped).hasSize(1);
        assertThat(throwing.isEnded()).isFalse();
        awaitNoSubscription(topic);
    }

    @ParameterizedTest
    @ValueSource(ints = {Fuseable.NONE, Fuseable.ASYNC})
    @DisplayName("request(0) and less end that subscriber with an IllegalArgumentException, fused or not")
    void badRequestEndsThatSubscriber(int wanted) {
        Topic<Integer> topic = numbers().build();
        Recorder<List<Integer>> recorder = new Recorder<>(wanted);
        ReactorTopics.batches(topic, 4, o -> o).subscribe(recorder);
        recorder.upstream().request(-3);
        eventually().until(recorder::isEnded);
        assertThat(recorder.errors).hasSize(1).first().isInstanceOf(IllegalArgumentException.class);
        awaitNoSubscription(topic);
    }

    @Test
    @DisplayName(
            "a list behind which a resumable subscriber cancelled counts as delivered; the next one goes on after it")
    void resumesAfterTheLastList() {
        Topic<Integer> topic = numbers().retainLast(1).build();
        Flux<List<Integer>> batches =
                ReactorTopics.batches(topic, 4, o -> o.resumable("writer")).take(1);
        StepVerifier.create(batches, 0)
                .then(() -> publish(topic, 6))
                .thenRequest(1)
                .expectNext(range(0, 4))
                .expectComplete()
                .verify(DEADLINE);
        StepVerifier.create(batches).expectNext(List.of(4, 5)).expectComplete().verify(DEADLINE);
        assertThat(topic.forget("writer")).isTrue();
    }

    @Test
    @DisplayName("a subscriber tells its label, demand in lists and lag in messages")
    void subscriberTellsDemandAndLag() {
        Topic<Integer> topic = numbers().capacity(32).build();
        Flux<List<Integer>> batches = ReactorTopics.batches(topic, 4, o -> o.label("writer"));
        assertThat(Scannable.from(batches).stepName()).isEqualTo("topicBatches(numbers)");
        Recorder<List<Integer>> recorder = new Recorder<>();
        batches.subscribe(recorder);
        publish(topic, 10);
        Scannable scannable = recorder.scannable();
        assertThat(scannable.scan(Attr.BUFFERED)).isEqualTo(10);
        recorder.upstream().request(2);
        eventually().until(() -> scannable.scan(Attr.BUFFERED) == 2);
        recorder.upstream().request(7);
        eventually().until(() -> scannable.scan(Attr.REQUESTED_FROM_DOWNSTREAM) == 6);
        assertThat(scannable.name()).isEqualTo("writer");
        assertThat(scannable.scan(Attr.CAPACITY)).isEqualTo(32);
        assertThat(scannable.scan(Attr.TERMINATED)).isFalse();
    }
}
