package io.fanlog.topic.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.fanlog.topic.Overflow;
import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;
import reactor.test.subscriber.TestSubscriber;

/** Publishing what a source sends: as a Mono, and by a subscriber. */
class FeedTest extends TopicTest {

    @Test
    @DisplayName("everything the source sends is published in its order, and counted")
    void publishesAllInOrder() {
        Topic<Integer> topic = numbers().capacity(8).build();
        Recorder<Integer> reader = reader(topic, Long.MAX_VALUE);
        assertThat(ReactorTopics.publishAll(topic, Flux.range(0, 10_000)).block(DEADLINE))
                .isEqualTo(10_000);
        eventually().untilAsserted(() -> assertThat(reader.received()).isEqualTo(range(0, 10_000)));
        assertThat(topic.isEnded()).isFalse();
    }

    private static Recorder<Integer> reader(Topic<Integer> topic, long demand) {
        Recorder<Integer> reader = new Recorder<>();
        ReactorTopics.flux(topic).subscribe(reader);
        if (demand > 0) {
            reader.upstream().request(demand);
        }
        return reader;
    }

    @Test
    @DisplayName("nothing happens before somebody subscribes; each who does subscribes to the source")
    void isLazy() {
        Topic<Integer> topic = numbers().retainLast(100).build();
        AtomicInteger subscribed = new AtomicInteger();
        Mono<Long> all =
                ReactorTopics.publishAll(topic, Flux.range(0, 3).doOnSubscribe(s -> subscribed.incrementAndGet()));
        assertThat(subscribed).hasValue(0);
        StepVerifier.create(all.repeat(1)).expectNext(3L, 3L).expectComplete().verify(DEADLINE);
        assertThat(subscribed).hasValue(2);
        assertThat(topic.stats().published()).isEqualTo(6);
    }

    @Test
    @DisplayName("the source is asked for no more than may be in flight, and for more only as there is room")
    void roomIsTheSourcesDemand() {
        Topic<Integer> topic = numbers().capacity(4).build();
        Recorder<Integer> reader = reader(topic, 0);
        AtomicLong sent = new AtomicLong();
        AtomicLong asked = new AtomicLong();
        Flux<Integer> source =
                Flux.range(0, 1_000).doOnRequest(asked::addAndGet).doOnNext(n -> sent.incrementAndGet());
        Disposable feeding =
                ReactorTopics.publishAll(topic, source, o -> o.inFlight(3)).subscribe();
        assertThat(topic.stats().published()).isEqualTo(4);
        assertThat(topic.stats().waiters()).isEqualTo(1);
        assertThat(sent.get()).isLessThanOrEqualTo(4 + 3);
        assertThat(asked.get()).isLessThanOrEqualTo(4 + 3);
        for (int i = 1; i <= 50; i++) {
            int read = i;
            reader.upstream().request(1);
            eventually().until(() -> reader.received.size() == read);
            eventually().until(() -> topic.stats().published() == 4 + read);
            assertThat(asked.get()).isLessThanOrEqualTo(topic.stats().published() + 3);
        }
        reader.upstream().request(Long.MAX_VALUE);
        eventually().untilAsserted(() -> assertThat(reader.received()).isEqualTo(range(0, 1_000)));
        eventually().until(feeding::isDisposed);
    }

    @Test
    @DisplayName("several sources into one small topic: each keeps its order, nothing is lost")
    void severalSourcesKeepTheirOrder() {
        Topic<Integer> topic = numbers().capacity(2).build();
        Recorder<Integer> reader = reader(topic, Long.MAX_VALUE);
        Flux<Long> feeds = Flux.range(0, 4)
                .flatMap(n -> ReactorTopics.publishAll(topic, Flux.range(n * 10_000, 2_000), o -> o.inFlight(n + 1))
                        .subscribeOn(Schedulers.boundedElastic()));
        assertThat(feeds.reduce(0L, Long::sum).block(DEADLINE)).isEqualTo(8_000);
        eventually().until(() -> reader.received.size() == 8_000);
        for (int n = 0; n < 4; n++) {
            int from = n * 10_000;
            assertThat(reader.received())
                    .filteredOn(i -> i >= from && i < from + 10_000)
                    .isEqualTo(range(from, from + 2_000));
        }
    }

