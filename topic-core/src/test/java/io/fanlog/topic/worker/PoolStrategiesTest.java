package io.fanlog.topic.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.awaitility.Awaitility.await;

import io.fanlog.topic.Dispatcher;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.Topics;
import io.fanlog.topic.spi.TopicClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;

@DisplayName("A pool with several sources")
class PoolStrategiesTest extends PoolFixture {
    private final List<Integer> handled = Collections.synchronizedList(new ArrayList<>());
    private final Dispatcher loops = Dispatcher.stepped(TopicClock.manual(Instant.EPOCH));
    private final Topics stepped =
            Topics.builder().dispatcher(loops).drainTimeout(Duration.ZERO).build();
    private final Topic<Integer> a = steppedTopic("a");
    private final Topic<Integer> b = steppedTopic("b");
    private final Topic<Integer> c = steppedTopic("c");

    @AfterEach
    void closeStepped() {
        stepped.close();
        loops.close();
    }

    private Topic<Integer> steppedTopic(String name) {
        return stepped.topic(name, Integer.class).build();
    }

    private WorkerPool<Integer> pool(SourceStrategy strategy) {
        return stepped.pool("p").maxBatch(1).strategy(strategy).handling(Integer.class, handled::add);
    }

    /** Topic a has 1, 2; b has 11, 12, 13; c has 21; and the pool knows. */
    private void fill() {
        publish(a, 1, 3);
        publish(b, 11, 14);
        publish(c, 21, 22);
        stepAll();
    }

    private void stepAll() {
        while (loops.step() > 0) {
            Thread.onSpinWait();
        }
    }

    private void run(WorkerPool<Integer> pool) {
        pool.start();
        CompletableFuture<Void> idle = pool.whenIdle();
        await().until(() -> {
            loops.step();
            return idle.isDone();
        });
    }

    private void runsInOrder(WorkerPool<Integer> pool, Integer... jobs) {
        run(pool);
        assertThat(handled).containsExactly(jobs);
    }

    @Test
    @DisplayName("PRIORITY: by priority, those without one last, in the order they were bound")
    void shouldRunByPriority() {
        WorkerPool<Integer> pool = pool(SourceStrategy.PRIORITY);
        pool.subscribeTo(a);
        pool.subscribeTo(b, o -> o.priority(2));
        pool.subscribeTo(c, o -> o.priority(1));
        fill();
        runsInOrder(pool, 21, 11, 12, 13, 1, 2);
    }

    @Test
    void shouldGoInTheOrderOfBindingByDefault() {
        WorkerPool<Integer> pool = stepped.pool("p").maxBatch(1).handling(Integer.class, handled::add);
        pool.subscribeTo(c);
        pool.subscribeTo(a);
        pool.subscribeTo(b);
        fill();
        runsInOrder(pool, 21, 1, 2, 11, 12, 13);
    }

    @Test
    @DisplayName("ROUND_ROBIN: a batch of each in turn, empty ones skipped")
    void shouldRunInTurn() {
        WorkerPool<Integer> pool = pool(SourceStrategy.ROUND_ROBIN);
        pool.subscribeTo(steppedTopic("empty"));
        pool.subscribeTo(a);
        pool.subscribeTo(b);
        pool.subscribeTo(c);
        fill();
        runsInOrder(pool, 1, 11, 21, 2, 12, 13);
    }

    @Test
    @DisplayName("MAX_LENGTH: from the one with the greatest lag")
    void shouldRunTheLongestFirst() {
        WorkerPool<Integer> pool = pool(SourceStrategy.MAX_LENGTH);
        pool.subscribeTo(a);
        pool.subscribeTo(b);
        pool.subscribeTo(c);
        fill();
        runsInOrder(pool, 11, 1, 12, 2, 13, 21);
    }

    @Test
    @DisplayName("MIN_LENGTH: from the one with the smallest lag")
    void shouldRunTheShortestFirst() {
        WorkerPool<Integer> pool = pool(SourceStrategy.MIN_LENGTH);
        pool.subscribeTo(a);
        pool.subscribeTo(b);
        pool.subscribeTo(c);
        fill();
        runsInOrder(pool, 21, 1, 2, 11, 12, 13);
    }

    @Test
    void shouldRunAsOnesOwnStrategySays() {
        List<SourceView> first = Collections.synchronizedList(new ArrayList<>());
        WorkerPool<Integer> pool = pool(ready -> {
            if (first.isEmpty()) {
                first.addAll(ready);
            }
            return ready.get(ready.size() - 1);
        });
        pool.subscribeTo(a, o -> o.priority(5));
        pool.subscribeTo(b);
        pool.subscribeTo(c);
        fill();
        runsInOrder(pool, 21, 11, 12, 13, 1, 2);
        assertThat(first)
                .containsExactly(
                        new SourceView("a", OptionalInt.of(5), 2, 0),
                        new SourceView("b", OptionalInt.empty(), 3, 0),
                        new SourceView("c", OptionalInt.empty(), 1, 0));
    }

