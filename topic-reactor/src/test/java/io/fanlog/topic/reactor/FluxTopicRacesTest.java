package io.fanlog.topic.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;

/** Scenarios 1, 2 and 6 through a Flux, in every way a message reaches a subscriber. */
class FluxTopicRacesTest extends TopicTest {
    private static final int PRODUCERS = 8;

    @ParameterizedTest
    @EnumSource
    @DisplayName("scenario 1: two subscribers see every accepted message once, in one order, whatever they request")
    void everyMessageOnceInOneOrder(Delivery delivery) throws Exception {
        int perProducer = 100_000;
        Topic<Long> topic = topics.topic("longs", Long.class).capacity(1024).build();
        Flux<Long> flux = delivery.of(ReactorTopics.flux(topic));
        Collector unbounded = new Collector(Long.MAX_VALUE);
        Collector oneByOne = new Collector(1);
        flux.subscribe(unbounded);
        flux.subscribe(oneByOne);
        Set<PublishResult> refusals = ConcurrentHashMap.newKeySet();
        List<Thread> producers = new ArrayList<>();
        for (long p = 0; p < PRODUCERS; p++) {
            long producer = p;
            producers.add(new Thread(() -> publishAll(topic, producer, perProducer, refusals), "producer-" + p));
        }
        producers.forEach(Thread::start);
        for (Thread producer : producers) {
            producer.join();
        }
        topic.complete();
        await().atMost(60, TimeUnit.SECONDS).until(() -> unbounded.isDisposed() && oneByOne.isDisposed());
        assertThat(refusals).isSubsetOf(EnumSet.of(PublishResult.FULL));
        assertThat(unbounded.overlaps).hasValue(0);
        assertThat(oneByOne.overlaps).hasValue(0);
        assertThat(unbounded.received).hasSize(PRODUCERS * perProducer).isEqualTo(oneByOne.received);
        long[] next = new long[PRODUCERS];
        for (long message : unbounded.received) {
            int producer = (int) (message >>> 32);
            assertThat(message & 0xffff_ffffL).isEqualTo(next[producer]++);
        }
        awaitNoSubscription(topic);
    }

    /** Publishes without waiting where there is room, else waits for it. */
    private static void publishAll(Topic<Long> topic, long producer, int count, Set<PublishResult> refusals) {
        for (long i = 0; i < count; i++) {
            long message = (producer << 32) | i;
            PublishResult result = topic.publish(message);
            if (result != PublishResult.OK) {
                refusals.add(result);
                assertThat(offer(topic, message)).isEqualTo(PublishResult.OK);
            }
        }
    }

    private static PublishResult offer(Topic<Long> topic, long message) {
        try {
            return topic.offer(message, DEADLINE);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Requests as many at a time as told, and notes whether two signals ever overlap. */
    private static final class Collector extends BaseSubscriber<Long> {
        final List<Long> received = new ArrayList<>();
        final AtomicInteger overlaps = new AtomicInteger();
        private final AtomicInteger inside = new AtomicInteger();
        private final long atATime;

        Collector(long atATime) {
            this.atATime = atATime;
        }

        @Override
        protected void hookOnSubscribe(Subscription subscription) {
            request(atATime);
        }

        @Override
        protected void hookOnNext(Long message) {
            if (inside.getAndIncrement() != 0) {
                overlaps.incrementAndGet();
            }
            received.add(message);
            if (atATime == 1) {
                request(1);
            }
            inside.getAndDecrement();
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "scenario 2: a subscriber publishes from onNext, 100,000 in a chain, ends the topic there, is told CLOSED")
    void publishesFromOnNext(Delivery delivery) {
        int last = 100_000;
        Topic<Integer> topic = numbers().capacity(1).build();
        Queue<Object> wrong = new ConcurrentLinkedQueue<>();
        AtomicInteger expected = new AtomicInteger();
        Queue<PublishResult> afterTheEnd = new ConcurrentLinkedQueue<>();
        BaseSubscriber<Integer> chaining = new BaseSubscriber<>() {
            private boolean inside;

            @Override
            protected void hookOnNext(Integer n) {
                if (inside || n != expected.getAndIncrement()) {
                    wrong.add(n);
                }
                inside = true;
                if (n < last) {
                    PublishResult result = topic.publish(n + 1);
                    if (result != PublishResult.OK) {
                        wrong.add(result);
                    }
                } else {
                    topic.complete();
                    afterTheEnd.add(topic.publish(n + 1));
                }
                inside = false;
            }
        };
        delivery.of(ReactorTopics.flux(topic)).subscribe(chaining);
        publish(topic, 1);
        await().atMost(60, TimeUnit.SECONDS).until(chaining::isDisposed);
        assertThat(wrong).isEmpty();
        assertThat(expected).hasValue(last + 1);
        assertThat(afterTheEnd).containsExactly(PublishResult.CLOSED);
        awaitNoSubscription(topic);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("scenario 6: a cancel races the delivery that uses the last demand: one message or none, then silence")
    void cancelRacesDelivery(Delivery delivery) throws Exception {
        cancelRacesDelivery(delivery, 10_000);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("long")
    @DisplayName("scenario 6: a cancel races the delivery that uses the last demand (long)")
    void cancelRacesDeliveryLong(Delivery delivery) throws Exception {
        cancelRacesDelivery(delivery, 500_000);
    }

    private void cancelRacesDelivery(Delivery delivery, int rounds) throws Exception {
        Topic<Integer> topic = numbers().capacity(16).retainLast(1).build();
        CyclicBarrier round = new CyclicBarrier(2);
        AtomicInteger wrong = new AtomicInteger();
        Thread publisher = new Thread(
                () -> {
                    for (int i = 0; i < rounds; i++) {
                        meet(round);
                        for (int n = 0; n < 3; n++) {
                            if (topic.publish(n) != PublishResult.OK) {
                                wrong.incrementAndGet();
                            }
                        }
                        meet(round);
                    }
                },
                "publisher");
        publisher.start();
        for (int i = 0; i < rounds; i++) {
            OneOrNone subscriber = new OneOrNone();
            delivery.of(ReactorTopics.flux(topic)).subscribe(subscriber);
            TopicSubscription subscription = only(topic);
            meet(round);
            for (int spin = i % 64; spin > 0; spin--) {
                Thread.onSpinWait();
            }
            subscriber.cancel();
            meet(round);
            assertThat(subscription.whenEnded().get(10, TimeUnit.SECONDS)).isEqualTo(SubscriptionState.CANCELLED);
            if (delivery == Delivery.ON_LOOP) {
                // The loop has said its last word: what was delivered is what was counted, and stays so.
                assertThat(subscription.received()).isEqualTo(subscriber.signals.get());
            }
            assertThat(subscriber.signals.get()).isLessThanOrEqualTo(1);
            assertConserved(subscription, subscription.cursor() - start(subscription) + subscription.lag());
        }
        publisher.join();
        assertThat(wrong).hasValue(0);
        assertThat(topic.subscriptions()).isEmpty();
    }

    private static long start(TopicSubscription subscription) {
        return subscription.cursor() - subscription.received() - subscription.missed() - subscription.filtered();
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class OneOrNone extends BaseSubscriber<Integer> {
        final AtomicInteger signals = new AtomicInteger();

        @Override
        protected void hookOnSubscribe(Subscription subscription) {
            request(1);
        }

        @Override
        protected void hookOnNext(Integer message) {
            signals.incrementAndGet();
        }

        @Override
        protected void hookOnComplete() {
            signals.addAndGet(100);
        }
    }
}
