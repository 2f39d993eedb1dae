package io.fanlog.topic.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.Scannable;
import reactor.core.Scannable.Attr;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.subscriber.TestSubscriber;

/** Subscribers that are served on the threads of a scheduler. */
class BoundTopicsTest extends TopicTest {
    private final Scheduler scheduler = Schedulers.newSingle("bound");

    @AfterEach
    void disposeScheduler() {
        scheduler.dispose();
    }

    @Test
    @DisplayName("signals, filter and copier come on the scheduler's thread, in order")
    void everythingRunsOnTheScheduler() {
        Set<String> threads = ConcurrentHashMap.newKeySet();
        Topic<Integer> topic = numbers().copier(n -> noting(threads, n)).build();
        Flux<Integer> flux = ReactorTopics.on(scheduler).flux(topic, o -> o.filter(n -> noting(threads, n) % 2 == 0));
        StepVerifier.create(flux.doOnNext(n -> noting(threads, n)).doOnComplete(() -> noting(threads, 0)))
                .then(() -> {
                    publish(topic, 5_000);
                    topic.complete();
                })
                .expectNextSequence(
                        range(0, 5_000).stream().filter(n -> n % 2 == 0).toList())
                .expectComplete()
                .verify(DEADLINE);
        assertThat(threads).allMatch(name -> name.startsWith("bound")).hasSize(1);
        awaitNoSubscription(topic);
    }

    private static Integer noting(Set<String> threads, Integer n) {
        threads.add(Thread.currentThread().getName());
        return n;
    }

    @Test
    @DisplayName("nothing is taken ahead of the demand, with a filter too; the end needs none")
    void nothingIsTakenAheadOfTheDemand() {
        Topic<Integer> topic = numbers().build();
        TestSubscriber<Integer> subscriber = subscriber(2);
        ReactorTopics.on(scheduler).flux(topic, o -> o.filter(n -> n != 1)).subscribe(subscriber);
        TopicSubscription subscription = only(topic);
        publish(topic, 10);
        awaitReceived(subscriber, List.of(0, 2));
        assertThat(subscription.cursor()).isEqualTo(3);
        subscriber.request(7);
        awaitReceived(subscriber, List.of(0, 2, 3, 4, 5, 6, 7, 8, 9));
        topic.complete();
        eventually().until(subscriber::isTerminatedComplete);
        assertConserved(subscription, 10);
        assertThat(subscriber.getProtocolErrors()).isEmpty();
    }

