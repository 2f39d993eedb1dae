package io.fanlog.topic.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.core.publisher.Sinks.EmitResult;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;
import reactor.test.publisher.TestPublisher;
import reactor.test.scheduler.VirtualTimeScheduler;
import reactor.test.subscriber.TestSubscriber;
import reactor.util.context.Context;
import reactor.util.retry.Retry;

/** One upstream for many subscribers. */
class ShareTest extends TopicTest {
    /** An upstream that counts who comes and goes; each subscription to it is a sink of its own. */
    private static final class Upstream {
        final AtomicInteger subscribed = new AtomicInteger();
        final AtomicInteger cancelled = new AtomicInteger();
        volatile Sinks.Many<Integer> latest = Sinks.many().multicast().directBestEffort();

        Flux<Integer> flux() {
            return Flux.defer(() -> {
                        subscribed.incrementAndGet();
                        latest = Sinks.many().multicast().directBestEffort();
                        return latest.asFlux();
                    })
                    .doOnCancel(cancelled::incrementAndGet);
        }

        SharedFlux<Integer> shared(UnaryOperator<ShareOptions> options) {
            return flux().as(ReactorTopics.share(options));
        }

        void send(int from, int to) {
            for (int i = from; i < to; i++) {
                assertThat(latest.tryEmitNext(i)).isEqualTo(EmitResult.OK);
            }
        }

        void expect(int subscriptions, int cancels) {
            assertThat(subscribed).hasValue(subscriptions);
            eventually().untilAsserted(() -> assertThat(cancelled).hasValue(cancels));
        }
    }

    private final Upstream upstream = new Upstream();

    @ParameterizedTest
    @EnumSource(Delivery.class)
    @DisplayName("one upstream, each subscriber gets all of it since it came, at its own pace")
    void sharesOneUpstream(Delivery delivery) {
        Flux<Integer> shared = upstream.flux().transform(ReactorTopics.share());
        TestSubscriber<Integer> a = subscriber(Long.MAX_VALUE);
        TestSubscriber<Integer> b = subscriber(0);
        delivery.of(shared).subscribe(a);
        upstream.send(0, 10);
        delivery.of(shared).subscribe(b);
        upstream.send(10, 300);
        awaitReceived(a, range(0, 300));
        assertThat(b.getReceivedOnNext()).isEmpty();
        b.request(5);
        awaitReceived(b, range(10, 15));
        b.request(Long.MAX_VALUE);
        upstream.latest.tryEmitComplete().orThrow();
        a.block(DEADLINE);
        b.block(DEADLINE);
        assertThat(b.getReceivedOnNext()).isEqualTo(range(10, 300));
        upstream.expect(1, 0);
    }

    @Test
    @DisplayName(
            "the upstream is asked for no more than there is room for; the slowest gating subscriber holds it back")
    void roomIsTheUpstreamsDemand() {
        AtomicLong asked = new AtomicLong();
        SharedFlux<Integer> shared = Flux.range(0, 5_000)
                .doOnRequest(asked::addAndGet)
                .as(ReactorTopics.share(s -> s.capacity(16).inFlight(4).minSubscribers(2)));
        TestSubscriber<Integer> fast = subscriber(Long.MAX_VALUE);
        TestSubscriber<Integer> slow = subscriber(0);
        shared.subscribe(slow);
        assertThat(asked).hasValue(0);
        shared.subscribe(fast);
        awaitReceived(fast, range(0, 16));
        assertThat(asked.get()).isLessThanOrEqualTo(16 + 4);
        slow.request(10);
        awaitReceived(fast, range(0, 26));
        slow.cancel();
        fast.block(DEADLINE);
        assertThat(fast.getReceivedOnNext()).hasSize(5_000);
    }

