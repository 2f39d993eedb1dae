package io.fanlog.topic.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.Disposable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.subscriber.TestSubscriber;

/** Publishing as a Mono. */
class PublishMonoTest extends TopicTest {

    @Test
    @DisplayName("with room, the result is there at once, on the thread that subscribes")
    void publishesAtOnceWhenThereIsRoom() {
        Topic<Integer> topic = numbers().retainLast(8).build();
        Mono<Thread> thread = ReactorTopics.publish(topic, 1).map(result -> Thread.currentThread());
        assertThat(thread.block(DEADLINE)).isSameAs(Thread.currentThread());
        assertThat(topic.stats().published()).isEqualTo(1);
    }

    @Test
    @DisplayName("nothing is published before somebody subscribes, and once for each who does")
    void publishesOncePerSubscription() {
        Topic<Integer> topic = numbers().retainLast(8).build();
        Mono<PublishResult> publish = ReactorTopics.publish(topic, 1);
        assertThat(topic.stats().published()).isZero();
        StepVerifier.create(publish.repeat(2))
                .expectNext(PublishResult.OK, PublishResult.OK, PublishResult.OK)
                .expectComplete()
                .verify(DEADLINE);
        assertThat(topic.stats().published()).isEqualTo(3);
    }

    @Test
    @DisplayName("without room it waits, holding no thread, until a subscriber has made some")
    void waitsForRoom() {
        Topic<Integer> topic = numbers().capacity(2).maxWaiters(3).build();
        TestSubscriber<Integer> slow = subscriber(0);
        ReactorTopics.flux(topic).subscribe(slow);
        publish(topic, 2);
        // On one thread that must not block: were it held, the second and third could not even begin.
        Flux<PublishResult> waiting =
                Flux.range(2, 3).flatMap(n -> ReactorTopics.publish(topic, n).subscribeOn(Schedulers.single()));
        StepVerifier.create(waiting)
                .then(() -> eventually().until(() -> topic.stats().waiters() == 3))
                .then(() -> slow.request(1))
                .expectNext(PublishResult.OK)
                .then(() -> slow.request(2))
                .expectNext(PublishResult.OK, PublishResult.OK)
                .expectComplete()
                .verify(DEADLINE);
        slow.request(2);
        awaitReceived(slow, range(0, 5));
    }

    @Test
    @DisplayName("those who wait are admitted in the order in which they came")
    void admitsInArrivalOrder() {
        Topic<Integer> topic = numbers().capacity(100).build();
        TestSubscriber<Integer> slow = subscriber(0);
        ReactorTopics.flux(topic).subscribe(slow);
        publish(topic, 100);
        for (int i = 100; i < 200; i++) {
            ReactorTopics.publish(topic, i).subscribe();
        }
        assertThat(topic.stats().waiters()).isEqualTo(100);
        slow.request(Long.MAX_VALUE);
        awaitReceived(slow, range(0, 200));
    }

    @Test
    @DisplayName("beyond maxWaiters it does not wait: FULL")
    void lineHasAnEnd() {
        Topic<Integer> topic = numbers().capacity(1).maxWaiters(1).build();
        ReactorTopics.flux(topic).subscribe(subscriber(0));
        publish(topic, 1);
        Disposable waiting = ReactorTopics.publish(topic, 1).subscribe();
        assertThat(ReactorTopics.publish(topic, 2).block(DEADLINE)).isEqualTo(PublishResult.FULL);
        waiting.dispose();
        assertThat(topic.stats().waiters()).isZero();
    }

    @Test
    @DisplayName("cancelled before it was admitted, it leaves no trace")
    void cancelLeavesNoTrace() {
        Topic<Integer> topic = numbers().capacity(1).maxWaiters(3).build();
        TestSubscriber<Integer> slow = subscriber(0);
        ReactorTopics.flux(topic).subscribe(slow);
        publish(topic, 1);
        Disposable first = ReactorTopics.publish(topic, 11).subscribe();
        Disposable second = ReactorTopics.publish(topic, 1).subscribe();
        Disposable third = ReactorTopics.publish(topic, 12).subscribe();
        assertThat(topic.stats().waiters()).isEqualTo(3);
        first.dispose();
        third.dispose();
        eventually().until(() -> topic.stats().waiters() == 1);
        slow.request(10);
        awaitReceived(slow, range(0, 2));
        eventually().until(second::isDisposed);
        assertThat(topic.publish(2)).isEqualTo(PublishResult.OK);
        awaitReceived(slow, range(0, 3));
        assertThat(topic.stats().published()).isEqualTo(3);
    }

