package io.fanlog.topic.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.fanlog.topic.Dispatcher;
import io.fanlog.topic.Overflow;
import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import io.fanlog.topic.spi.ManualClock;
import io.fanlog.topic.spi.TopicClock;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.Scannable;
import reactor.core.publisher.SignalType;
import reactor.core.publisher.Sinks.EmitFailureHandler;
import reactor.core.publisher.Sinks.EmitResult;
import reactor.core.scheduler.Schedulers;
import reactor.test.subscriber.TestSubscriber;
import reactor.util.context.Context;
import reactor.util.retry.Retry;

/** What only our sinks do; what they have in common with Reactor's is in {@link SinkContractTest}. */
class SinkTest extends TopicTest {

    @Test
    @DisplayName("over a topic: each result of a publish has its emit result")
    void translatesEachResult() {
        Topic<Integer> topic = numbers().capacity(1).build();
        TopicSink<Integer> sink = ReactorTopics.sink(topic);
        assertThat(sink.tryEmitNext(0)).isEqualTo(EmitResult.FAIL_ZERO_SUBSCRIBER);
        TestSubscriber<Integer> slow = subscriber(0);
        sink.asFlux().subscribe(slow);
        assertThat(sink.tryEmitNext(0)).isEqualTo(EmitResult.OK);
        assertThat(sink.tryEmitNext(1)).isEqualTo(EmitResult.FAIL_OVERFLOW);
        topic.complete();
        assertThat(sink.tryEmitNext(2)).isEqualTo(EmitResult.FAIL_TERMINATED);
        assertThat(sink.tryEmitComplete()).isEqualTo(EmitResult.FAIL_TERMINATED);
        assertThat(sink.tryEmitError(new IllegalStateException())).isEqualTo(EmitResult.FAIL_TERMINATED);
        slow.request(1);
        awaitReceived(slow, range(0, 1));
    }

    @Test
    @DisplayName("DROPPED is FAIL_OVERFLOW to tryEmitNext, and does not end the sink in emitNext")
    void droppedDoesNotEndTheSink() {
        Topic<Integer> topic =
                numbers().capacity(1).overflow(Overflow.DROP_NEWEST).build();
        TopicSink<Integer> sink = ReactorTopics.sink(topic);
        List<Integer> discarded = new ArrayList<>();
        TestSubscriber<Integer> slow = subscriber(0);
        sink.asFlux().doOnDiscard(Integer.class, discarded::add).subscribe(slow);
        sink.emitNext(0, EmitFailureHandler.FAIL_FAST);
        assertThat(sink.tryEmitNext(1)).isEqualTo(EmitResult.FAIL_OVERFLOW);
        sink.emitNext(2, EmitFailureHandler.FAIL_FAST);
        assertThat(topic.isEnded()).isFalse();
        assertThat(discarded).containsExactly(2);
    }

    @Test
    @DisplayName("the handler of emitNext is asked, and asked again as long as it wants to try")
    void handlerMayTryAgain() {
        Topic<Integer> topic = numbers().capacity(1).build();
        TopicSink<Integer> sink = ReactorTopics.sink(topic);
        TestSubscriber<Integer> slow = subscriber(0);
        sink.asFlux().subscribe(slow);
        publish(topic, 1);
        AtomicInteger asked = new AtomicInteger();
        sink.emitNext(1, (signal, result) -> {
            assertThat(signal).isEqualTo(SignalType.ON_NEXT);
            assertThat(result).isEqualTo(EmitResult.FAIL_OVERFLOW);
            slow.request(1);
            asked.incrementAndGet();
            return true;
        });
        assertThat(asked.get()).isPositive();
        slow.request(1);
        awaitReceived(slow, range(0, 2));
    }

    @Test
    @DisplayName(
            "busyLooping never loops: it is for FAIL_NON_SERIALIZED only; then FULL ends the sink, as Sinks.Many says")
    void busyLoopingNeverLoops() {
        TopicSink<Integer> sink = ReactorTopics.sinks().on(topics).capacity(1).multicastWithoutWarmUp();
        List<Integer> discarded = new ArrayList<>();
        TestSubscriber<Integer> slow = subscriber(0);
        sink.asFlux().doOnDiscard(Integer.class, discarded::add).subscribe(slow);
        sink.emitNext(0, EmitFailureHandler.busyLooping(Duration.ofDays(1)));
        sink.emitNext(1, EmitFailureHandler.busyLooping(Duration.ofDays(1)));
        assertThat(discarded).containsExactly(1);
        slow.request(1);
        slow.block(DEADLINE);
        assertThat(slow.getReceivedOnNext()).containsExactly(0);
        assertThat(slow.expectTerminalError()).hasMessageContaining("no room in topic");
        assertThat(sink.scan(Scannable.Attr.ERROR)).isSameAs(slow.expectTerminalError());
    }