    @Test
    @DisplayName("a lossy subscriber does not hold the upstream back")
    void policyOfEachSubscriber() {
        SharedFlux<Integer> shared = upstream.shared(s -> s.capacity(8));
        TestSubscriber<Integer> screen = subscriber(0);
        TestSubscriber<Integer> archive = subscriber(Long.MAX_VALUE);
        shared.subscribe(archive);
        shared.with(o -> o.skipToLatest(1)).subscribe(screen);
        for (int i = 0; i < 100; i++) {
            upstream.send(i, i + 1);
            awaitReceived(archive, range(0, i + 1));
        }
        screen.request(1);
        awaitReceived(screen, range(99, 100));
        assertThat(shared.currentSubscriberCount()).isEqualTo(2);
    }

    @Test
    @DisplayName(
            "several take(1) that cancel inside onSubscribe: the count returns to 0, the upstream is cancelled once")
    void cancelInsideOnSubscribe() {
        SharedFlux<Integer> shared = upstream.shared(s -> s.retainLast(1));
        TestSubscriber<Integer> holder = subscriber(Long.MAX_VALUE);
        shared.subscribe(holder);
        upstream.send(42, 43);
        awaitReceived(holder, range(42, 43));
        for (int i = 0; i < 10; i++) {
            shared.subscribe(new Recorder<>() {
                @Override
                public void onSubscribe(org.reactivestreams.Subscription s) {
                    super.onSubscribe(s);
                    s.request(1);
                    s.cancel();
                }
            });
            assertThat(shared.next().block(DEADLINE)).isEqualTo(42);
            assertThat(shared.take(1).blockLast(DEADLINE)).isEqualTo(42);
            shared.take(0).blockLast(DEADLINE);
        }
        assertThat(shared.currentSubscriberCount()).isEqualTo(1);
        upstream.expect(1, 0);
        holder.cancel();
        assertThat(shared.currentSubscriberCount()).isZero();
        assertThat(shared.isConnected()).isFalse();
        upstream.expect(1, 1);
    }

    @Test
    @DisplayName("the first to come cancels inside onSubscribe: nothing is connected, and the next one begins anew")
    void firstCancelsInsideOnSubscribe() {
        SharedFlux<Integer> shared = upstream.shared(s -> s);
        shared.subscribe(new Recorder<>() {
            @Override
            public void onSubscribe(org.reactivestreams.Subscription s) {
                s.cancel();
            }
        });
        assertThat(upstream.subscribed.get()).isEqualTo(upstream.cancelled.get());
        int before = upstream.subscribed.get();
        TestSubscriber<Integer> next = subscriber(1);
        shared.subscribe(next);
        upstream.send(0, 1);
        awaitReceived(next, range(0, 1));
        upstream.expect(before + 1, before);
    }

    @Test
    @DisplayName("it connects when enough have come, and disconnects when none is left")
    void minSubscribers() {
        SharedFlux<Integer> shared = upstream.shared(s -> s.minSubscribers(2));
        TestSubscriber<Integer> a = subscriber(9);
        shared.subscribe(a);
        a.cancel();
        TestSubscriber<Integer> b = subscriber(9);
        shared.subscribe(b);
        upstream.expect(0, 0);
        assertThat(shared.isConnected()).isFalse();
        TestSubscriber<Integer> c = subscriber(9);
        shared.subscribe(c);
        upstream.expect(1, 0);
        assertThat(shared.isConnected()).isTrue();
        b.cancel();
        upstream.send(0, 1);
        awaitReceived(c, range(0, 1));
        c.cancel();
        upstream.expect(1, 1);
        shared.subscribe(subscriber(9));
        upstream.expect(1, 1);
    }

    // ---------------------------------------------------------------- the end of the upstream

    @Test
    @DisplayName("without retention, who comes after the upstream's end begins anew")
    void restartsAfterTheEnd() {
        SharedFlux<Integer> shared = upstream.shared(s -> s);
        TestSubscriber<Integer> a = subscriber(9);
        shared.subscribe(a);
        upstream.send(0, 3);
        upstream.latest.tryEmitComplete().orThrow();
        a.block(DEADLINE);
        assertThat(a.getReceivedOnNext()).isEqualTo(range(0, 3));
        TestSubscriber<Integer> b = subscriber(9);
        shared.subscribe(b);
        upstream.send(9, 10);
        awaitReceived(b, range(9, 10));
        upstream.latest.tryEmitError(new IllegalStateException("broken")).orThrow();
        b.block(DEADLINE);
        assertThat(b.expectTerminalError()).hasMessage("broken");
        TestSubscriber<Integer> c = subscriber(9);
        shared.subscribe(c);
        upstream.expect(3, 0);
        c.cancel();
        upstream.expect(3, 1);
    }

