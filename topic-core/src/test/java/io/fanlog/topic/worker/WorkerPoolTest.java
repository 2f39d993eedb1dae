package io.fanlog.topic.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A worker pool")
class WorkerPoolTest extends PoolFixture {
    private final AtomicInteger paged = new AtomicInteger();

    private void page(Integer quake) {
        paged.addAndGet(quake);
    }

    @Test
    @DisplayName("is made without a type witness from a method reference")
    void shouldInferTheJobType() throws Exception {
        Topic<Integer> quakes = topic("quakes");
        WorkerPool<Integer> alerts =
                topics.pool("alerts").concurrency(4).handling(this::page).start();
        alerts.subscribeTo(quakes);

        publish(quakes, 0, 11);

        assertThat(alerts.waitUntilIdle(SOON)).isTrue();
        assertThat(paged).hasValue(55);
    }

    @Test
    @DisplayName("gives its subscription its name, unless the options give one")
    void shouldLabelItsSubscriptions() {
        Topic<Integer> quakes = topic("labelled");
        WorkerPool<Integer> alerts = topics.pool("alerts").handling(this::page).start();

        assertThat(alerts.subscribeTo(quakes).label()).isEqualTo("alerts");
        assertThat(alerts.subscribeTo(quakes, o -> o.label("night shift")).label())
                .isEqualTo("night shift");
        assertThat(quakes.subscription("alerts")).isPresent();
    }

    @Test
    void shouldTakeTopicsOfSubtypes() throws Exception {
        List<Number> handled = Collections.synchronizedList(new ArrayList<>());
        WorkerPool<Number> pool = topics.pool("numbers").handling(Number.class, handled::add);
        pool.start();
        Topic<Integer> ints = topic("ints");
        Topic<Long> longs = topics.topic("longs", Long.class).build();
        pool.subscribeTo(ints);
        pool.subscribeTo(longs, o -> o.filter(n -> n > 1));

        ints.publish(1).orThrow();
        longs.publish(1L).orThrow();
        longs.publish(2L).orThrow();

        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(handled).containsExactlyInAnyOrder(1, 2L);
    }

    @ParameterizedTest(name = "concurrency {0}")
    @ValueSource(ints = {1, 2, 4, 33})
    void shouldHandleEveryMessageOnce(int concurrency) throws Exception {
        int jobs = 20_000;
        Set<Integer> seen = ConcurrentHashMap.newKeySet();
        AtomicInteger twice = new AtomicInteger();
        WorkerPool<Integer> pool = topics.pool("p").concurrency(concurrency).handling(Integer.class, job -> {
            if (!seen.add(job)) {
                twice.incrementAndGet();
            }
        });
        pool.start();
        Topic<Integer> topic = topic("t");
        pool.subscribeTo(topic);

        publish(topic, 0, jobs);

        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(seen).hasSize(jobs);
        assertThat(twice).hasValue(0);
        PoolStats stats = pool.stats();
        assertThat(stats.submitted()).isEqualTo(jobs);
        assertThat(stats.succeeded()).isEqualTo(jobs);
        assertThat(stats.pending()).isZero();
    }

    @Test
    void shouldKeepTheOrderAtConcurrencyOne() throws Exception {
        List<Integer> handled = Collections.synchronizedList(new ArrayList<>());
        WorkerPool<Integer> pool = topics.pool("p").handling(Integer.class, handled::add);
        pool.start();
        Topic<Integer> topic = topic("t");
        pool.subscribeTo(topic);

        publish(topic, 0, 5_000);

        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(handled).isSorted().hasSize(5_000);
    }

    @Test
    void shouldRunAsManyJobsAtOnceAsItsConcurrencyAndNoMore() {
        Gate gate = new Gate();
        WorkerPool<Object> pool = topics.pool("p").concurrency(5).handling(gate);
        pool.start();
        Topic<Integer> topic = topic("t");
        pool.subscribeTo(topic);

        publish(topic, 0, 50);

        await().until(() -> gate.running.get() == 5);
        PoolStats stats = pool.stats();
        assertThat(stats.inFlight()).isEqualTo(5);
        assertThat(stats.completed()).isZero();
        assertConserved(stats);
        gate.open();
        await().until(() -> gate.done.get() == 50);
        assertThat(gate.mostRunning).hasValue(5);
    }