    @Test
    @DisplayName("what cannot be emitted any more goes to the hooks of the first subscriber")
    void dropsToHooks() {
        TopicSink<Integer> sink = ReactorTopics.sinks().on(topics).multicastWithoutWarmUp();
        Queue<Object> dropped = new ConcurrentLinkedQueue<>();
        Context hooks = Context.of(
                "reactor.onNextDropped.local", (Consumer<Object>) dropped::add,
                "reactor.onErrorDropped.local", (Consumer<Throwable>) dropped::add);
        TestSubscriber<Integer> slow =
                TestSubscriber.builder().initialRequest(0).contextPutAll(hooks).build();
        sink.asFlux().subscribe(slow);
        sink.emitNext(0, EmitFailureHandler.FAIL_FAST);
        sink.emitComplete(EmitFailureHandler.FAIL_FAST);
        sink.emitNext(1, EmitFailureHandler.FAIL_FAST);
        IllegalStateException late = new IllegalStateException("late");
        sink.emitError(late, EmitFailureHandler.FAIL_FAST);
        sink.emitComplete(EmitFailureHandler.FAIL_FAST);
        assertThat(dropped).containsExactly(1, late);
    }

    @Test
    @DisplayName("from eight threads at once: each result is OK, nothing is lost, each thread keeps its order")
    void emitsFromManyThreads() throws Exception {
        TopicSink<Integer> sink = ReactorTopics.sinks().multicast();
        Recorder<Integer> a = new Recorder<>();
        Recorder<Integer> b = new Recorder<>();
        sink.asFlux().subscribe(a);
        sink.asFlux().subscribe(b);
        a.upstream().request(Long.MAX_VALUE);
        b.upstream().request(Long.MAX_VALUE);
        CountDownLatch done = new CountDownLatch(8);
        Queue<EmitResult> bad = new ConcurrentLinkedQueue<>();
        for (int t = 0; t < 8; t++) {
            int from = t * 100_000;
            new Thread(() -> {
                        for (int i = from; i < from + 5_000; i++) {
                            EmitResult result = sink.tryEmitNext(i);
                            if (result != EmitResult.OK) {
                                bad.add(result);
                            }
                        }
                        done.countDown();
                    })
                    .start();
        }
        done.await();
        assertThat(sink.tryEmitComplete()).isEqualTo(EmitResult.OK);
        eventually().until(() -> a.completions.get() + b.completions.get() == 2);
        assertThat(bad).isEmpty();
        assertThat(a.received()).hasSize(40_000).isEqualTo(b.received());
        for (int t = 0; t < 8; t++) {
            int from = t * 100_000;
            assertThat(a.received())
                    .filteredOn(i -> i >= from && i < from + 100_000)
                    .isEqualTo(range(from, from + 5_000));
        }
    }

    @Test
    @DisplayName("only one of many threads completes it")
    void endsOnce() {
        for (int round = 0; round < 500; round++) {
            TopicSink<Integer> sink = ReactorTopics.sinks().multicast();
            AtomicInteger ended = new AtomicInteger();
            Runnable ending = () -> {
                if (sink.tryEmitComplete() == EmitResult.OK) {
                    ended.incrementAndGet();
                }
            };
            reactor.core.publisher.Flux.range(0, 4)
                    .flatMap(i ->
                            reactor.core.publisher.Mono.fromRunnable(ending).subscribeOn(Schedulers.parallel()))
                    .blockLast(DEADLINE);
            assertThat(ended).hasValue(1);
        }
    }