    @Test
    @DisplayName("a retry behind it subscribes to the upstream again")
    void retryReconnects() {
        AtomicInteger attempts = new AtomicInteger();
        Flux<Integer> shared = Flux.defer(() -> attempts.incrementAndGet() < 4
                        ? Flux.just(1).concatWith(Flux.error(new IllegalStateException("broken")))
                        : Flux.just(2))
                .transform(ReactorTopics.share());
        StepVerifier.create(shared.retry(10))
                .expectNext(1, 1, 1, 2)
                .expectComplete()
                .verify(DEADLINE);
        assertThat(attempts).hasValue(4);
        StepVerifier.create(shared.repeat(2))
                .expectNext(2, 2, 2)
                .expectComplete()
                .verify(DEADLINE);
    }

    @Test
    @DisplayName("with retention, who comes after the upstream's end gets what is retained, and the end")
    void replaysTheEnd() {
        SharedFlux<Integer> shared = upstream.shared(s -> s.retainLast(2));
        TestSubscriber<Integer> a = subscriber(9);
        shared.subscribe(a);
        upstream.send(0, 4);
        upstream.latest.tryEmitError(new IllegalStateException("broken")).orThrow();
        a.block(DEADLINE);
        for (int i = 0; i < 2; i++) {
            StepVerifier.create(shared)
                    .expectNext(2, 3)
                    .expectErrorMessage("broken")
                    .verify(DEADLINE);
        }
        upstream.expect(1, 0);
    }

    @Test
    @DisplayName("with retention, who comes after a disconnect begins anew, without what was retained before")
    void disconnectForgets() {
        SharedFlux<Integer> shared = upstream.shared(s -> s.retainLast(2));
        TestSubscriber<Integer> a = subscriber(9);
        shared.subscribe(a);
        upstream.send(0, 4);
        awaitReceived(a, range(0, 4));
        a.cancel();
        upstream.expect(1, 1);
        TestSubscriber<Integer> b = subscriber(9);
        shared.subscribe(b);
        upstream.send(7, 8);
        awaitReceived(b, range(7, 8));
        upstream.expect(2, 1);
    }

    @Test
    @DisplayName("staying connected: what comes while nobody is there is kept, and the end is told to who comes late")
    void staysConnected() {
        SharedFlux<Integer> shared = upstream.shared(s -> s.stayConnected());
        TestSubscriber<Integer> a = subscriber(2);
        shared.subscribe(a);
        upstream.send(0, 4);
        awaitReceived(a, range(0, 2));
        a.cancel();
        upstream.send(4, 6);
        TestSubscriber<Integer> b = subscriber(9);
        shared.subscribe(b);
        awaitReceived(b, range(2, 6));
        upstream.latest.tryEmitComplete().orThrow();
        b.block(DEADLINE);
        StepVerifier.create(shared).expectComplete().verify(DEADLINE);
        upstream.expect(1, 0);
    }

    // ---------------------------------------------------------------- grace

    @Test
    @DisplayName("in the grace period nothing is lost, and it ends only if nobody has come")
    void grace() {
        VirtualTimeScheduler time = VirtualTimeScheduler.create();
        SharedFlux<Integer> shared = upstream.shared(s -> s.grace(Duration.ofSeconds(10), time));
        TestSubscriber<Integer> a = subscriber(9);
        shared.subscribe(a);
        upstream.send(1, 2);
        awaitReceived(a, range(1, 2));
        a.cancel();
        upstream.send(2, 4);
        time.advanceTimeBy(Duration.ofSeconds(9));
        TestSubscriber<Integer> b = subscriber(9);
        shared.subscribe(b);
        upstream.send(4, 5);
        awaitReceived(b, range(2, 5));
        time.advanceTimeBy(Duration.ofSeconds(20));
        upstream.expect(1, 0);
        b.cancel();
        time.advanceTimeBy(Duration.ofSeconds(9));
        assertThat(shared.isConnected()).isTrue();
        upstream.expect(1, 0);
        time.advanceTimeBy(Duration.ofSeconds(1));
        assertThat(shared.isConnected()).isFalse();
        upstream.expect(1, 1);
    }

