package io.fanlog.topic.internal.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fanlog.topic.spi.IdleStrategy;
import io.fanlog.topic.spi.TopicClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** D1: no wake-up is lost, whoever races. */
class WakeUpTest {
    static Stream<Supplier<IdleStrategy>> strategies() {
        return Stream.of(
                IdleStrategy::parking,
                IdleStrategy::yielding,
                IdleStrategy::busySpinning,
                () -> IdleStrategy.backoff(10, 10, Duration.ofNanos(1_000), Duration.ofNanos(100_000)));
    }

    @ParameterizedTest
    @MethodSource("strategies")
    @DisplayName("ping-pong: each message arrives without the next one")
    void pingPong(Supplier<IdleStrategy> idle) throws Exception {
        pingPong(idle, 2, 12_500);
    }

    @Test
    @DisplayName("ping-pong of two topics on one loop, 200,000 times with parks in between")
    void pingPongManyTimes() throws Exception {
        pingPong(IdleStrategy::parking, 2, 100_000);
    }

    @Test
    @Tag("long")
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    @DisplayName("ping-pong, a million times for each of three topics")
    void pingPongLong() throws Exception {
        pingPong(IdleStrategy::parking, 3, 1_000_000);
    }

    @Test
    @DisplayName("bursts of three publishers, with pauses in which the loop parks: the last message of each arrives")
    void bursts() throws Exception {
        bursts(200, 333);
    }

    @Test
    @Tag("long")
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    @DisplayName("bursts of three publishers, many")
    void burstsLong() throws Exception {
        bursts(50_000, 333);
    }

    private static void pingPong(Supplier<IdleStrategy> idle, int topics, int rounds) throws Exception {
        try (LoopGroup group = Loops.threaded(1, idle, TopicClock.system())) {
            EventLoop loop = group.next();
            List<CompletableFuture<Void>> players = new ArrayList<>();
            for (int i = 0; i < topics; i++) {
                TinyTopic topic = new TinyTopic(loop);
                players.add(CompletableFuture.runAsync(() -> play(topic, rounds)));
            }
            for (CompletableFuture<Void> player : players) {
                player.get(8, TimeUnit.MINUTES);
            }
        }
    }

    @SuppressWarnings("ThreadPriorityCheck") // there are fewer processors than players
    private static void play(TinyTopic topic, int rounds) {
        for (int round = 0; round < rounds; round++) {
            long sequence = topic.publish();
            long start = System.nanoTime();
            for (int spins = 0; topic.cursor() <= sequence; spins++) {
                if (spins > 100) {
                    Thread.yield();
                }
                if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(20)) {
                    throw new AssertionError("message " + sequence + " was published and is not served");
                }
            }
        }
    }

    private static void bursts(int bursts, int length) throws Exception {
        try (LoopGroup group = Loops.threaded(1)) {
            EventLoop loop = group.next();
            TinyTopic topic = new TinyTopic(loop);
            long expected = 0;
            for (int burst = 0; burst < bursts; burst++) {
                List<CompletableFuture<Void>> publishers = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    publishers.add(CompletableFuture.runAsync(() -> publish(topic, length)));
                }
                for (CompletableFuture<Void> publisher : publishers) {
                    publisher.get(1, TimeUnit.MINUTES);
                }
                expected += 3L * length;
                long all = expected;
                await().pollInterval(Duration.ofMillis(1))
                        .untilAsserted(() -> assertThat(topic.cursor()).isEqualTo(all));
            }
            await().until(() -> Loops.isParked(loop));
            assertThat(topic.station().isReady()).isFalse();
        }
    }

    private static void publish(TinyTopic topic, int messages) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        for (int i = 0; i < messages; i++) {
            topic.publish();
            for (int pause = random.nextInt(64); pause > 0; pause--) {
                Thread.onSpinWait();
            }
        }
    }
}