    @Test
    void shouldRunTwoBlockingJobsAtOnceThoughTheSecondCameLater() {
        Gate gate = new Gate();
        WorkerPool<Object> pool = topics.pool("p").concurrency(2).handling(gate);
        pool.start();
        Topic<Integer> topic = topic("t");
        pool.subscribeTo(topic);

        publish(topic, 0, 1);
        await().until(() -> gate.running.get() == 1);
        publish(topic, 1, 2);

        await().until(() -> gate.running.get() == 2);
        gate.open();
    }

    @Test
    void shouldServeSeveralTopics() throws Exception {
        AtomicInteger sum = new AtomicInteger();
        WorkerPool<Integer> pool = topics.pool("p").concurrency(2).handling(Integer.class, sum::addAndGet);
        pool.start();
        List<Topic<Integer>> many = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Topic<Integer> topic = topic("t" + i);
            many.add(topic);
            pool.subscribeTo(topic);
        }

        for (int round = 0; round < 10; round++) {
            many.forEach(topic -> topic.publish(1).orThrow());
        }

        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(sum).hasValue(1_000);
    }

    @Test
    void shouldCountWhatItTookAsReceivedByTheSubscription() throws Exception {
        WorkerPool<Integer> pool = topics.pool("p").handling(Integer.class, job -> {});
        Topic<Integer> topic = topic("t");
        TopicSubscription subscription = pool.subscribeTo(topic, o -> o.label("page"));

        publish(topic, 0, 3);
        assertThat(subscription.label()).isEqualTo("page");
        assertThat(subscription.topic()).isEqualTo("t");
        assertThat(subscription.lag()).isEqualTo(3);
        assertThat(pool.stats().submitted()).isZero();
        pool.start();

        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(subscription.received()).isEqualTo(3);
        assertThat(subscription.lag()).isZero();
    }

    @Test
    void shouldTakeNothingFromACancelledSubscription() throws Exception {
        AtomicInteger handled = new AtomicInteger();
        WorkerPool<Integer> pool = topics.pool("p").handling(Integer.class, job -> handled.incrementAndGet());
        pool.start();
        Topic<Integer> cancelled = topic("cancelled");
        Topic<Integer> other = topics.topic("other", Integer.class).build();
        TopicSubscription subscription = pool.subscribeTo(cancelled);
        pool.subscribeTo(other);
        publish(cancelled, 0, 1);
        assertThat(pool.waitUntilIdle(SOON)).isTrue();

        subscription.cancel();
        assertThat(cancelled.publish(2).isOk()).isFalse();
        publish(other, 0, 1);

        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(handled).hasValue(2);
        assertThat(subscription.state()).isEqualTo(SubscriptionState.CANCELLED);
    }

    @Test
    void shouldHandleWhatIsThereWhenTheTopicIsCompleted() throws Exception {
        AtomicInteger handled = new AtomicInteger();
        WorkerPool<Integer> pool =
                topics.pool("p").concurrency(2).handling(Integer.class, job -> handled.incrementAndGet());
        Topic<Integer> topic = topic("t");
        TopicSubscription subscription = pool.subscribeTo(topic);
        publish(topic, 0, 100);
        topic.complete();

        pool.start();

        await().until(() -> subscription.state() == SubscriptionState.COMPLETED);
        assertThat(pool.waitUntilIdle(SOON)).isTrue();
        assertThat(handled).hasValue(100);
    }

    @Test
    void shouldRefuseASecondPoolOfTheSameNameUntilTheFirstIsClosed() {
        WorkerPool<Object> first = topics.pool("same").handling(job -> {});

        assertThatThrownBy(() -> topics.pool("same").handling(job -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("'same'");
        assertThat(topics.pools()).isEqualTo(List.of(first));
        first.close();
        assertThat(topics.pools()).isEmpty();
        assertThat(topics.pool("same").handling(job -> {}).status()).isEqualTo(PoolStatus.CREATED);
    }

    @Test
    void shouldNotBeMadeAfterTopicsWereClosed() {
        PoolBuilder late = topics.pool("late");
        topics.close();
        assertThatThrownBy(() -> late.handling(job -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("'late'");
    }
}