    @Test
    @DisplayName("FULL: while more publishes wait than may, it asks again, and loses nothing")
    void asksAgainWhenTheLineIsFull() {
        Topic<Integer> topic = numbers().capacity(1).maxWaiters(1).build();
        Recorder<Integer> reader = reader(topic, 0);
        publish(topic, 1);
        var first = topic.publishAsync(1);
        Queue<Long> results = new ConcurrentLinkedQueue<>();
        Disposable feeding = ReactorTopics.publishAll(topic, Flux.range(2, 3)).subscribe(results::add);
        assertThat(topic.stats().waiters()).isEqualTo(1);
        assertThat(topic.stats().refused().get(PublishResult.FULL)).isPositive();
        reader.upstream().request(Long.MAX_VALUE);
        eventually().until(feeding::isDisposed);
        assertThat(first).isCompletedWithValue(PublishResult.OK);
        assertThat(results).containsExactly(3L);
        eventually().untilAsserted(() -> assertThat(reader.received()).isEqualTo(range(0, 5)));
    }

    @Test
    @DisplayName("cancelled while it is to ask again: nothing is published any more")
    void cancelledWhileItIsToAskAgain() {
        Topic<Integer> topic = numbers().capacity(1).maxWaiters(1).build();
        Recorder<Integer> reader = reader(topic, 0);
        publish(topic, 1);
        var first = topic.publishAsync(1);
        Disposable feeding = ReactorTopics.publishAll(topic, Flux.range(2, 3)).subscribe();
        feeding.dispose();
        reader.upstream().request(Long.MAX_VALUE);
        eventually().untilAsserted(() -> assertThat(reader.received()).isEqualTo(range(0, 2)));
        assertThat(first).isCompletedWithValue(PublishResult.OK);
        assertThat(topic.stats().published()).isEqualTo(2);
    }

    @Test
    @DisplayName("NO_SUBSCRIBERS: the message is discarded, not counted, and the next one is taken")
    void goesOnWithoutSubscribers() {
        Topic<Integer> topic = numbers().build();
        List<Integer> discarded = new ArrayList<>();
        TestPublisher<Integer> source = TestPublisher.create();
        TestSubscriber<Long> result = TestSubscriber.create();
        ReactorTopics.publishAll(topic, source)
                .doOnDiscard(Integer.class, discarded::add)
                .subscribe(result);
        source.next(0, 1);
        Recorder<Integer> reader = reader(topic, Long.MAX_VALUE);
        source.next(2).complete();
        result.block(DEADLINE);
        assertThat(result.getReceivedOnNext()).containsExactly(1L);
        assertThat(discarded).containsExactly(0, 1);
        eventually().untilAsserted(() -> assertThat(reader.received()).containsExactly(2));
    }

    @Test
    @DisplayName("on a topic that drops the newest it waits all the same; DROPPED is only what finds the line full")
    void waitsOnATopicThatDrops() {
        Topic<Integer> topic = numbers()
                .capacity(1)
                .maxWaiters(1)
                .overflow(Overflow.DROP_NEWEST)
                .build();
        Recorder<Integer> reader = reader(topic, 0);
        publish(topic, 1);
        assertThat(topic.publish(9)).isEqualTo(PublishResult.DROPPED);
        TestSubscriber<Long> result = TestSubscriber.create();
        ReactorTopics.publishAll(topic, Flux.just(1, 2, 3)).subscribe(result);
        TestSubscriber<Long> second = TestSubscriber.create();
        List<Integer> discarded = new ArrayList<>();
        ReactorTopics.publishAll(topic, Flux.just(7, 8))
                .doOnDiscard(Integer.class, discarded::add)
                .subscribe(second);
        assertThat(second.getReceivedOnNext()).containsExactly(0L);
        assertThat(discarded).containsExactly(7, 8);
        reader.upstream().request(Long.MAX_VALUE);
        result.block(DEADLINE);
        assertThat(result.getReceivedOnNext()).containsExactly(3L);
        eventually().untilAsserted(() -> assertThat(reader.received()).isEqualTo(range(0, 4)));
    }

    @Test
    @DisplayName("CLOSED: the source is cancelled, and the result is what was accepted before")
    void endOfTheTopicCancelsTheSource() {
        Topic<Integer> topic = numbers().capacity(2).build();
        Recorder<Integer> reader = reader(topic, 0);
        TestPublisher<Integer> source = TestPublisher.create();
        TestSubscriber<Long> result = TestSubscriber.create();
        List<Integer> discarded = new ArrayList<>();
        ReactorTopics.publishAll(topic, source)
                .doOnDiscard(Integer.class, discarded::add)
                .subscribe(result);
        source.next(0, 1, 2);
        topic.complete();
        result.block(DEADLINE);
        assertThat(result.getReceivedOnNext()).containsExactly(2L);
        assertThat(result.isTerminatedComplete()).isTrue();
        source.assertCancelled();
        assertThat(discarded).containsExactly(2);
        assertThat(reader.received()).isEmpty();
    }