    @Test
    @DisplayName("in the grace period the upstream is held back once the capacity is full")
    void graceHoldsTheUpstreamBack() {
        VirtualTimeScheduler time = VirtualTimeScheduler.create();
        SharedFlux<Integer> shared = Flux.range(0, 100)
                .as(ReactorTopics.share(s -> s.capacity(4).inFlight(2).grace(Duration.ofSeconds(10), time)));
        TestSubscriber<Integer> a = subscriber(1);
        shared.subscribe(a);
        awaitReceived(a, range(0, 1));
        a.cancel();
        StepVerifier.create(shared)
                .expectNextSequence(range(1, 100))
                .expectComplete()
                .verify(DEADLINE);
    }

    @Test
    @DisplayName("an upstream that ends in the grace period: who comes then begins anew")
    void endInTheGracePeriod() {
        VirtualTimeScheduler time = VirtualTimeScheduler.create();
        SharedFlux<Integer> shared = upstream.shared(s -> s.grace(Duration.ofSeconds(10), time));
        shared.subscribe().dispose();
        upstream.latest.tryEmitError(new IllegalStateException("broken")).orThrow();
        TestSubscriber<Integer> b = subscriber(9);
        shared.subscribe(b);
        upstream.send(4, 5);
        awaitReceived(b, range(4, 5));
        time.advanceTimeBy(Duration.ofSeconds(20));
        upstream.expect(2, 0);
    }

    @Test
    @DisplayName("the default scheduler of grace periods is Reactor's parallel one, also in virtual time")
    void graceInVirtualTime() {
        StepVerifier.withVirtualTime(() -> upstream.shared(s -> s.grace(Duration.ofHours(1))))
                .expectSubscription()
                .then(() -> upstream.send(0, 1))
                .expectNext(0)
                .thenCancel()
                .verify(DEADLINE);
        VirtualTimeScheduler.getOrSet();
        try {
            SharedFlux<Integer> shared = new Upstream().shared(s -> s.grace(Duration.ofHours(1)));
            shared.subscribe().dispose();
            VirtualTimeScheduler.get().advanceTimeBy(Duration.ofMinutes(59));
            assertThat(shared.isConnected()).isTrue();
            VirtualTimeScheduler.get().advanceTimeBy(Duration.ofMinutes(1));
            assertThat(shared.isConnected()).isFalse();
        } finally {
            VirtualTimeScheduler.reset();
        }
    }

    @Test
    @DisplayName("retention in the grace period: the upstream runs on, and who comes gets the newest")
    void retentionInTheGracePeriod() {
        VirtualTimeScheduler time = VirtualTimeScheduler.create();
        SharedFlux<Integer> shared = upstream.shared(s -> s.retainLast(2).grace(Duration.ofSeconds(10), time));
        shared.subscribe().dispose();
        upstream.send(0, 100);
        TestSubscriber<Integer> b = subscriber(9);
        shared.subscribe(b);
        awaitReceived(b, range(98, 100));
    }

    @Test
    @DisplayName("who comes back with another policy begins at the tail, with its own policy")
    void otherPolicyDoesNotTakeThePlace() {
        VirtualTimeScheduler time = VirtualTimeScheduler.create();
        SharedFlux<Integer> shared = upstream.shared(s -> s.capacity(4).grace(Duration.ofSeconds(10), time));
        shared.subscribe().dispose();
        upstream.send(0, 2);
        TestSubscriber<Integer> lossy = subscriber(0);
        shared.with(o -> o.skipToLatest(1)).subscribe(lossy);
        upstream.send(2, 50);
        lossy.request(1);
        awaitReceived(lossy, range(49, 50));
    }