    @Test
    @DisplayName("messages, lists and lists of messages come there, too")
    void allFormsCanBeBound() {
        Topic<Integer> topic = numbers().retainLast(10).build();
        publish(topic, 4);
        topic.complete();
        BoundTopics bound = ReactorTopics.on(scheduler);
        StepVerifier.create(bound.messages(topic, o -> o.fromEarliest()).map(m -> m.sequence()))
                .expectNext(0L, 1L, 2L, 3L)
                .expectComplete()
                .verify(DEADLINE);
        StepVerifier.create(bound.batches(topic, 3, o -> o.fromEarliest()))
                .expectNext(range(0, 3), range(3, 4))
                .expectComplete()
                .verify(DEADLINE);
        StepVerifier.create(
                        bound.messageBatches(topic, 9, o -> o.fromEarliest()).map(List::size))
                .expectNext(4)
                .expectComplete()
                .verify(DEADLINE);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 8})
    @DisplayName("many bound subscribers and a gating capacity lose and double nothing")
    void loseNothing(int capacity) throws Exception {
        int count = 20_000;
        Topic<Integer> topic = numbers().capacity(capacity).build();
        Queue<Integer> received = new ConcurrentLinkedQueue<>();
        Disposable unbounded =
                ReactorTopics.on(Schedulers.parallel()).flux(topic, o -> o).subscribe(received::add);
        Queue<Integer> oneByOne = new ConcurrentLinkedQueue<>();
        Disposable limited = ReactorTopics.on(Schedulers.parallel())
                .flux(topic, o -> o)
                .limitRate(1)
                .subscribe(oneByOne::add);
        for (int i = 0; i < count; i++) {
            assertThat(topic.offer(i, DEADLINE).isOk()).isTrue();
        }
        topic.complete();
        eventually().until(() -> unbounded.isDisposed() && limited.isDisposed());
        assertThat(received).containsExactlyElementsOf(range(0, count));
        assertThat(oneByOne).containsExactlyElementsOf(range(0, count));
        awaitNoSubscription(topic);
    }

    @Test
    @DisplayName("a resumable one goes on after the last that was handed over")
    void resumesAfterWhatWasHandedOver() {
        Topic<Integer> topic = numbers().retainLast(1).build();
        Flux<Integer> flux = ReactorTopics.on(scheduler).flux(topic, o -> o.resumable("bound"));
        StepVerifier.create(flux.take(3))
                .then(() -> publish(topic, 10))
                .expectNext(0, 1, 2)
                .expectComplete()
                .verify(DEADLINE);
        eventually().until(() -> only(topic).state() == SubscriptionState.DETACHED);
        StepVerifier.create(flux).expectNextSequence(range(3, 10)).thenCancel().verify(DEADLINE);
        assertThat(topic.forget("bound")).isTrue();
    }

    @Test
    @DisplayName("what was taken when the subscriber cancelled goes to its discard hook, once, and nothing else does")
    void takenAndNotDeliveredIsDiscarded() throws Exception {
        CountDownLatch taking = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        Topic<Integer> topic =
                numbers().copier(n -> meeting(n, taking, cancelled)).build();
        Queue<Integer> discarded = new ConcurrentLinkedQueue<>();
        Scheduler elastic = Schedulers.newBoundedElastic(1, 10, "waiting");
        TestSubscriber<Integer> subscriber = subscriber(Long.MAX_VALUE);
        ReactorTopics.on(elastic)
                .flux(topic, o -> o)
                .doOnDiscard(Integer.class, discarded::add)
                .subscribe(subscriber);
        publish(topic, 3);
        assertThat(taking.await(10, java.util.concurrent.TimeUnit.SECONDS)).isTrue();
        subscriber.cancel();
        cancelled.countDown();
        eventually().untilAsserted(() -> assertThat(discarded).containsExactly(0));
        assertThat(subscriber.getReceivedOnNext()).isEmpty();
        awaitNoSubscription(topic);
        elastic.dispose();
    }

    private static Integer meeting(Integer n, CountDownLatch taking, CountDownLatch cancelled) {
        taking.countDown();
        while (cancelled.getCount() > 0) {
            Thread.onSpinWait();
        }
        return n;
    }

    @Test
    @DisplayName("a subscriber that throws is cancelled alone, and its error goes to the dropped-error hook")
    void throwingSubscriberEndsAlone() {
        Topic<Integer> topic = numbers().build();
        Recorder<Integer> throwing = new Recorder<>() {
            @Override
            public void onNext(Integer n) {
                throw new IllegalStateException("broken on purpose");
            }
        };
        ReactorTopics.on(scheduler).flux(topic, o -> o).subscribe(throwing);
        throwing.upstream().request(10);
        publish(topic, 1);
        awaitNoSubscription(topic);
        assertThat(throwing.dropped).hasSize(1);
        assertThat(throwing.isEnded()).isFalse();
    }

    @Test
    @DisplayName("a scheduler that was disposed of is an error for the subscriber, and leaves no subscription")
    void disposedSchedulerIsAnError() {
        Topic<Integer> topic = numbers().build();
        TestSubscriber<Integer> early = subscriber(Long.MAX_VALUE);
        Flux<Integer> flux = ReactorTopics.on(scheduler).flux(topic, o -> o);
        flux.subscribe(early);
        scheduler.dispose();
        publish(topic, 1);
        eventually().until(early::isTerminatedError);
        assertThat(early.expectTerminalError()).isInstanceOf(RejectedExecutionException.class);
        StepVerifier.create(flux).expectError(RejectedExecutionException.class).verify(DEADLINE);
        awaitNoSubscription(topic);
    }

    @Test
    @DisplayName("it tells where it runs")
    void tellsWhereItRuns() {
        Topic<Integer> topic = numbers().build();
        Recorder<Integer> recorder = new Recorder<>();
        Flux<Integer> flux = ReactorTopics.on(scheduler).flux(topic, o -> o);
        flux.subscribe(recorder);
        assertThat(Scannable.from(flux).scanUnsafe(Attr.RUN_ON)).isSameAs(scheduler);
        assertThat(recorder.scannable().scanUnsafe(Attr.RUN_ON)).isInstanceOf(Scheduler.Worker.class);
        assertThat(recorder.scannable().stepName()).isEqualTo("topic(numbers)");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("operators behind a bound one behave as behind any source")
    void operatorsBehindIt(Delivery delivery) {
        Topic<Integer> topic = numbers().build();
        StepVerifier.create(delivery.of(ReactorTopics.on(scheduler).flux(topic, o -> o)))
                .then(() -> {
                    publish(topic, 1_000);
                    topic.complete();
                })
                .expectNextSequence(range(0, 1_000))
                .expectComplete()
                .verify(DEADLINE);
    }
}
