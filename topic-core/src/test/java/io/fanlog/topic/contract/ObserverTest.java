package io.fanlog.topic.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fanlog.topic.Dispatcher;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.Topics;
import io.fanlog.topic.scenario.Stepped;
import io.fanlog.topic.spi.TopicClock;
import io.fanlog.topic.spi.TopicObserver;
import io.fanlog.topic.worker.WorkerPool;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What observers hear of what is opened and closed, and of how long things take; and that there may be several. */
class ObserverTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final Dispatcher dispatcher = Dispatcher.stepped(TopicClock.manual(Stepped.START));
    private final Life life = new Life();
    private final Topics topics =
            Topics.builder().dispatcher(dispatcher).observer(life).build();

    @AfterEach
    void close() {
        assertThat(topics.close(Duration.ZERO)).isIn(true, false);
        dispatcher.close();
    }

    private void run() {
        while (dispatcher.step() > 0) {
            // until there is nothing to do
        }
    }

    @Test
    void shouldTellTheLifeOfATopicAndItsSubscription() {
        Topic<Integer> topic = topics.topic("numbers", Integer.class).build();
        TopicSubscription subscription = topic.subscribe(payload -> {}, o -> o.label("page"));
        run();
        topic.publish(1).orThrow();
        run();
        subscription.cancel();
        run();
        topic.close();
        topic.close();
        run();
        assertThat(life.lines)
                .containsExactly("topic numbers", "subscribed page", "ended page CANCELLED", "closed numbers");
    }

    @Test
    void shouldTellATopicOnceWhenItIsFoundAgain() {
        Topic<Integer> made = topics.topic("numbers", Integer.class).getOrBuild();
        assertThat(topics.topic("numbers", Integer.class).getOrBuild()).isSameAs(made);
        assertThat(life.lines).containsExactly("topic numbers");
    }

    @Test
    void shouldTellThatAResumableSubscriptionIsContinued() {
        Topic<Integer> topic = topics.topic("numbers", Integer.class).build();
        TopicSubscription first = topic.subscribe(payload -> {}, o -> o.resumable("page"));
        run();
        first.cancel();
        run();
        assertThat(life.lines).containsExactly("topic numbers", "subscribed page");
        TopicSubscription second = topic.subscribe(payload -> {}, o -> o.resumable("page"));
        run();
        assertThat(life.lines).hasSize(4).contains("resumed page", "ended page CANCELLED");
        assertThat(life.resumed).containsExactly(Map.entry(second, first));
    }

    @Test
    void shouldTellTheLifeOfAPool() {
        WorkerPool<Integer> pool = topics.pool("alerts").handling((Integer job) -> {});
        assertThat(life.lines).containsExactly("pool alerts");
        pool.close();
        pool.close();
        run();
        assertThat(life.lines).containsExactly("pool alerts", "closed alerts");
    }

    @Test
    void shouldTellTheEndOfEverythingOnceAndLast() {
        Topic<Integer> topic = topics.topic("numbers", Integer.class).build();
        topic.subscribe(payload -> {}, o -> o.label("page"));
        topics.pool("alerts").handling((Integer job) -> {}).start().subscribeTo(topic);
        run();
        assertThat(topics.close(Duration.ZERO)).isFalse();
        run();
        assertThat(topics.close(Duration.ZERO)).isTrue();
        assertThat(life.lines)
                .contains("closed numbers", "closed alerts", "ended page COMPLETED", "ended alerts CANCELLED")
                .endsWith("all closed")
                .doesNotHaveDuplicates();
    }

    @Test
    void shouldTellEachOfSeveralObserversWhateverTheOthersThrow() {
        Life added = new Life();
        topics.addObserver(new TopicObserver() {
            @Override
            public void onTopicOpened(Topic<?> topic) {
                throw new IllegalStateException("an observer that throws");
            }
        });
        topics.addObserver(added);
        topics.topic("one", Integer.class).build();
        topics.removeObserver(added);
        topics.topic("two", Integer.class).build();
        assertThat(added.lines).containsExactly("topic one");
        assertThat(life.lines).containsExactly("topic one", "topic two");
    }

    @Test
    void shouldRefuseANullObserver() {
        assertThatThrownBy(() -> topics.addObserver(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("observer");
        assertThatThrownBy(() -> topics.removeObserver(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("observer");
    }

    @Test
    void shouldTimeTurnsOnlyWhileSomebodyWantsToHearOfIt() {
        Topic<Integer> topic = topics.topic("numbers", Integer.class).build();
        topic.subscribe(payload -> {});
        run();
        Times times = new Times();
        topics.addObserver(times);
        topic.publish(1).orThrow();
        run();
        int heard = times.turns.get();
        assertThat(heard).isPositive();
        run();
        assertThat(times.turns).as("a turn with nothing to do is not told").hasValue(heard);
        topics.removeObserver(times);
        topic.publish(2).orThrow();
        run();
        assertThat(times.turns).hasValue(heard);
    }

    @Test
    void shouldTimeAttemptsWellAndNotOnlyWhileSomebodyWantsToHearOfIt() {
        try (Topics own = Topics.create()) {
            Topic<Integer> topic = own.topic("numbers", Integer.class).build();
            WorkerPool<Integer> pool = own.pool("alerts")
                    .handling((Integer job) -> {
                        if (job < 0) {
                            throw new IllegalArgumentException("negative");
                        }
                    })
                    .start();
            pool.subscribeTo(topic);
            Times times = new Times();
            own.addObserver(times);
            topic.publish(1).orThrow();
            topic.publish(2).orThrow();
            topic.publish(-1).orThrow();
            await().atMost(SOON).until(() -> pool.stats().completed() == 3);
            assertThat(times.attempts).containsOnly(Map.entry("alerts true", 2), Map.entry("alerts false", 1));
            own.removeObserver(times);
            topic.publish(3).orThrow();
            await().atMost(SOON).until(() -> pool.stats().completed() == 4);
            assertThat(times.attempts).containsOnly(Map.entry("alerts true", 2), Map.entry("alerts false", 1));
        }
    }

    @Test
    void shouldTimeAttemptsThatHoldNoThreadUntilTheyHaveEnded() {
        try (Topics own = Topics.create()) {
            CompletableFuture<Void> well = new CompletableFuture<>();
            Topic<Integer> topic = own.topic("numbers", Integer.class).build();
            WorkerPool<Integer> pool = own.pool("calls")
                    .concurrency(2)
                    .handlingAsync((Integer job) ->
                            job < 0 ? CompletableFuture.failedFuture(new IllegalArgumentException("negative")) : well)
                    .start();
            pool.subscribeTo(topic);
            Times times = new Times();
            own.addObserver(times);
            topic.publish(1).orThrow();
            topic.publish(-1).orThrow();
            await().atMost(SOON).until(() -> pool.stats().failed() == 1);
            assertThat(times.attempts).containsOnly(Map.entry("calls false", 1));
            well.complete(null);
            await().atMost(SOON).until(() -> pool.stats().succeeded() == 1);
            assertThat(times.attempts).containsOnly(Map.entry("calls true", 1), Map.entry("calls false", 1));
        }
    }

    @Test
    void shouldCountAJobWhoseTimeAnObserverThrewAbout() {
        try (Topics own = Topics.builder().observer(new Thrower()).build()) {
            Topic<Integer> topic = own.topic("numbers", Integer.class).build();
            WorkerPool<Integer> pool =
                    own.pool("alerts").handling((Integer job) -> {}).start();
            pool.subscribeTo(topic);
            topic.publish(1).orThrow();
            await().atMost(SOON).until(() -> pool.stats().succeeded() == 1);
        }
    }

    @Test
    void shouldTellAnOpeningBeforeItsClosingWhoeverIsFaster() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try (Topics own = Topics.builder().observer(life).build()) {
            for (int round = 0; round < 2_000; round++) {
                CountDownLatch go = new CountDownLatch(1);
                var closer = threads.submit(() -> {
                    go.await();
                    own.find("numbers", Integer.class).ifPresent(Topic::close);
                    return null;
                });
                var maker = threads.submit(() -> {
                    go.await();
                    return own.topic("numbers", Integer.class).build();
                });
                go.countDown();
                maker.get(20, TimeUnit.SECONDS).close();
                closer.get(20, TimeUnit.SECONDS);
            }
            assertThat(life.lines).hasSize(4_000);
            for (int line = 0; line < 4_000; line += 2) {
                assertThat(life.lines.get(line)).isEqualTo("topic numbers");
                assertThat(life.lines.get(line + 1)).isEqualTo("closed numbers");
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static final class Life implements TopicObserver {
        final List<String> lines = new CopyOnWriteArrayList<>();
        final Map<TopicSubscription, TopicSubscription> resumed = new ConcurrentHashMap<>();

        @Override
        public void onTopicOpened(Topic<?> topic) {
            lines.add("topic " + topic.name());
        }

        @Override
        public void onTopicClosed(Topic<?> topic) {
            lines.add("closed " + topic.name());
        }

        @Override
        public void onSubscribed(TopicSubscription subscription) {
            lines.add("subscribed " + subscription.label());
        }

        @Override
        public void onResumed(TopicSubscription subscription, TopicSubscription before) {
            lines.add("resumed " + subscription.label());
            resumed.put(subscription, before);
        }

        @Override
        public void onSubscriptionEnded(TopicSubscription subscription) {
            lines.add("ended " + subscription.label() + " " + subscription.state());
        }

        @Override
        public void onPoolOpened(WorkerPool<?> pool) {
            lines.add("pool " + pool.name());
        }

        @Override
        public void onPoolClosed(WorkerPool<?> pool) {
            lines.add("closed " + pool.name());
        }

        @Override
        public void onClosed() {
            lines.add("all closed");
        }
    }

    private static final class Times implements TopicObserver {
        final AtomicInteger turns = new AtomicInteger();
        final Map<String, Integer> attempts = new ConcurrentHashMap<>();

        @Override
        public boolean isTiming() {
            return true;
        }

        @Override
        public void onAttempt(String pool, long nanos, boolean succeeded) {
            assertThat(nanos).isNotNegative();
            attempts.merge(pool + " " + succeeded, 1, Integer::sum);
        }

        @Override
        public void onLoopTurn(String loop, long nanos) {
            assertThat(loop).startsWith("fanlog-loop-");
            assertThat(nanos).isNotNegative();
            turns.incrementAndGet();
        }
    }

    private static final class Thrower implements TopicObserver {
        @Override
        public boolean isTiming() {
            return true;
        }

        @Override
        public void onAttempt(String pool, long nanos, boolean succeeded) {
            throw new IllegalStateException("an observer that throws");
        }
    }
}