    // ---------------------------------------------------------------- the rest

    @Test
    @DisplayName("a subscriber with a delayed retry: within the grace period it continues at the next message")
    void retryWithinTheGracePeriodContinues() {
        Queue<Integer> received = new ConcurrentLinkedQueue<>();
        AtomicInteger failures = new AtomicInteger();
        SharedFlux<Integer> shared = upstream.shared(s -> s.grace(Duration.ofMinutes(1)));
        shared.map(n -> {
                    if (n == 50 && failures.getAndIncrement() == 0) {
                        throw new IllegalStateException("at 50");
                    }
                    return n;
                })
                .retryWhen(Retry.fixedDelay(3, Duration.ofMillis(20)))
                .subscribe(received::add);
        upstream.send(0, 100);
        eventually().until(() -> received.contains(99));
        List<Integer> expected = new ArrayList<>(range(0, 100));
        expected.remove(50);
        assertThat(received).containsExactlyElementsOf(expected);
        upstream.expect(1, 0);
    }

    @Test
    @DisplayName("the upstream sees the context of who connected it")
    void contextOfWhoConnects() {
        AtomicInteger seen = new AtomicInteger();
        SharedFlux<Integer> shared = Flux.deferContextual(context -> {
                    seen.set(context.get("who"));
                    return upstream.flux();
                })
                .as(ReactorTopics.share());
        TestSubscriber<Integer> a =
                TestSubscriber.builder().contextPut("who", 1).build();
        TestSubscriber<Integer> b =
                TestSubscriber.builder().contextPut("who", 2).build();
        shared.subscribe(a);
        shared.subscribe(b);
        assertThat(seen).hasValue(1);
        assertThat(a.currentContext()).isNotEqualTo(Context.empty());
    }

    @Test
    @DisplayName("it lives where it is told to: one topic while connected, none afterwards; closing that completes it")
    void livesWhereToldTo() {
        SharedFlux<Integer> shared = upstream.shared(s -> s.on(topics).name("shared"));
        assertThat(topics.topics()).isEmpty();
        TestSubscriber<Integer> a = subscriber(9);
        shared.subscribe(a);
        assertThat(topics.topics())
                .singleElement()
                .satisfies(t -> assertThat(t.name()).isEqualTo("shared"));
        a.cancel();
        eventually().until(() -> topics.topics().isEmpty());
        TestSubscriber<Integer> b = subscriber(9);
        shared.subscribe(b);
        topics.close(Duration.ofSeconds(5));
        b.block(DEADLINE);
        assertThat(b.isTerminatedComplete()).isTrue();
        upstream.expect(2, 2);
        StepVerifier.create(shared).expectError(IllegalStateException.class).verify(DEADLINE);
        assertThat(shared.currentSubscriberCount()).isZero();
    }

    @Test
    @DisplayName("two shares of one name in one place: the second is refused as onError")
    void nameIsTaken() {
        SharedFlux<Integer> one = upstream.shared(s -> s.on(topics).name("shared"));
        SharedFlux<Integer> other = upstream.shared(s -> s.on(topics).name("shared"));
        one.subscribe(subscriber(9));
        StepVerifier.create(other)
                .expectErrorSatisfies(e -> assertThat(e).hasMessageContaining("'shared'"))
                .verify(DEADLINE);
    }

    @Test
    @DisplayName("a subscriber's bad options are its own onError, and do not count")
    void badOptionsOfASubscriber() {
        SharedFlux<Integer> shared = upstream.shared(s -> s.capacity(4));
        StepVerifier.create(shared.with(o -> o.skipToLatest(5)))
                .expectErrorSatisfies(e -> assertThat(e).hasMessageContaining("got 5"))
                .verify(DEADLINE);
        assertThat(shared.currentSubscriberCount()).isZero();
        upstream.expect(0, 0);
    }