    @Test
    @DisplayName("an error of the source comes after what the source sent before it")
    void errorComesLast() {
        Topic<Integer> topic = numbers().capacity(1).build();
        Recorder<Integer> reader = reader(topic, 0);
        Flux<Integer> source = Flux.range(0, 3).concatWith(Flux.error(new IllegalStateException("the source broke")));
        TestSubscriber<Long> result = TestSubscriber.create();
        ReactorTopics.publishAll(topic, source).subscribe(result);
        assertThat(result.isTerminated()).isFalse();
        reader.upstream().request(Long.MAX_VALUE);
        result.block(DEADLINE);
        assertThat(result.expectTerminalError()).hasMessage("the source broke");
        eventually().untilAsserted(() -> assertThat(reader.received()).isEqualTo(range(0, 3)));
        assertThat(topic.isEnded()).isFalse();
    }

    @Test
    @DisplayName("cancel cancels the source, takes back what waits, and discards what is behind it")
    void cancelLeavesNoTrace() {
        Topic<Integer> topic = numbers().capacity(2).build();
        Recorder<Integer> reader = reader(topic, 0);
        TestPublisher<Integer> source = TestPublisher.create();
        Disposable feeding = ReactorTopics.publishAll(topic, source).subscribe();
        source.next(0, 1);
        feeding.dispose();
        source.assertCancelled(1);
        reader.upstream().request(Long.MAX_VALUE);
        eventually().untilAsserted(() -> assertThat(reader.received()).isEqualTo(range(0, 2)));

        Topic<Integer> full = topics.topic("full", Integer.class).capacity(3).build();
        reader(full, 0);
        List<Integer> discarded = new ArrayList<>();
        Disposable waiting = ReactorTopics.publishAll(full, Flux.range(0, 6), o -> o.inFlight(6))
                .doOnDiscard(Integer.class, discarded::add)
                .subscribe();
        assertThat(full.stats().waiters()).isEqualTo(1);
        waiting.dispose();
        assertThat(full.stats().waiters()).isZero();
        assertThat(full.stats().published()).isEqualTo(3);
        assertThat(discarded).containsExactly(3, 4, 5);
    }

    @Test
    @DisplayName("it holds no thread while it waits")
    void holdsNoThread() {
        Topic<Integer> topic = numbers().capacity(1).maxWaiters(3).build();
        Recorder<Integer> reader = reader(topic, 0);
        TestSubscriber<Long> results = TestSubscriber.create();
        // On one thread that must not block: were it held, the second could not even begin.
        Flux.range(0, 3)
                .flatMap(n ->
                        ReactorTopics.publishAll(topic, Flux.range(n * 10, 10)).subscribeOn(Schedulers.single()))
                .subscribe(results);
        eventually().until(() -> topic.stats().waiters() == 3);
        reader.upstream().request(Long.MAX_VALUE);
        results.block(DEADLINE);
        assertThat(results.getReceivedOnNext()).containsExactly(10L, 10L, 10L);
    }

    @Test
    @DisplayName("with endTopic the topic completes, or fails, with the source")
    void endsTheTopicWithTheSource() {
        Topic<Integer> completed = numbers().build();
        Recorder<Integer> reader = reader(completed, Long.MAX_VALUE);
        Flux.range(0, 3).subscribe(ReactorTopics.subscriber(completed, o -> o.endTopic()));
        eventually().until(() -> reader.completions.get() == 1);
        assertThat(reader.received()).isEqualTo(range(0, 3));

        Topic<Integer> failed = topics.topic("failed", Integer.class).build();
        Recorder<Integer> told = reader(failed, Long.MAX_VALUE);
        Flux.range(0, 3)
                .concatWith(Flux.error(new IllegalStateException("the source broke")))
                .subscribe(ReactorTopics.subscriber(failed, o -> o.endTopic()));
        eventually().until(told::isEnded);
        assertThat(told.received()).isEqualTo(range(0, 3));
        assertThat(told.errors).singleElement().satisfies(e -> assertThat(e).hasMessage("the source broke"));
    }

    @Test
    @DisplayName("a subscriber can be handed to any publisher, and tells what was accepted and whether it is over")
    void subscriberIsHandedToAPublisher() {
        Topic<Integer> topic = numbers().capacity(4).build();
        Recorder<Integer> reader = reader(topic, 0);
        TopicFeed<Integer> feed = ReactorTopics.subscriber(topic);
        Flux.range(0, 10).subscribe(feed);
        assertThat(feed.accepted()).isEqualTo(4);
        assertThat(feed.isDisposed()).isFalse();
        assertThat(feed.scan(Scannable.Attr.PREFETCH)).isEqualTo(4);
        assertThat(feed.scan(Scannable.Attr.NAME)).isEqualTo("numbers");
        assertThat(feed.scan(Scannable.Attr.TERMINATED)).isFalse();
        assertThat(Scannable.from(feed.scan(Scannable.Attr.PARENT)).isScanAvailable())
                .isTrue();
        reader.upstream().request(Long.MAX_VALUE);
        eventually().until(feed::isDisposed);
        assertThat(feed.accepted()).isEqualTo(10);
        assertThat(feed.scan(Scannable.Attr.TERMINATED)).isTrue();
        assertThat(topic.isEnded()).isFalse();
    }

