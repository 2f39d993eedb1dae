package io.fanlog.topic.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fanlog.topic.Dispatcher;
import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import io.fanlog.topic.spi.TopicClock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;
import reactor.util.retry.Retry;

/** Subscribers that come and go by the thousands leave no subscription, timer or thread behind. */
class CyclesTest {
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    /** Who asks to be woken has a timer. */
    private final Set<Long> timers = ConcurrentHashMap.newKeySet();

    private final Dispatcher dispatcher = Dispatcher.builder()
            .name("cycles")
            .loops(1)
            .clock(new TopicClock() {
                @Override
                public long nanoTime() {
                    return System.nanoTime();
                }

                @Override
                public Instant now() {
                    return Instant.now();
                }

                @Override
                public void wakeLoopsAt(long nanoTime) {
                    timers.add(nanoTime);
                }
            })
            .build();

    private final Topics topics = Topics.builder().dispatcher(dispatcher).build();
    private final Topic<Integer> topic =
            topics.topic("numbers", Integer.class).capacity(4).retainLast(1).build();

    @AfterEach
    void close() {
        topics.close(Duration.ZERO);
        dispatcher.close();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("subscribe, take(1), and again")
    void takeLeavesNothing(Delivery delivery) {
        takeLeavesNothing(delivery, 5_000);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("long")
    @DisplayName("subscribe, take(1), and again (long)")
    void takeLeavesNothingLong(Delivery delivery) {
        takeLeavesNothing(delivery, 100_000);
    }

    private void takeLeavesNothing(Delivery delivery, int cycles) {
        topic.publish(7).orThrow();
        Flux<Integer> one =
                delivery.of(ReactorTopics.flux(topic, o -> o.fromEarliest())).take(1);
        Set<String> before = threads();
        assertThat(one.repeat(cycles - 1).count().block(DEADLINE)).isEqualTo(cycles);
        assertNothingIsLeft(before);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("fail, retry, and again, resumable")
    void retryLeavesNothing(Delivery delivery) {
        retryLeavesNothing(delivery, 1_000);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("long")
    @DisplayName("fail, retry, and again, resumable (long)")
    void retryLeavesNothingLong(Delivery delivery) {
        retryLeavesNothing(delivery, 10_000);
    }

    private void retryLeavesNothing(Delivery delivery, int cycles) {
        AtomicInteger failures = new AtomicInteger();
        topic.publish(7).orThrow();
        Set<String> before = threads();
        Flux<Integer> failing = delivery.of(
                        ReactorTopics.flux(topic, o -> o.fromEarliest().resumable("retried", Duration.ofHours(1))))
                .map(n -> failUntil(failures, cycles))
                .retryWhen(Retry.indefinitely()
                        .doBeforeRetry(signal -> topic.publish(7).orThrow()));
        assertThat(failing.blockFirst(DEADLINE)).isEqualTo(cycles);
        assertThat(topic.forget("retried")).isTrue();
        assertNothingIsLeft(before);
    }

    private static int failUntil(AtomicInteger failures, int cycles) {
        if (failures.get() == cycles) {
            return cycles;
        }
        failures.incrementAndGet();
        throw new IllegalStateException("broken on purpose");
    }

    private void assertNothingIsLeft(Set<String> threadsBefore) {
        await().atMost(DEADLINE).untilAsserted(() -> {
            assertThat(topic.subscriptions()).isEmpty();
            timers.clear();
            threads();
            assertThat(timers).isEmpty();
        });
        assertThat(topic.blocker()).isEmpty();
        assertThat(topic.stats().tail() - topic.stats().head()).isLessThanOrEqualTo(1);
        assertThat(threads()).isEqualTo(threadsBefore);
    }

    private boolean loopSleeps() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("cycles"))
                .allMatch(thread -> EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING)
                        .contains(thread.getState()));
    }

    /** All that run once the loop does. */
    private Set<String> threads() {
        await().until(() -> {
            CountDownLatch turn = new CountDownLatch(1);
            dispatcher.nextLoop().execute(turn::countDown);
            turn.await();
            return loopSleeps();
        });
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("cycles"))
                .map(Thread::getName)
                .collect(Collectors.toSet());
    }
}