    @Test
    void shouldGoOnByPriorityWhenOnesOwnStrategyThrows() {
        AtomicInteger calls = new AtomicInteger();
        WorkerPool<Integer> pool = pool(ready -> {
            calls.incrementAndGet();
            throw new IllegalStateException("the strategy's own trouble");
        });
        pool.subscribeTo(a);
        pool.subscribeTo(b);
        pool.subscribeTo(c);
        fill();
        runsInOrder(pool, 1, 2, 11, 12, 13, 21);
        assertThat(calls).hasPositiveValue();
        assertThat(pool.stats().failed()).isZero();
    }

    @Test
    @DisplayName("A strategy may ask and even close its pool: nobody waits for himself")
    void shouldLetAStrategyCallThePool() {
        AtomicReference<WorkerPool<Integer>> self = new AtomicReference<>();
        WorkerPool<Integer> pool = pool(ready -> {
            assertThat(self.get().stats().status()).isEqualTo(PoolStatus.RUNNING);
            self.get().close();
            return ready.get(0);
        });
        self.set(pool);
        pool.subscribeTo(a);
        pool.subscribeTo(b);
        pool.subscribeTo(c);
        fill();
        pool.start();
        CompletableFuture<Void> over = pool.whenStopped();
        await().until(() -> {
            loops.step();
            return over.isDone();
        });
        assertThat(handled).hasSizeLessThan(2);
    }

    @Test
    @DisplayName("Publishers have a priority and a name, too")
    void shouldGivePublishersAPlaceToo() {
        List<SourceView> seen = Collections.synchronizedList(new ArrayList<>());
        CompletableFuture<Void> go = new CompletableFuture<>();
        WorkerPool<Integer> pool = topics.pool("p")
                .maxBatch(1)
                .strategy(ready -> {
                    seen.addAll(ready);
                    return ready.get(0);
                })
                .handling(Integer.class, job -> {
                    go.join();
                    handled.add(job);
                });
        List<PoolSource> sources = List.of(
                pool.subscribeTo(one(0)),
                pool.subscribeTo(one(1), o -> o.name("feed")),
                pool.subscribeTo(one(2), o -> o.priority(2)),
                pool.subscribeTo(FlowAdapters.toFlowPublisher(one(3)), o -> o.priority(1)));
        pool.start();
        await().until(() -> sources.stream().allMatch(source -> source.received() == 1));
        go.complete(null);

        await().until(() -> handled.size() == 4);
        assertThat(handled.subList(1, 4)).isSortedAccordingTo(Comparator.comparing(List.of(3, 2, 0, 1)::indexOf));
        assertThat(seen)
                .extracting(SourceView::name)
                .contains("publisher-3", "publisher-4")
                .containsAnyOf("publisher-1", "feed");
    }

    /** Sends one job when it is first asked. */
    private static Publisher<Integer> one(int job) {
        return subscriber -> subscriber.onSubscribe(new Subscription() {
            private final AtomicBoolean sent = new AtomicBoolean();

            @Override
            public void request(long n) {
                if (sent.compareAndSet(false, true)) {
                    subscriber.onNext(job);
                }
            }

            @Override
            public void cancel() {}
        });
    }

    @Test
    @DisplayName("A source may come and go while the pool runs, also one that is starved")
    void shouldBindAndUnbindWhileRunning() throws Exception {
        Gate gate = new Gate();
        Topic<Integer> first = topic("first");
        Topic<Integer> second = topic("second");
        WorkerPool<Object> pool = topics.pool("p").maxBatch(1).handling(gate);
        pool.subscribeTo(first, o -> o.priority(1));
        pool.start();
        publish(first, 0, 3);
        TopicSubscription starved = pool.subscribeTo(second);
        await().until(() -> gate.running.get() == 1);
        publish(second, 0, 10);
        starved.cancel();
        TopicSubscription stays = pool.subscribeTo(second);
        publish(second, 0, 2);
        gate.open();

        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(starved.received()).isZero();
        assertThat(starved.undelivered()).isEqualTo(10);
        assertThat(stays.received()).isEqualTo(2);
        assertThat(gate.done).hasValue(5);
    }

    @Test
    void shouldRefuseBadOptions() {
        WorkerPool<Integer> pool = pool(SourceStrategy.PRIORITY);
        try (SubmissionPublisher<Integer> feed = new SubmissionPublisher<>()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> pool.subscribeTo(feed, o -> o.name(" ")))
                    .withMessageContaining("name")
                    .withMessageContaining("' '");
            assertThatNullPointerException()
                    .isThrownBy(() -> pool.subscribeTo(feed, o -> null))
                    .withMessageContaining("options");
        }
        assertThatNullPointerException()
                .isThrownBy(() -> topics.pool("q").strategy(null))
                .withMessage("strategy");
        assertThatNullPointerException()
                .isThrownBy(() -> pool.subscribeTo(a, null))
                .withMessage("options");
    }
}
