package io.fanlog.topic.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fanlog.topic.Dispatcher;
import io.fanlog.topic.PublishResult;
import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A topic whose subscriptions are spread over several loops")
class SpreadTopicTest {
    private static final int PRODUCERS = 3;
    private static final int SUBSCRIBERS = 8;
    private static final int EACH = 20_000;

    private final Dispatcher dispatcher =
            Dispatcher.builder().loops(3).name("spread").build();
    private final Topics topics =
            Topics.builder().dispatcher(dispatcher).drainTimeout(Duration.ZERO).build();

    @AfterEach
    void close() {
        topics.close();
        dispatcher.close();
    }

    /** Counts for one subscriber; touched by its loop only, read after it has ended. */
    private static final class Seen {
        private final int[] next = new int[PRODUCERS];
        private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
        private int outOfOrder;
        private int received;

        void take(int message) {
            threads.add(Thread.currentThread());
            int producer = message % PRODUCERS;
            if (message / PRODUCERS != next[producer]++) {
                outOfOrder++;
            }
            received++;
        }
    }

    @Test
    @DisplayName(
            "every subscriber gets all in order, each on one loop, all loops are used, and waiting publishes get room")
    void shouldServeAllInOrderOnSeveralLoops() throws Exception {
        Topic<Integer> topic = topics.topic("numbers", Integer.class)
                .capacity(64)
                .spreadOver(3)
                .build();
        List<Seen> seen = new ArrayList<>();
        List<TopicSubscription> subscriptions = new ArrayList<>();
        for (int i = 0; i < SUBSCRIBERS; i++) {
            Seen one = new Seen();
            seen.add(one);
            subscriptions.add(topic.subscribe(one::take));
        }
        CountDownLatch published = new CountDownLatch(PRODUCERS);
        IntStream.range(0, PRODUCERS)
                .forEach(producer -> new Thread(() -> produce(topic, producer, published)).start());
        assertThat(published.await(60, TimeUnit.SECONDS)).isTrue();
        topic.complete();

        for (int i = 0; i < SUBSCRIBERS; i++) {
            assertThat(subscriptions.get(i).whenEnded().get(20, TimeUnit.SECONDS))
                    .isEqualTo(SubscriptionState.COMPLETED);
            assertThat(seen.get(i).received).isEqualTo(PRODUCERS * EACH);
            assertThat(seen.get(i).outOfOrder).isZero();
            assertThat(seen.get(i).threads).hasSize(1);
            assertThat(subscriptions.get(i).received()).isEqualTo(PRODUCERS * EACH);
        }
        assertThat(seen.stream().flatMap(one -> one.threads.stream()).distinct())
                .hasSize(3);
    }

    private static void produce(Topic<Integer> topic, int producer, CountDownLatch published) {
        try {
            for (int i = 0; i < EACH; i++) {
                PublishResult result = topic.offer(i * PRODUCERS + producer, Duration.ofSeconds(30));
                if (result != PublishResult.OK) {
                    throw new AssertionError(result);
                }
            }
            published.countDown();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @DisplayName("publishes that wait for room wake the subscribers of every loop when they are admitted")
    void shouldWakeEachLoopForAdmittedWaiters() throws Exception {
        Topic<Integer> topic = topics.topic("narrow", Integer.class)
                .capacity(1)
                .maxWaiters(1_000)
                .spreadOver(3)
                .build();
        List<TopicSubscription> subscriptions = IntStream.range(0, 3)
                .mapToObj(i -> topic.subscribe(number -> {}))
                .toList();
        CompletableFuture<?>[] published =
                IntStream.range(0, 1_000).mapToObj(topic::publishAsync).toArray(CompletableFuture<?>[]::new);

        CompletableFuture.allOf(published).get(20, TimeUnit.SECONDS);
        topic.complete();
        for (TopicSubscription subscription : subscriptions) {
            assertThat(subscription.whenEnded().get(20, TimeUnit.SECONDS)).isEqualTo(SubscriptionState.COMPLETED);
            assertThat(subscription.received()).isEqualTo(1_000);
        }
    }

    @Test
    @DisplayName("a message published when all loops are parked reaches the subscribers of every loop")
    void shouldWakeEachLoop() throws Exception {
        Topic<Integer> topic =
                topics.topic("bells", Integer.class).spreadOver(3).build();
        for (int round = 0; round < 200; round++) {
            CountDownLatch heard = new CountDownLatch(3);
            List<TopicSubscription> subscriptions = IntStream.range(0, 3)
                    .mapToObj(i -> topic.subscribe(bell -> heard.countDown()))
                    .toList();
            topic.publish(round).orThrow();
            assertThat(heard.await(10, TimeUnit.SECONDS)).as("round " + round).isTrue();
            subscriptions.forEach(TopicSubscription::cancel);
        }
    }

    @Test
    @DisplayName("whoever resumes is served by the loop that served the one before")
    void shouldResumeOnTheSameLoop() throws Exception {
        Topic<Integer> topic =
                topics.topic("resumed", Integer.class).spreadOver(3).build();
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        for (int round = 0; round < 12; round++) {
            CountDownLatch heard = new CountDownLatch(1);
            TopicSubscription subscription = topic.subscribe(
                    number -> {
                        threads.add(Thread.currentThread());
                        heard.countDown();
                    },
                    o -> o.resumable("one"));
            topic.publish(round).orThrow();
            assertThat(heard.await(10, TimeUnit.SECONDS)).isTrue();
            subscription.cancel();
        }
        assertThat(threads).hasSize(1);
    }

    @Test
    @DisplayName("no more loops are used than there are, and fewer than one is refused")
    void shouldBoundTheSpread() {
        Topic<Integer> topic =
                topics.topic("wide", Integer.class).spreadOver(1_000).build();
        assertThat(topic.publish(1)).isEqualTo(PublishResult.NO_SUBSCRIBERS);

        assertThatThrownBy(() -> topics.topic("none", Integer.class).spreadOver(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("spreadOver")
                .hasMessageContaining("0");
    }
}