    @Test
    @DisplayName("a timeout on it is such a cancel")
    void timeoutIsACancel() {
        Topic<Integer> topic = numbers().capacity(1).build();
        ReactorTopics.flux(topic).subscribe(subscriber(0));
        publish(topic, 1);
        StepVerifier.withVirtualTime(() -> ReactorTopics.publish(topic, 1).timeout(Duration.ofMinutes(1)))
                .expectSubscription()
                .expectNoEvent(Duration.ofSeconds(59))
                .thenAwait(Duration.ofSeconds(1))
                .expectError(TimeoutException.class)
                .verify(DEADLINE);
        eventually().until(() -> topic.stats().waiters() == 0);
    }

    @Test
    @DisplayName("a refusal is a value: CLOSED, NO_SUBSCRIBERS, DUPLICATE")
    void refusalsAreValues() {
        Topic<Integer> topic =
                numbers().duplicateWindow(Duration.ofMinutes(1), 10).build();
        assertThat(ReactorTopics.publish(topic, 1).block(DEADLINE)).isEqualTo(PublishResult.NO_SUBSCRIBERS);
        ReactorTopics.flux(topic).subscribe(subscriber(Long.MAX_VALUE));
        Mono<PublishResult> withId = ReactorTopics.publish(topic, 1, e -> e.id("one"));
        assertThat(withId.block(DEADLINE)).isEqualTo(PublishResult.OK);
        assertThat(withId.block(DEADLINE)).isEqualTo(PublishResult.DUPLICATE);
        topic.complete();
        assertThat(withId.block(DEADLINE)).isEqualTo(PublishResult.CLOSED);
    }

    @Test
    @DisplayName("the end of the topic answers those who wait CLOSED")
    void endAnswersWaiting() {
        Topic<Integer> topic = numbers().capacity(1).build();
        ReactorTopics.flux(topic).subscribe(subscriber(0));
        publish(topic, 1);
        StepVerifier.create(ReactorTopics.publish(topic, 1))
                .then(topic::complete)
                .expectNext(PublishResult.CLOSED)
                .expectComplete()
                .verify(DEADLINE);
    }

    @Test
    @DisplayName("null is refused where it is written, and what the envelope function throws is an onError")
    void badInputIsToldWhereItIsMade() {
        Topic<Integer> topic = numbers().retainLast(1).build();
        assertThatNullPointerException().isThrownBy(() -> publishNull(topic)).withMessage("payload");
        StepVerifier.create(ReactorTopics.publish(topic, 1, e -> e.key(null)))
                .expectError(NullPointerException.class)
                .verify(DEADLINE);
        assertThat(topic.stats().published()).isZero();
    }

    private static void publishNull(Topic<Integer> topic) {
        ReactorTopics.publish(topic, null).subscribe();
    }

    @Test
    @DisplayName("a cancel that races the admission ends in one of two ways: published, or not")
    void cancelRacesAdmission() throws Exception {
        cancelRacesAdmission(10_000);
    }

    @Test
    @Tag("long")
    @DisplayName("a cancel that races the admission ends in one of two ways: published, or not (long)")
    void cancelRacesAdmissionLong() throws Exception {
        cancelRacesAdmission(500_000);
    }

    /** Each round fills a topic of capacity 1, lets one publish wait, and cancels it while room is made. */
    private void cancelRacesAdmission(int rounds) throws Exception {
        Topic<Integer> topic = numbers().capacity(1).build();
        Recorder<Integer> reader = new Recorder<>();
        ReactorTopics.flux(topic).subscribe(reader);
        TopicSubscription subscription = only(topic);
        ExecutorService canceller = Executors.newSingleThreadExecutor();
        long deadline = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        long published = 0;
        try {
            for (int round = 0; round < rounds; round++) {
                assertThat(topic.publish(round)).isEqualTo(PublishResult.OK);
                Waiting waiting = new Waiting();
                ReactorTopics.publish(topic, -round - 1).subscribe(waiting);
                Future<?> cancelled = canceller.submit(waiting::cancel);
                reader.upstream().request(2);
                cancelled.get();
                while (topic.stats().waiters() > 0 || subscription.lag() > 0) {
                    assertThat(System.nanoTime()).isLessThan(deadline);
                    Thread.onSpinWait();
                }
                long now = topic.stats().published();
                assertThat(now - published).isBetween(1L, 2L);
                if (waiting.results.contains(PublishResult.OK)) {
                    assertThat(now - published).isEqualTo(2);
                }
                published = now;
            }
        } finally {
            canceller.shutdown();
        }
        long expected = published;
        eventually().until(() -> reader.received.size() == expected);
        assertThat(reader.received()).doesNotHaveDuplicates();
    }

    private static final class Waiting extends BaseSubscriber<PublishResult> {
        final ConcurrentLinkedQueue<PublishResult> results = new ConcurrentLinkedQueue<>();

        @Override
        protected void hookOnSubscribe(Subscription subscription) {
            requestUnbounded();
        }

        @Override
        protected void hookOnNext(PublishResult result) {
            results.add(result);
        }
    }
}
