package io.fanlog.topic.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicStats;
import io.fanlog.topic.TopicSubscription;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivestreams.Publisher;
import reactor.core.Disposable;
import reactor.core.publisher.BufferOverflowStrategy;
import reactor.core.publisher.Flux;
import reactor.core.publisher.GroupedFlux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.subscriber.TestSubscriber;
import reactor.util.retry.Retry;

/**
 * The table in docs/design/operators.md, row by row, with fusion on and off. After each row nothing gates, no subscription
 * is left, and of what was published only what the topic retains for late joiners is still in memory.
 */
class OperatorsTest extends TopicTest {
    private static final int CAPACITY = 16;

    /** Whether the operators behind the topic may poll its cursor. */
    enum Fusion {
        ON,
        OFF
    }

    /** A payload that can be seen to be gone. */
    private static final class Box {
        final int n;

        Box(int n) {
            this.n = n;
        }
    }

    private final List<WeakReference<Box>> published = new ArrayList<>();
    private Topic<Box> topic =
            topics.topic("boxes", Box.class).capacity(CAPACITY).build();
    private int retained;

    private void retaining(int last) {
        retained = last;
        topic = topics.topic("retaining", Box.class)
                .capacity(CAPACITY)
                .retainLast(last)
                .build();
    }

    private Flux<Box> flux(Fusion fusion, UnaryOperator<SubscriptionOptions<Box>> options) {
        Flux<Box> flux = ReactorTopics.flux(topic, options);
        return fusion == Fusion.ON ? flux : flux.hide();
    }

    private Flux<Box> flux(Fusion fusion) {
        return flux(fusion, o -> o);
    }

    private void publish(int from, int to) {
        for (int n = from; n < to; n++) {
            assertThat(offer(n)).as("publish %d", n).isEqualTo(PublishResult.OK);
        }
    }

    private PublishResult offer(int n) {
        Box box = new Box(n);
        PublishResult result = topic.publish(box);
        if (result == PublishResult.OK) {
            published.add(new WeakReference<>(box));
        }
        return result;
    }

    /** Publishes as soon as somebody has made room. */
    private void publishEventually(int from, int to) {
        for (int n = from; n < to; n++) {
            int next = n;
            eventually().until(() -> offer(next) == PublishResult.OK);
        }
    }

    private TopicSubscription awaitSubscription() {
        eventually().until(() -> topic.subscriptions().size() == 1);
        return only(topic);
    }

    @AfterEach
    void nothingGatesAndNothingIsRetained() {
        awaitNoSubscription(topic);
        assertThat(topic.blocker()).isEmpty();
        eventually().untilAsserted(() -> {
            TopicStats stats = topic.stats();
            assertThat(stats.tail() - stats.head()).isLessThanOrEqualTo(retained);
        });
        eventually().pollInterval(Duration.ofMillis(20)).untilAsserted(() -> {
            System.gc();
            assertThat(published.stream().filter(box -> box.get() != null).count())
                    .isLessThanOrEqualTo(retained);
        });
    }

    // ---------------------------------------------------------------- the rows