    @ParameterizedTest
    @EnumSource(Delivery.class)
    @DisplayName("its Flux delivers fused and not, and completes")
    void deliversFusedAndNot(Delivery delivery) {
        TopicSink<Integer> sink = ReactorTopics.sinks().multicast();
        for (int i = 0; i < 100; i++) {
            sink.tryEmitNext(i).orThrow();
        }
        TestSubscriber<Integer> a = subscriber(Long.MAX_VALUE);
        delivery.of(sink.asFlux()).subscribe(a);
        for (int i = 100; i < 2_000; i++) {
            sink.tryEmitNext(i).orThrow();
        }
        sink.tryEmitComplete().orThrow();
        a.block(DEADLINE);
        assertThat(a.getReceivedOnNext()).isEqualTo(range(0, 2_000));
        assertThat(sink.currentSubscriberCount()).isZero();
    }

    @ParameterizedTest
    @EnumSource(Delivery.class)
    @DisplayName("warm-up: take(1) again and again sees each message once")
    void placeIsHandedFromOneToTheNext(Delivery delivery) {
        TopicSink<Integer> sink = ReactorTopics.sinks().multicast();
        for (int i = 0; i < 200; i++) {
            sink.tryEmitNext(i).orThrow();
        }
        sink.tryEmitComplete().orThrow();
        int last = -1;
        Optional<Integer> next = delivery.of(sink.asFlux()).next().blockOptional(DEADLINE);
        while (next.isPresent()) {
            if (delivery == Delivery.ON_LOOP) {
                assertThat(next).contains(last + 1);
            } else { // publishOn takes ahead, and what it has taken goes with it
                assertThat(next.get()).isGreaterThan(last);
            }
            last = next.get();
            next = delivery.of(sink.asFlux()).next().blockOptional(DEADLINE);
        }
        if (delivery == Delivery.ON_LOOP) {
            assertThat(last).isEqualTo(199);
        }
    }

    @Test
    @DisplayName("a subscriber with a delayed retry continues where it failed (warm-up keeps its place)")
    void retryContinues() {
        TopicSink<Integer> sink = ReactorTopics.sinks().multicast();
        Queue<Integer> received = new ConcurrentLinkedQueue<>();
        AtomicInteger failures = new AtomicInteger();
        sink.asFlux()
                .map(n -> {
                    if (n == 50 && failures.getAndIncrement() == 0) {
                        throw new IllegalStateException("at 50");
                    }
                    return n;
                })
                .retryWhen(Retry.backoff(3, Duration.ofMillis(20)))
                .subscribe(received::add);
        for (int i = 0; i < 100; i++) {
            assertThat(sink.tryEmitNext(i)).isEqualTo(EmitResult.OK);
        }
        eventually().until(() -> received.contains(99));
        List<Integer> expected = new ArrayList<>(range(0, 100));
        expected.remove(50); // an operator had taken it
        assertThat(received).containsExactlyElementsOf(expected);
    }

    @Test
    @DisplayName("a resumable Flux of a sink over a topic continues after a delayed retry, and the topic stays open")
    void resumableContinues() {
        Topic<Integer> topic = numbers().build();
        TopicSink<Integer> sink = ReactorTopics.sink(topic, o -> o.resumable("one"));
        Queue<Integer> received = new ConcurrentLinkedQueue<>();
        AtomicInteger failures = new AtomicInteger();
        sink.asFlux()
                .doOnNext(n -> {
                    if (n == 50 && failures.getAndIncrement() == 0) {
                        throw new IllegalStateException("at 50");
                    }
                })
                .retryWhen(Retry.fixedDelay(3, Duration.ofMillis(20)))
                .subscribe(received::add);
        for (int i = 0; i < 100; i++) {
            assertThat(sink.tryEmitNext(i)).isEqualTo(EmitResult.OK);
        }
        eventually().until(() -> received.contains(99));
        assertThat(received).hasSize(99).doesNotContain(50);
    }

    @Test
    @DisplayName("a subscriber that throws leaves its place, and the sink goes on")
    void throwingSubscriberLeavesItsPlace() {
        TopicSink<Integer> sink = ReactorTopics.sinks().multicast();
        Recorder<Integer> throwing = new Recorder<>() {
            @Override
            public void onNext(Integer n) {
                throw new IllegalStateException("thrown on purpose");
            }
        };
        sink.asFlux().subscribe(throwing);
        throwing.upstream().request(1);
        sink.tryEmitNext(0).orThrow();
        eventually().until(() -> sink.currentSubscriberCount() == 0);
        sink.tryEmitNext(1).orThrow();
        TestSubscriber<Integer> next = subscriber(Long.MAX_VALUE);
        sink.asFlux().subscribe(next);
        awaitReceived(next, range(0, 2)); // what was not finished is offered again
        assertThat(throwing.dropped).hasSize(1);
    }