    @Test
    @DisplayName("an upstream that throws when it is subscribed is an error of all")
    void upstreamThatThrows() {
        SharedFlux<Integer> shared = Flux.<Integer>from(s -> {
                    throw new IllegalStateException("thrown on purpose");
                })
                .as(ReactorTopics.share());
        StepVerifier.create(shared).expectErrorMessage("thrown on purpose").verify(DEADLINE);
    }

    @Test
    @DisplayName("a subscriber that throws is cancelled alone; thrown by the last, it disconnects")
    void throwingSubscriber() {
        SharedFlux<Integer> shared = upstream.shared(s -> s);
        Recorder<Integer> throwing = new Recorder<>() {
            @Override
            public void onNext(Integer n) {
                throw new IllegalStateException("thrown on purpose");
            }
        };
        TestSubscriber<Integer> healthy = subscriber(9);
        shared.subscribe(throwing);
        shared.subscribe(healthy);
        throwing.upstream().request(1);
        upstream.send(0, 3);
        awaitReceived(healthy, range(0, 3));
        eventually().until(() -> shared.currentSubscriberCount() == 1);
        healthy.cancel();
        upstream.expect(1, 1);
    }

    @Test
    @DisplayName("scan tells the upstream, the name, the prefetch")
    void scans() {
        SharedFlux<Integer> shared = upstream.shared(s -> s.name("prices").inFlight(7));
        assertThat(shared.scan(Scannable.Attr.NAME)).isEqualTo("prices");
        assertThat(shared.scan(Scannable.Attr.PREFETCH)).isEqualTo(7);
        assertThat(shared.getPrefetch()).isEqualTo(7);
        assertThat(Scannable.from(shared.scan(Scannable.Attr.PARENT)).isScanAvailable())
                .isTrue();
        assertThat(shared.stepName()).isEqualTo("share(prices)");
        assertThat(Scannable.from(shared.with(o -> o)).scan(Scannable.Attr.PARENT))
                .isSameAs(shared);
    }

    @Test
    @DisplayName("bad input is refused where it is given, quoting it")
    void badInput() {
        refuses(s -> s.capacity(0), "capacity must be 1 to 1073741824, got 0");
        refuses(s -> s.retainLast(0), "retainLast must be at least 1, got 0");
        refuses(s -> s.retainFor(Duration.ZERO), "retainFor must be positive, got PT0S");
        refuses(s -> s.minSubscribers(0), "minSubscribers must be at least 1, got 0");
        refuses(s -> s.grace(Duration.ofSeconds(-1)), "grace must not be negative, got PT-1S");
        refuses(s -> s.inFlight(-1), "inFlight must be at least 1, got -1");
        refuses(s -> s.name(""), "name must not be blank, got \"\"");
        assertThatNullPointerException()
                .isThrownBy(() -> ReactorTopics.share(s -> s.grace(Duration.ZERO, null)))
                .withMessage("grace scheduler");
        assertThatNullPointerException()
                .isThrownBy(() -> ReactorTopics.share(s -> null))
                .withMessage("the options function returned null");
    }

    private static void refuses(UnaryOperator<ShareOptions> options, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ReactorTopics.share(options))
                .withMessage(message);
    }

    @Test
    @DisplayName("a disposed grace scheduler disconnects at once")
    void disposedGraceScheduler() {
        var scheduler = Schedulers.newSingle("gone");
        scheduler.dispose();
        SharedFlux<Integer> shared = upstream.shared(s -> s.grace(Duration.ofDays(1), scheduler));
        shared.subscribe().dispose();
        upstream.expect(1, 1);
    }

    @Test
    @DisplayName("an upstream may be a test publisher that checks who asks it")
    void compliesWithTheUpstream() {
        TestPublisher<Integer> source = TestPublisher.create();
        SharedFlux<Integer> shared = source.flux().as(ReactorTopics.share());
        TestSubscriber<Integer> a = subscriber(9);
        shared.subscribe(a);
        source.assertMinRequested(1).next(0, 1).complete();
        a.block(DEADLINE);
        assertThat(a.getReceivedOnNext()).isEqualTo(range(0, 2));
        source.assertWasNotCancelled();
    }
}
