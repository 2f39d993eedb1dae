package io.fanlog.topic.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Fuseable;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.subscriber.TestSubscriber;

/** When a topic is fused with what is behind it, and what holds then. */
class FusionTest extends TopicTest {

    @Test
    @DisplayName("who asks for ASYNC or for any fusion gets ASYNC")
    void negotiatesAsync() {
        Topic<Integer> topic = numbers().retainLast(3).build();
        publish(topic, 3);
        topic.complete();
        Flux<Integer> flux = ReactorTopics.flux(topic, o -> o.fromEarliest());
        StepVerifier.create(flux)
                .expectFusion(Fuseable.ASYNC)
                .expectNext(0, 1, 2)
                .expectComplete()
                .verify(DEADLINE);
        StepVerifier.create(flux)
                .expectFusion(Fuseable.ANY, Fuseable.ASYNC)
                .expectNext(0, 1, 2)
                .expectComplete()
                .verify(DEADLINE);
    }

    @Test
    @DisplayName("fusion goes through operators that keep the thread, and their functions run in poll")
    void fusesThroughOperators() {
        Topic<Integer> topic = numbers().retainLast(4).build();
        publish(topic, 4);
        topic.complete();
        StepVerifier.create(ReactorTopics.flux(topic, o -> o.fromEarliest())
                        .filter(n -> n > 0)
                        .map(n -> n * 10))
                .expectFusion(Fuseable.ASYNC)
                .expectNext(10, 20, 30)
                .expectComplete()
                .verify(DEADLINE);
    }

    @Test
    @DisplayName("a filter is kept on its side of a thread barrier, so there is no fusion across it")
    void filterIsNotCarriedOverABarrier() {
        int acrossThreads = Fuseable.ASYNC | Fuseable.THREAD_BARRIER;
        assertThat(negotiated(acrossThreads, o -> o)).isEqualTo(Fuseable.ASYNC);
        assertThat(negotiated(acrossThreads, o -> o.filter(n -> true))).isEqualTo(Fuseable.NONE);
        assertThat(negotiated(Fuseable.ASYNC, o -> o.filter(n -> true))).isEqualTo(Fuseable.ASYNC);
        assertThat(negotiated(Fuseable.SYNC, o -> o)).isEqualTo(Fuseable.NONE);
        assertThat(negotiated(Fuseable.ANY, o -> o)).isEqualTo(Fuseable.ASYNC);
    }

    private int negotiated(int wanted, UnaryOperator<SubscriptionOptions<Integer>> options) {
        Recorder<Integer> recorder = new Recorder<>(wanted);
        ReactorTopics.flux(numbers().getOrBuild(), options).subscribe(recorder);
        recorder.upstream().cancel();
        return recorder.fusion();
    }

    @Test
    @DisplayName("fused into publishOn, what was not requested stays in the log; queued, publishOn takes it ahead")
    void nothingIsQueuedInBetween() {
        Topic<Integer> topic = numbers().retainLast(1).build();
        TestSubscriber<Integer> fused = subscriber(1);
        TestSubscriber<Integer> queued = subscriber(1);
        Delivery.FUSED_INTO_PUBLISH_ON
                .of(ReactorTopics.flux(topic, o -> o.label("fused")))
                .subscribe(fused);
        Delivery.QUEUED_BY_PUBLISH_ON
                .of(ReactorTopics.flux(topic, o -> o.label("queued")))
                .subscribe(queued);
        publish(topic, 100);
        awaitReceived(fused, range(0, 1));
        awaitReceived(queued, range(0, 1));
        TopicSubscription fusedSubscription = labelled(topic, "fused");
        eventually().until(() -> labelled(topic, "queued").lag() == 0);
        assertThat(fusedSubscription.lag()).isEqualTo(99);
        fused.request(9);
        awaitReceived(fused, range(0, 10));
        assertThat(fusedSubscription.lag()).isEqualTo(90);
    }