    @Test
    @DisplayName("with warm-up, a resumable subscriber is refused: the sink keeps the place itself")
    void warmUpRefusesResumable() {
        TopicSink<Integer> sink =
                ReactorTopics.sinks().subscribers(o -> o.label("x")).multicast();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ReactorTopics.sinks()
                        .subscribers(o -> o.resumable("mine"))
                        .multicast())
                .withMessageContaining("resumable('mine')");
        assertThat(sink.currentSubscriberCount()).isZero();
    }

    @Test
    @DisplayName("replay by age forgets by the clock of where it lives")
    void replayByAge() {
        ManualClock clock = TopicClock.manual(Instant.EPOCH);
        try (Dispatcher loops = Dispatcher.builder().loops(1).clock(clock).build();
                Topics owner = Topics.builder().dispatcher(loops).build()) {
            TopicSink<Integer> sink = ReactorTopics.sinks().on(owner).replay(Duration.ofSeconds(1));
            for (int i = 0; i < 100; i++) {
                sink.tryEmitNext(i).orThrow();
            }
            clock.advance(Duration.ofMillis(500));
            TestSubscriber<Integer> first = subscriber(Long.MAX_VALUE);
            sink.asFlux().subscribe(first);
            awaitReceived(first, range(0, 100));
            first.cancel();
            clock.advance(Duration.ofMillis(2_500));
            TestSubscriber<Integer> second = subscriber(Long.MAX_VALUE);
            sink.asFlux().subscribe(second);
            sink.tryEmitNext(100).orThrow();
            awaitReceived(second, range(100, 101));
        }
    }

    @Test
    @DisplayName("subscribers may be served as the sink's options say")
    void subscriberOptions() {
        TopicSink<Integer> sink = ReactorTopics.sinks()
                .capacity(4)
                .subscribers(o -> o.skipToLatest(1))
                .multicastWithoutWarmUp();
        TestSubscriber<Integer> slow = subscriber(0);
        sink.asFlux().subscribe(slow);
        for (int i = 0; i < 100; i++) {
            sink.tryEmitNext(i).orThrow();
        }
        slow.request(1);
        awaitReceived(slow, range(99, 100));
    }

    @Test
    @DisplayName("best effort drops to the subscriber's discard hook, once each, and nobody else misses anything")
    void bestEffortDiscards() {
        TopicSink<Integer> sink = ReactorTopics.sinks().directBestEffort();
        Queue<Integer> discarded = new ConcurrentLinkedQueue<>();
        TestSubscriber<Integer> slow = subscriber(10);
        sink.asFlux().doOnDiscard(Integer.class, discarded::add).subscribe(slow);
        TestSubscriber<Integer> fast = subscriber(Long.MAX_VALUE);
        sink.asFlux().publishOn(Schedulers.parallel()).subscribe(fast);
        for (int i = 0; i < 100; i++) {
            sink.tryEmitNext(i).orThrow();
        }
        sink.tryEmitComplete().orThrow();
        fast.block(DEADLINE);
        assertThat(fast.getReceivedOnNext()).isEqualTo(range(0, 100));
        assertThat(slow.getReceivedOnNext()).isEqualTo(range(0, 10));
        assertThat(discarded).containsExactlyElementsOf(range(10, 100));
    }

    @Test
    @DisplayName("scan tells name, capacity, state and subscribers")
    void scans() {
        TopicSink<Integer> sink =
                ReactorTopics.sinks().on(topics).name("scanned").capacity(16).multicast();
        TestSubscriber<Integer> a = subscriber(0);
        sink.asFlux().subscribe(a);
        assertThat(sink.scan(Scannable.Attr.NAME)).isEqualTo("scanned");
        assertThat(sink.scan(Scannable.Attr.CAPACITY)).isEqualTo(16);
        assertThat(sink.scan(Scannable.Attr.TERMINATED)).isFalse();
        assertThat(sink.scan(Scannable.Attr.CANCELLED)).isFalse();
        assertThat(sink.stepName()).isEqualTo("sink(scanned)");
        assertThat(Scannable.from(sink.asFlux()).scan(Scannable.Attr.PARENT)).isSameAs(sink);
        Scannable seat = sink.inners().findFirst().orElseThrow();
        sink.tryEmitNext(1).orThrow();
        assertThat(seat.scan(Scannable.Attr.ACTUAL)).isSameAs(a);
        assertThat(seat.scan(Scannable.Attr.BUFFERED)).isEqualTo(1);
        assertThat(seat.scan(Scannable.Attr.RUN_STYLE)).isEqualTo(Scannable.Attr.RunStyle.ASYNC);
        sink.tryEmitComplete().orThrow();
        assertThat(sink.scan(Scannable.Attr.TERMINATED)).isTrue();
        TopicSink<Integer> mortal = ReactorTopics.sinks().autoCancel().multicast();
        mortal.asFlux().subscribe().dispose();
        assertThat(mortal.scan(Scannable.Attr.CANCELLED)).isTrue();
        assertThat(mortal.scan(Scannable.Attr.TERMINATED)).isFalse();
    }

    @Test
    @DisplayName("its topic is found where it lives, and its name is free again at its end")
    void livesWhereToldTo() {
        TopicSink<Integer> sink =
                ReactorTopics.sinks().on(topics).name("quakes").multicast();
        assertThat(topics.topics()).containsExactly(sink.topic());
        sink.tryEmitComplete().orThrow();
        assertThat(topics.topics()).isEmpty();
        TopicSink<Integer> again =
                ReactorTopics.sinks().on(topics).name("quakes").multicast();
        TestSubscriber<Integer> reader = subscriber(Long.MAX_VALUE);
        again.asFlux().subscribe(reader);
        topics.close(Duration.ofSeconds(5));
        reader.block(DEADLINE);
        assertThat(reader.isTerminatedComplete()).isTrue();
        assertThat(again.tryEmitNext(1)).isEqualTo(EmitResult.FAIL_TERMINATED);
    }

    @Test
    @DisplayName("a sink with warm-up and nobody there does not keep its owner from closing")
    void standbyDoesNotDelayClosing() {
        TopicSink<Integer> sink = ReactorTopics.sinks().on(topics).multicast();
        assertThat(topics.close(DEADLINE)).isTrue();
        assertThat(sink.scan(Scannable.Attr.TERMINATED)).isTrue();
    }

    @Test
    @DisplayName("a sink that nobody refers to any more is collected, with what it retains")
    void isCollected() {
        List<WeakReference<Object>> gone = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            gone.addAll(abandon());
        }
        eventually().until(() -> {
            System.gc();
            return gone.stream().allMatch(reference -> reference.get() == null);
        });
    }

    private static List<WeakReference<Object>> abandon() {
        TopicSink<Object> retaining = ReactorTopics.sinks().replayAll();
        TopicSink<Object> warm = ReactorTopics.sinks().multicast();
        Object payload = new Object();
        retaining.tryEmitNext(payload).orThrow();
        warm.tryEmitNext(payload).orThrow();
        TestSubscriber<Object> reader = subscriber(Long.MAX_VALUE);
        retaining.asFlux().subscribe(reader);
        warm.asFlux().subscribe(reader(Objects.requireNonNull(reader)));
        eventually().until(() -> reader.getReceivedOnNext().size() == 1);
        return List.of(new WeakReference<>(retaining), new WeakReference<>(warm), new WeakReference<>(payload));
    }

    private static TestSubscriber<Object> reader(TestSubscriber<Object> other) {
        return subscriber(other.isTerminated() ? 0 : 1);
    }

    @Test
    @DisplayName("bad input is refused where it is given, quoting it")
    void badInput() {
        TopicSinks sinks = ReactorTopics.sinks();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sinks.capacity(0))
                .withMessage("capacity must be 1 to 1073741824, got 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sinks.name(" "))
                .withMessage("name must not be blank, got \" \"");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sinks.replay(0))
                .withMessage("replay count must be at least 1, got 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> sinks.replay(Duration.ZERO))
                .withMessage("replay age must be positive, got PT0S");
        assertThatNullPointerException().isThrownBy(() -> sinks.on(null)).withMessage("on");
        assertThatNullPointerException()
                .isThrownBy(() -> sinks.multicast().tryEmitNext(null))
                .withMessage("payload");
        assertThatNullPointerException()
                .isThrownBy(() -> sinks.multicast().tryEmitError(null))
                .withMessage("error");
    }
}