    @Test
    @DisplayName("disposed before it was subscribed, it cancels its source at once")
    void disposedBeforeItIsSubscribed() {
        TopicFeed<Integer> feed = ReactorTopics.subscriber(numbers().build());
        feed.dispose();
        TestPublisher<Integer> source = TestPublisher.create();
        source.subscribe(feed);
        source.assertCancelled();
        assertThat(feed.scan(Scannable.Attr.CANCELLED)).isTrue();
    }

    @Test
    @DisplayName("a source that sends more than was requested fails the feed")
    void sourceWithoutBackpressure() {
        Topic<Integer> topic = numbers().capacity(1).build();
        reader(topic, 0);
        TestPublisher<Integer> rude = TestPublisher.createNoncompliant(TestPublisher.Violation.REQUEST_OVERFLOW);
        TestSubscriber<Long> result = TestSubscriber.create();
        ReactorTopics.publishAll(topic, rude, o -> o.inFlight(8)).subscribe(result);
        for (int i = 0; i < 20; i++) {
            rude.next(i);
        }
        topic.complete();
        result.block(DEADLINE);
        assertThat(rude.wasCancelled()).isTrue();
    }

    @Test
    @DisplayName("bad input is refused where it is given, quoting it")
    void badInput() {
        Topic<Integer> topic = numbers().build();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ReactorTopics.subscriber(topic, o -> o.inFlight(0)))
                .withMessage("inFlight must be at least 1, got 0");
        assertThatNullPointerException()
                .isThrownBy(() -> ReactorTopics.publishAll(topic, null).subscribe())
                .withMessage("source");
        assertThatNullPointerException()
                .isThrownBy(() -> ReactorTopics.subscriber(topic).onNext(null))
                .withMessage("payload");
    }

    @Test
    @DisplayName("a cancel that races the source and the reader: what was accepted is what was published")
    void cancelRaces() {
        cancelRaces(1_000);
    }

    @Test
    @Tag("long")
    @DisplayName("a cancel that races the source and the reader (long)")
    void cancelRacesLong() {
        cancelRaces(50_000);
    }

    private void cancelRaces(int rounds) {
        for (int round = 0; round < rounds; round++) {
            Topic<Integer> topic =
                    topics.topic("race-" + round, Integer.class).capacity(2).build();
            Recorder<Integer> reader = reader(topic, Long.MAX_VALUE);
            TopicFeed<Integer> feed = ReactorTopics.subscriber(topic, o -> o.inFlight(4));
            AtomicInteger cancels = new AtomicInteger();
            Flux.range(0, 200)
                    .doOnCancel(cancels::incrementAndGet)
                    .subscribeOn(Schedulers.parallel())
                    .subscribe(feed);
            int spins = round % 100;
            for (int i = 0; i < spins; i++) {
                Thread.onSpinWait();
            }
            feed.dispose();
            feed.dispose();
            assertThat(cancels.get()).isLessThanOrEqualTo(1);
            topic.complete();
            eventually().until(() -> reader.completions.get() == 1);
            List<Integer> received = reader.received();
            assertThat(received).isEqualTo(range(0, received.size()));
            eventually().until(() -> feed.accepted() == received.size());
            topic.close();
        }
    }

    @Test
    @DisplayName("a second subscription is cancelled")
    void secondSubscriptionIsCancelled() {
        TopicFeed<Integer> feed = ReactorTopics.subscriber(numbers().build());
        Flux.<Integer>never().subscribe(feed);
        AtomicInteger cancelled = new AtomicInteger();
        ((CoreSubscriber<Integer>) feed).onSubscribe(new Subscription() {
            @Override
            public void request(long n) {}

            @Override
            public void cancel() {
                cancelled.incrementAndGet();
            }
        });
        assertThat(cancelled).hasValue(1);
    }

    @Test
    @DisplayName("a timeout on it cancels the source")
    void timeoutCancels() {
        Topic<Integer> topic = numbers().build();
        TestPublisher<Integer> source = TestPublisher.create();
        StepVerifier.withVirtualTime(
                        () -> ReactorTopics.publishAll(topic, source).timeout(Duration.ofMinutes(1)))
                .expectSubscription()
                .thenAwait(Duration.ofMinutes(1))
                .expectError(java.util.concurrent.TimeoutException.class)
                .verify(DEADLINE);
        source.assertCancelled(1);
    }
}