    private static TopicSubscription labelled(Topic<?> topic, String label) {
        return topic.subscriptions().stream()
                .filter(s -> s.label().equals(label))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(ints = {Fuseable.NONE, Fuseable.ASYNC})
    @DisplayName("a filter counts what it rejects, fused or not")
    void filterCountsFusedOrNot(int wanted) {
        Topic<Integer> topic = numbers().build();
        Recorder<Integer> recorder = new Recorder<>(wanted);
        ReactorTopics.flux(topic, o -> o.filter(n -> n % 4 == 0)).subscribe(recorder);
        TopicSubscription subscription = only(topic);
        recorder.upstream().request(Long.MAX_VALUE);
        publish(topic, 40);
        topic.complete();
        eventually().until(recorder::isEnded);
        assertThat(recorder.received()).containsExactly(0, 4, 8, 12, 16, 20, 24, 28, 32, 36);
        eventually().until(() -> subscription.state() == SubscriptionState.COMPLETED);
        assertThat(subscription.filtered()).isEqualTo(30);
        assertConserved(subscription, 40);
    }

    @ParameterizedTest
    @ValueSource(ints = {Fuseable.NONE, Fuseable.ASYNC})
    @DisplayName("request(0) and less end that subscriber with an IllegalArgumentException, fused or not")
    void badRequestEndsThatSubscriber(int wanted) {
        Topic<Integer> topic = numbers().capacity(8).build();
        TestSubscriber<Integer> other = subscriber(Long.MAX_VALUE);
        ReactorTopics.flux(topic).subscribe(other);
        for (long bad : new long[] {0, -1, Long.MIN_VALUE}) {
            Recorder<Integer> recorder = new Recorder<>(wanted);
            ReactorTopics.flux(topic).subscribe(recorder);
            recorder.upstream().request(bad);
            eventually().until(recorder::isEnded);
            assertThat(recorder.errors).hasSize(1).first().isInstanceOf(IllegalArgumentException.class);
            assertThat(recorder.errors.peek()).hasMessageContaining(Long.toString(bad));
        }
        eventually().until(() -> topic.subscriptions().size() == 1);
        publish(topic, 8);
        awaitReceived(other, range(0, 8));
    }

    @Test
    @DisplayName("fused, the end comes after the last message was polled, and needs no further poll")
    void endFollowsTheLastPoll() {
        Topic<Integer> topic = numbers().build();
        Recorder<Integer> fused = lazilyFused();
        ReactorTopics.flux(topic).subscribe(fused);
        TopicSubscription subscription = only(topic);
        publish(topic, 3);
        topic.complete();
        eventually().until(() -> fused.readies.get() > 0);
        assertThat(fused.queue()).hasSize(3);
        assertThat(fused.queue().isEmpty()).isFalse();
        assertThat(fused.queue().poll()).isZero();
        assertThat(fused.queue().poll()).isEqualTo(1);
        assertThat(fused.completions).hasValue(0);
        assertThat(fused.queue().poll()).isEqualTo(2);
        eventually().until(() -> fused.completions.get() == 1);
        assertThat(fused.queue().isEmpty()).isTrue();
        assertThat(fused.queue().poll()).isNull();
        assertThat(subscription.state()).isEqualTo(SubscriptionState.COMPLETED);
        assertConserved(subscription, 3);
    }

    /** Asks for ASYNC fusion, and leaves everything where it is when told that there is something. */
    private static Recorder<Integer> lazilyFused() {
        return new Recorder<>(Fuseable.ASYNC) {
            @Override
            public void onNext(Integer payload) {
                readies.incrementAndGet();
            }

            @Override
            public void onComplete() {
                completions.incrementAndGet();
            }
        };
    }

    @Test
    @DisplayName("fused, clear gives up what is there and gates no longer")
    void clearGivesUpWhatIsThere() {
        Topic<Integer> topic = numbers().capacity(4).retainLast(1).build();
        Recorder<Integer> recorder = lazilyFused();
        ReactorTopics.flux(topic).subscribe(recorder);
        publish(topic, 4);
        eventually().until(() -> recorder.readies.get() > 0);
        recorder.upstream().cancel();
        recorder.queue().clear();
        assertThat(recorder.queue().isEmpty()).isTrue();
        assertThat(recorder.queue()).isEmpty();
        assertThat(recorder.queue().poll()).isNull();
        awaitNoSubscription(topic);
        publish(topic, 10);
        assertThat(recorder.isEnded()).isFalse();
    }

    @Test
    @DisplayName("a failure does not cut off what was accepted before it, though publishOn does not delay errors")
    void failureCutsNothingOff() {
        Topic<Integer> topic = numbers().build();
        TestSubscriber<Integer> subscriber = subscriber(0);
        ReactorTopics.flux(topic).publishOn(Schedulers.parallel(), false, 4).subscribe(subscriber);
        publish(topic, 10);
        topic.fail(new IllegalStateException("broken on purpose"));
        subscriber.request(9);
        awaitReceived(subscriber, range(0, 9));
        assertThat(subscriber.isTerminated()).isFalse();
        subscriber.request(1);
        eventually().until(subscriber::isTerminatedError);
        awaitReceived(subscriber, range(0, 10));
        awaitNoSubscription(topic);
    }

    @Test
    @DisplayName("a discard hook downstream takes nothing out of the log when it is cancelled")
    void discardHookTakesNothing() {
        Topic<Integer> topic = numbers().build();
        Queue<Object> discarded = new ConcurrentLinkedQueue<>();
        TestSubscriber<Integer> subscriber = subscriber(1);
        Flux.just(1)
                .hide()
                .flatMap(n -> ReactorTopics.flux(topic))
                .doOnDiscard(Integer.class, discarded::add)
                .subscribe(subscriber);
        TopicSubscription subscription = only(topic);
        publish(topic, 10);
        awaitReceived(subscriber, range(0, 1));
        subscriber.cancel();
        awaitNoSubscription(topic);
        assertThat(subscription.received()).isEqualTo(1);
        assertThat(subscription.undelivered()).isEqualTo(9);
        assertThat(discarded).doesNotContainAnyElementsOf(range(0, 10));
    }
}