    @ParameterizedTest
    @EnumSource
    @DisplayName("doFinally: once, with how the subscriber ended")
    void doFinally(Fusion fusion) {
        Queue<SignalType> ends = new ConcurrentLinkedQueue<>();
        flux(fusion).doFinally(ends::add).subscribe().dispose();
        eventually().untilAsserted(() -> assertThat(ends).containsExactly(SignalType.CANCEL));
        Topic<Box> failing = topics.topic("failing", Box.class).build();
        Flux<Box> failed = ReactorTopics.flux(failing);
        (fusion == Fusion.ON ? failed : failed.hide()).doFinally(ends::add).subscribe(box -> {}, error -> {});
        failing.fail(new IllegalStateException("broken on purpose"));
        eventually().untilAsserted(() -> assertThat(ends).containsExactly(SignalType.CANCEL, SignalType.ON_ERROR));
        flux(fusion).doFinally(ends::add).subscribe();
        publish(0, 3);
        topic.complete();
        eventually()
                .untilAsserted(() -> assertThat(ends)
                        .containsExactly(SignalType.CANCEL, SignalType.ON_ERROR, SignalType.ON_COMPLETE));
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("take(n): requests n, takes n, cancels")
    void take(Fusion fusion) {
        Flux<Integer> two = flux(fusion).take(2).map(box -> box.n);
        TestSubscriber<Integer> subscriber = subscriber(Long.MAX_VALUE);
        two.subscribe(subscriber);
        TopicSubscription subscription = awaitSubscription();
        publish(0, 2);
        eventually().until(subscriber::isTerminatedComplete);
        assertThat(subscriber.getReceivedOnNext()).containsExactly(0, 1);
        assertThat(subscription.received()).isEqualTo(2);
        assertThat(subscription.state()).isEqualTo(SubscriptionState.CANCELLED);
        assertThat(offer(2)).isEqualTo(PublishResult.NO_SUBSCRIBERS);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("timeout: cancels a silent topic")
    void timeout(Fusion fusion) {
        StepVerifier.withVirtualTime(() -> flux(fusion).map(box -> box.n).timeout(Duration.ofSeconds(1)))
                .expectSubscription()
                .then(() -> publish(0, 1))
                .expectNext(0)
                .thenAwait(Duration.ofSeconds(1))
                .expectError(TimeoutException.class)
                .verify(DEADLINE);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("retryWhen, resumable: goes on behind the message at which the operator failed (scenario 10)")
    void retryWhenResumable(Fusion fusion) {
        StepVerifier.withVirtualTime(() -> flux(fusion, o -> o.resumable("retried"))
                        .map(box -> failingOnceAt(7, box.n))
                        .retryWhen(Retry.fixedDelay(1, Duration.ofSeconds(1))))
                .expectSubscription()
                .then(() -> publish(0, 10))
                .expectNext(0, 1, 2, 3, 4, 5, 6)
                .then(() -> eventually().until(() -> only(topic).state() == SubscriptionState.DETACHED))
                .then(() -> publish(10, 14))
                .thenAwait(Duration.ofSeconds(1))
                .expectNext(8, 9, 10, 11, 12, 13)
                .thenCancel()
                .verify(DEADLINE);
        assertThat(topic.forget("retried")).isTrue();
    }

    private final AtomicInteger failures = new AtomicInteger();

    private int failingOnceAt(int when, int n) {
        if (n == when && failures.getAndIncrement() == 0) {
            throw new IllegalStateException("broken on purpose");
        }
        return n;
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("retryWhen, not resumable: starts anew, by default with what is published from then on")
    void retryWhenStartsAnew(Fusion fusion) {
        StepVerifier.withVirtualTime(() -> flux(fusion)
                        .map(box -> failingOnceAt(2, box.n))
                        .retryWhen(Retry.fixedDelay(1, Duration.ofSeconds(1))))
                .expectSubscription()
                .then(() -> publish(0, 3))
                .expectNext(0, 1)
                .then(() -> awaitNoSubscription(topic))
                .then(() -> assertThat(offer(99)).isEqualTo(PublishResult.NO_SUBSCRIBERS))
                .thenAwait(Duration.ofSeconds(1))
                .then(() -> {
                    awaitSubscription();
                    publish(5, 7);
                })
                .expectNext(5, 6)
                .thenCancel()
                .verify(DEADLINE);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("repeat: subscribes anew after the end, and gets what is retained once more")
    void repeat(Fusion fusion) {
        retaining(2);
        publish(0, 4);
        topic.complete();
        StepVerifier.create(
                        flux(fusion, o -> o.fromEarliest()).map(box -> box.n).repeat(2))
                .expectNext(2, 3, 2, 3, 2, 3)
                .expectComplete()
                .verify(DEADLINE);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("limitRate(n): takes n ahead at most; the topic keeps the rest, and is full when it gates")
    void limitRate(Fusion fusion) {
        TestSubscriber<Integer> subscriber = subscriber(0);
        flux(fusion).limitRate(4).map(box -> box.n).subscribe(subscriber);
        TopicSubscription subscription = awaitSubscription();
        publishEventually(0, CAPACITY);
        eventually().until(() -> subscription.received() <= 4);
        publishEventually(CAPACITY, (int) (CAPACITY + subscription.received()));
        int full = (int) topic.stats().tail();
        assertThat(offer(full)).isEqualTo(PublishResult.FULL);
        assertThat(topic.blocker()).contains(subscription);
        subscriber.request(Long.MAX_VALUE);
        eventually().until(() -> subscription.received() == full);
        topic.complete();
        eventually().until(subscriber::isTerminatedComplete);
        assertThat(subscriber.getReceivedOnNext()).isEqualTo(range(0, full));
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("publishOn: fused, its thread polls and takes nothing ahead; else it fills its queue")
    void publishOn(Fusion fusion) {
        TestSubscriber<Integer> subscriber = subscriber(3);
        flux(fusion).publishOn(Schedulers.parallel(), 8).map(box -> box.n).subscribe(subscriber);
        TopicSubscription subscription = awaitSubscription();
        publish(0, 12);
        awaitReceived(subscriber, range(0, 3));
        eventually().until(() -> subscription.received() == (fusion == Fusion.ON ? 3 : 8));
        subscriber.request(9);
        awaitReceived(subscriber, range(0, 12));
        topic.complete();
        eventually().until(subscriber::isTerminatedComplete);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("subscribeOn: joins the topic on that thread, and is served on the loop")
    void subscribeOn(Fusion fusion) {
        Queue<String> threads = new ConcurrentLinkedQueue<>();
        TestSubscriber<Integer> subscriber = subscriber(Long.MAX_VALUE);
        flux(fusion)
                .doOnSubscribe(s -> threads.add(Thread.currentThread().getName()))
                .doOnNext(box -> threads.add(Thread.currentThread().getName()))
                .map(box -> box.n)
                .subscribeOn(Schedulers.parallel())
                .subscribe(subscriber);
        awaitSubscription();
        publish(0, 1);
        awaitReceived(subscriber, range(0, 1));
        assertThat(threads.poll()).startsWith("parallel");
        assertThat(threads.poll()).startsWith("fanlog");
        subscriber.cancel();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("windowTimeout: windows by size and by time; the last ends with the topic")
    void windowTimeout(Fusion fusion) {
        AtomicInteger inWindows = new AtomicInteger();
        StepVerifier.withVirtualTime(() -> flux(fusion)
                        .map(box -> box.n)
                        .windowTimeout(3, Duration.ofSeconds(1), true)
                        .concatMap(window -> window.doOnNext(n -> inWindows.incrementAndGet())
                                .collectList()))
                .expectSubscription()
                .then(() -> publish(0, 4))
                .expectNext(range(0, 3))
                .then(() -> eventually().until(() -> inWindows.get() == 4))
                .thenAwait(Duration.ofSeconds(1))
                .expectNext(range(3, 4))
                .then(() -> {
                    publish(4, 5);
                    topic.complete();
                })
                .expectNext(range(4, 5))
                .expectComplete()
                .verify(DEADLINE);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("bufferTimeout, fair: lists by size and by time, nothing lost and in order")
    void bufferTimeout(Fusion fusion) {
        List<List<Integer>> lists = new CopyOnWriteArrayList<>();
        Disposable reading = flux(fusion)
                .map(box -> box.n)
                .bufferTimeout(3, Duration.ofMillis(50), true)
                .subscribe(lists::add);
        awaitSubscription();
        publish(0, 4);
        eventually().until(() -> lists.stream().mapToInt(List::size).sum() == 4);
        reading.dispose();
        assertThat(lists).allSatisfy(list -> assertThat(list).hasSizeBetween(1, 3));
        assertThat(lists.stream().flatMap(List::stream).toList()).isEqualTo(range(0, 4));
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("switchMap: takes everything at once, so it never gates; an inner topic is left when the next comes")
    void switchMap(Fusion fusion) {
        Topic<Integer> inner = numbers().build();
        TestSubscriber<Integer> subscriber = subscriber(0);
        flux(fusion).switchMap(box -> ReactorTopics.flux(inner)).subscribe(subscriber);
        awaitSubscription();
        publishEventually(0, 5 * CAPACITY);
        eventually().until(() -> only(topic).lag() == 0);
        eventually().until(() -> inner.subscriptions().size() == 1);
        subscriber.cancel();
        awaitNoSubscription(inner);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("concatMap(prefetch): takes so many ahead at most, and then gates")
    void concatMap(Fusion fusion) {
        Queue<Sinks.One<Integer>> open = new ConcurrentLinkedQueue<>();
        TestSubscriber<Integer> subscriber = subscriber(Long.MAX_VALUE);
        flux(fusion).concatMap(box -> opened(open), 2).subscribe(subscriber);
        TopicSubscription subscription = awaitSubscription();
        publishEventually(0, CAPACITY + 1);
        eventually().until(() -> open.size() == 1);
        assertThat(subscription.received()).isBetween(1L, 3L);
        while (!subscriber.isTerminated()) {
            eventually().until(() -> !open.isEmpty() || subscription.lag() == 0);
            Sinks.One<Integer> next = open.poll();
            if (next != null) {
                next.tryEmitValue(0).orThrow();
            } else {
                topic.complete();
                eventually().until(() -> !open.isEmpty() || subscriber.isTerminated());
            }
        }
        assertThat(subscriber.getReceivedOnNext()).hasSize(CAPACITY + 1);
    }

    private static Mono<Integer> opened(Queue<Sinks.One<Integer>> open) {
        Sinks.One<Integer> sink = Sinks.one();
        open.add(sink);
        return sink.asMono();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("groupBy: a group that nobody reads stops all groups, and then the topic")
    void groupBy(Fusion fusion) {
        Queue<Integer> odd = new ConcurrentLinkedQueue<>();
        TestSubscriber<GroupedFlux<Integer, Integer>> groups = subscriber(Long.MAX_VALUE);
        flux(fusion).map(box -> box.n).groupBy(n -> n % 2, 4).subscribe(groups);
        TopicSubscription subscription = awaitSubscription();
        publishEventually(0, CAPACITY);
        eventually().until(() -> groups.getReceivedOnNext().size() == 2);
        groups.getReceivedOnNext().get(1).subscribe(odd::add);
        eventually().until(() -> subscription.received() < CAPACITY && odd.size() >= 2);
        groups.getReceivedOnNext().get(0).subscribe();
        eventually().until(() -> subscription.received() == CAPACITY);
        topic.complete();
        eventually().until(groups::isTerminatedComplete);
        assertThat(odd).containsExactly(1, 3, 5, 7, 9, 11, 13, 15);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("onBackpressureLatest: takes everything at once, and discards what it passes over")
    void onBackpressureLatest(Fusion fusion) {
        Queue<Integer> discarded = new ConcurrentLinkedQueue<>();
        TestSubscriber<Integer> subscriber = subscriber(0);
        flux(fusion)
                .map(box -> box.n)
                .onBackpressureLatest()
                .doOnDiscard(Integer.class, discarded::add)
                .subscribe(subscriber);
        TopicSubscription subscription = awaitSubscription();
        publishEventually(0, 3 * CAPACITY);
        eventually().until(() -> subscription.received() == 3 * CAPACITY);
        subscriber.request(1);
        awaitReceived(subscriber, List.of(3 * CAPACITY - 1));
        assertThat(discarded).containsExactlyElementsOf(range(0, 3 * CAPACITY - 1));
        assertThat(subscription.missed()).isZero();
        subscriber.cancel();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("onBackpressureBuffer: the bound is the operator's, and no longer the topic's")
    void onBackpressureBuffer(Fusion fusion) {
        Queue<Integer> dropped = new ConcurrentLinkedQueue<>();
        TestSubscriber<Integer> subscriber = subscriber(0);
        flux(fusion)
                .map(box -> box.n)
                .onBackpressureBuffer(2, dropped::add, BufferOverflowStrategy.DROP_OLDEST)
                .subscribe(subscriber);
        publishEventually(0, 3 * CAPACITY);
        eventually().until(() -> only(topic).received() == 3 * CAPACITY);
        topic.complete();
        subscriber.request(Long.MAX_VALUE);
        eventually().until(subscriber::isTerminatedComplete);
        assertThat(subscriber.getReceivedOnNext()).isEqualTo(range(3 * CAPACITY - 2, 3 * CAPACITY));
        assertThat(dropped).hasSize(3 * CAPACITY - 2);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("toIterable, toStream: take so many ahead; end with the topic, or when the stream is closed")
    void toIterable(Fusion fusion) {
        Iterator<Integer> iterator =
                flux(fusion).map(box -> box.n).toIterable(4).iterator();
        publish(0, 6);
        topic.subscriptions()
                .forEach(subscription -> assertThat(subscription.received()).isLessThanOrEqualTo(4));
        assertThat(iterator.next()).isZero();
        try (Stream<Integer> stream = flux(fusion).map(box -> box.n).toStream(4)) {
            Iterator<Integer> second = stream.iterator();
            publish(6, 8);
            assertThat(second.next()).isEqualTo(6);
        }
        eventually().until(() -> topic.subscriptions().size() == 1);
        topic.complete();
        List<Integer> rest = new ArrayList<>();
        iterator.forEachRemaining(rest::add);
        assertThat(rest).isEqualTo(range(1, 8));
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("blockFirst: takes one and leaves")
    void blockFirst(Fusion fusion) {
        retaining(2);
        publish(0, 3);
        assertThat(flux(fusion, o -> o.fromEarliest()).map(box -> box.n).blockFirst(DEADLINE))
                .isEqualTo(1);
        awaitNoSubscription(topic);
        publish(3, 3 + 2 * CAPACITY);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "operators that keep the thread: fused as one, and what an inner one throws ends this subscriber alone")
    void operatorsThatKeepTheThread(Fusion fusion) {
        Publisher<Integer> chain = flux(fusion)
                .filter(box -> box.n % 2 == 0)
                .map(box -> box.n)
                .<Integer>handle((n, sink) -> sink.next(10 / (4 - n)))
                .doOnNext(n -> {})
                .publishOn(Schedulers.parallel());
        StepVerifier.create(chain)
                .then(() -> publish(0, 5))
                .expectNext(10 / 4, 10 / 2)
                .expectError(ArithmeticException.class)
                .verify(DEADLINE);
    }
}
