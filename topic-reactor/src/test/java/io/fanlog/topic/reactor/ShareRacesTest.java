package io.fanlog.topic.reactor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.publisher.Flux;

/**
 * Many threads come, go, and come again, while the upstream ends now and then. Whatever the order: the upstream is
 * subscribed to by one at a time, each of its subscriptions ends exactly once, and when all have gone nothing is left.
 */
class ShareRacesTest extends TopicTest {
    private static final int THREADS = 4;

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    /** Counts who is subscribed, how often each ended, and how many are subscribed at the same time at most. */
    private static final class Upstream {
        final AtomicInteger subscribed = new AtomicInteger();
        final AtomicInteger ended = new AtomicInteger();
        final AtomicInteger now = new AtomicInteger();
        final AtomicInteger atOnce = new AtomicInteger();

        /** Ends by itself after some messages if told to; else goes on until it is cancelled. */
        Flux<Integer> flux(int length) {
            return Flux.defer(() -> {
                subscribed.incrementAndGet();
                atOnce.accumulateAndGet(now.incrementAndGet(), Math::max);
                AtomicInteger once = new AtomicInteger();
                Flux<Integer> numbers = length < 0 ? Flux.never() : Flux.range(0, length);
                return numbers.doFinally(signal -> {
                    assertThat(once.incrementAndGet()).isEqualTo(1);
                    now.decrementAndGet();
                    ended.incrementAndGet();
                });
            });
        }
    }

    @Test
    @DisplayName("subscribe and cancel from many threads")
    void subscribeAgainstCancel() throws Exception {
        comeAndGo(2_500, -1, s -> s);
    }

    @Test
    @Tag("long")
    @DisplayName("subscribe and cancel from many threads (long)")
    void subscribeAgainstCancelLong() throws Exception {
        comeAndGo(250_000, -1, s -> s);
    }

    @Test
    @DisplayName("subscribe and cancel from many threads, with a grace period that ends at any moment")
    void subscribeAgainstGrace() throws Exception {
        comeAndGo(2_500, -1, s -> s.grace(Duration.ofNanos(20_000)));
    }

    @Test
    @DisplayName("subscribe and cancel from many threads, while the upstream ends")
    void subscribeAgainstTheEnd() throws Exception {
        comeAndGo(2_500, 3, s -> s);
    }

    @Test
    @DisplayName("subscribe and cancel from many threads, with a name of its own in one place")
    void subscribeWithAName() throws Exception {
        comeAndGo(1_000, 3, s -> s.on(topics).name("named").capacity(8));
        eventually().until(() -> topics.topics().isEmpty());
    }

    private void comeAndGo(int rounds, int length, UnaryOperator<ShareOptions> options) throws Exception {
        Upstream upstream = new Upstream();
        SharedFlux<Integer> shared = upstream.flux(length).as(ReactorTopics.share(options));
        AtomicInteger errors = new AtomicInteger();
        CountDownLatch start = new CountDownLatch(THREADS);
        List<? extends Future<?>> all = IntStream.range(0, THREADS)
                .mapToObj(i -> threads.submit(() -> {
                    start.countDown();
                    start.await();
                    for (int round = 0; round < rounds; round++) {
                        visit(shared, errors);
                    }
                    return null;
                }))
                .toList();
        for (Future<?> thread : all) {
            thread.get();
        }
        eventually().until(() -> shared.currentSubscriberCount() == 0);
        eventually().until(() -> !shared.isConnected());
        eventually().until(() -> upstream.ended.get() == upstream.subscribed.get());
        assertThat(errors).hasValue(0);
        assertThat(upstream.subscribed.get()).isPositive();
        if (length < 0 && rounds > 0) {
            // A new one may be begun while the old one's cancel is on its way.
            assertThat(upstream.atOnce.get()).isLessThanOrEqualTo(THREADS + 1);
        }
        assertThat(upstream.now).hasValue(0);
    }

    private static void visit(SharedFlux<Integer> shared, AtomicInteger errors) {
        int kind = ThreadLocalRandom.current().nextInt(3);
        Recorder<Integer> visitor = new Recorder<>() {
            @Override
            public void onSubscribe(Subscription s) {
                super.onSubscribe(s);
                s.request(2);
                if (kind == 0) {
                    s.cancel();
                }
            }
        };
        shared.subscribe(visitor);
        for (int i = 0; i < kind * 20; i++) {
            Thread.onSpinWait();
        }
        visitor.upstream().cancel();
        visitor.upstream().cancel();
        errors.addAndGet(visitor.errors.size());
    }

    @Test
    @DisplayName("the last one leaves while another comes: it gets what is sent from then on, on a live upstream")
    void lastLeavesWhileAnotherComes() throws Exception {
        for (int round = 0; round < 1_000; round++) {
            Upstream upstream = new Upstream();
            SharedFlux<Integer> shared = upstream.flux(-1).as(ReactorTopics.share());
            Recorder<Integer> first = new Recorder<>();
            shared.subscribe(first);
            Recorder<Integer> second = new Recorder<>();
            Future<?> leaving = threads.submit(() -> first.upstream().cancel());
            shared.subscribe(second);
            leaving.get();
            assertThat(shared.currentSubscriberCount()).isEqualTo(1);
            assertThat(shared.isConnected()).isTrue();
            assertThat(upstream.now).hasValue(1);
            second.upstream().cancel();
            assertThat(upstream.now).hasValue(0);
        }
    }

    @Test
    @DisplayName("take(1), again and again: no topic, no subscription, no thread is left behind")
    void takeOneLeavesNothing() {
        takeOneLeavesNothing(2_000);
    }

    @Test
    @Tag("long")
    @DisplayName("take(1), again and again, 100,000 times (long)")
    void takeOneLeavesNothingLong() {
        takeOneLeavesNothing(100_000);
    }

    private void takeOneLeavesNothing(int cycles) {
        Upstream upstream = new Upstream();
        SharedFlux<Integer> shared = upstream.flux(Integer.MAX_VALUE)
                .as(ReactorTopics.share(s -> s.on(topics).capacity(4)));
        TopicSink<Integer> sink =
                ReactorTopics.sinks().on(topics).name("sink").capacity(cycles).multicast();
        int threadsBefore = 0;
        for (int i = 0; i < cycles; i++) {
            assertThat(shared.take(1).blockLast(DEADLINE)).isZero();
            sink.tryEmitNext(i).orThrow();
            assertThat(sink.asFlux().next().block(DEADLINE)).isEqualTo(i);
            if (i == 100) {
                threadsBefore = Thread.activeCount();
            }
        }
        assertThat(Thread.activeCount()).isLessThanOrEqualTo(threadsBefore + 2);
        assertThat(upstream.subscribed).hasValue(cycles);
        eventually().until(() -> upstream.ended.get() == cycles);
        eventually().until(() -> topics.topics().equals(List.of(sink.topic())));
        assertThat(sink.topic().subscriptions()).hasSize(1); // the standby
        assertThat(sink.currentSubscriberCount()).isZero();
    }
}
