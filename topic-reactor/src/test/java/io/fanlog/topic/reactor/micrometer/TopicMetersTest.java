package io.fanlog.topic.reactor.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fanlog.topic.Dispatcher;
import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.Topics;
import io.fanlog.topic.spi.ManualClock;
import io.fanlog.topic.spi.TopicClock;
import io.fanlog.topic.worker.WorkerPool;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.BaseSubscriber;

/** What the meters of topics, subscriptions, pools and loops show, and when they come and go. */
class TopicMetersTest {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final ManualClock clock = TopicClock.manual(Instant.parse("2026-01-01T00:00:00Z"));
    private final Dispatcher dispatcher = Dispatcher.stepped(clock);
    private final Topics topics = Topics.builder().dispatcher(dispatcher).build();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @AfterEach
    void close() {
        topics.close(Duration.ZERO);
        run();
        dispatcher.close();
    }

    private void run() {
        while (dispatcher.step() > 0) {
            // until there is nothing to do
        }
    }

    private TopicMeters bound() {
        return TopicMeters.builder(topics).withoutTimers().bindTo(registry);
    }

    private Topic<Integer> numbers(int capacity) {
        return topics.topic("numbers", Integer.class).capacity(capacity).build();
    }

    private static void publish(Topic<Integer> topic, int count) {
        for (int i = 0; i < count; i++) {
            topic.publish(i).orThrow();
        }
    }

    /** The value of the one meter of this name and these tags, which it must have and no others. */
    private double value(String name, String... tags) {
        List<Meter> found = registry.getMeters().stream()
                .filter(meter -> meter.getId().getName().equals(name)
                        && Tags.of(meter.getId().getTags()).equals(Tags.of(tags)))
                .toList();
        assertThat(found).as("%s %s in %s", name, List.of(tags), names()).hasSize(1);
        return found.get(0).measure().iterator().next().getValue();
    }

    private String names() {
        TreeMap<String, String> names = new TreeMap<>();
        registry.getMeters().forEach(meter -> names.put(meter.getId().toString(), ""));
        return names.keySet().toString();
    }

    private List<String> labels() {
        return registry.getMeters().stream()
                .map(meter -> meter.getId().getTag("subscription"))
                .filter(label -> label != null)
                .distinct()
                .sorted()
                .toList();
    }

    // Topics.

    @Test
    void shouldShowTheFiguresOfATopic() {
        bound();
        Topic<Integer> topic = numbers(4);
        BaseSubscriber<Integer> slow = stalled();
        topic.subscribe(slow, o -> o.label("slow"));
        run();
        publish(topic, 4);
        assertThat(topic.publish(4)).isEqualTo(PublishResult.FULL);
        assertThat(topic.publish(4)).isEqualTo(PublishResult.FULL);
        var waiting = topic.publishAsync(4);
        assertThat(value("fanlog.topic.published", "topic", "numbers")).isEqualTo(4);
        assertThat(value("fanlog.topic.refused", "topic", "numbers", "reason", "full"))
                .isEqualTo(2);
        assertThat(value("fanlog.topic.refused", "topic", "numbers", "reason", "closed"))
                .isZero();
        assertThat(value("fanlog.topic.stored", "topic", "numbers")).isEqualTo(4);
        assertThat(value("fanlog.topic.lag", "topic", "numbers")).isEqualTo(4);
        assertThat(value("fanlog.topic.capacity", "topic", "numbers")).isEqualTo(4);
        assertThat(value("fanlog.topic.waiters", "topic", "numbers")).isEqualTo(1);
        assertThat(value("fanlog.topic.subscriptions", "topic", "numbers")).isEqualTo(1);
        slow.request(1);
        run();
        assertThat(waiting).isCompletedWithValue(PublishResult.OK);
        assertThat(value("fanlog.topic.published", "topic", "numbers")).isEqualTo(5);
        assertThat(value("fanlog.topic.waiters", "topic", "numbers")).isZero();
    }

    private static BaseSubscriber<Integer> stalled() {
        return new BaseSubscriber<>() {
            @Override
            protected void hookOnSubscribe(org.reactivestreams.Subscription subscription) {}
        };
    }

    @Test
    void shouldCountEveryReasonOfARefusal() {
        bound();
        Topic<Integer> topic = topics.topic("numbers", Integer.class)
                .capacity(4)
                .duplicateWindow(Duration.ofMinutes(1), 10)
                .build();
        assertThat(topic.publish(1)).isEqualTo(PublishResult.NO_SUBSCRIBERS);
        topic.subscribe(payload -> {});
        assertThat(topic.publish(1, e -> e.id("one"))).isEqualTo(PublishResult.OK);
        assertThat(topic.publish(1, e -> e.id("one"))).isEqualTo(PublishResult.DUPLICATE);
        topic.complete();
        assertThat(topic.publish(1)).isEqualTo(PublishResult.CLOSED);
        for (String reason : List.of("no_subscribers", "duplicate", "closed")) {
            assertThat(value("fanlog.topic.refused", "topic", "numbers", "reason", reason))
                    .as(reason)
                    .isEqualTo(1);
        }
    }

    @Test
    void shouldShowWhatWasThereBeforeItWasBoundAsWell() {
        Topic<Integer> topic = numbers(8);
        topic.subscribe(payload -> {}, o -> o.label("page"));
        WorkerPool<Integer> pool = topics.pool("alerts").handling((Integer job) -> {});
        publish(topic, 3);
        run();
        bound();
        assertThat(value("fanlog.topic.published", "topic", "numbers")).isEqualTo(3);
        assertThat(value("fanlog.subscription.delivered", "topic", "numbers", "subscription", "page"))
                .isEqualTo(3);
        assertThat(value("fanlog.pool.concurrency", "pool", "alerts")).isEqualTo(1);
        assertThat(pool.concurrency()).isEqualTo(1);
    }

    @Test
    void shouldLetTheMetersOfATopicGoWhenItIsClosedNotWhenItIsOnlyComplete() {
        bound();
        Topic<Integer> topic = numbers(8);
        topic.subscribe(payload -> {}, o -> o.label("page"));
        run();
        topic.complete();
        run();
        assertThat(labels()).as("it has ended").isEmpty();
        assertThat(value("fanlog.topic.published", "topic", "numbers")).isZero();
        topic.close();
        assertThat(registry.getMeters()).isEmpty();
    }

    // Subscriptions.

    @Test
    void shouldShowTheFiguresOfALabelledSubscription() {
        bound();
        Topic<Integer> topic = numbers(8);
        topic.subscribe(payload -> {}, o -> o.label("page").skipToLatest(2).filter(n -> n != 4));
        run();
        publish(topic, 4);
        run();
        publish(topic, 5);
        publish(topic, 1);
        String[] tags = {"topic", "numbers", "subscription", "page"};
        assertThat(value("fanlog.subscription.delivered", tags)).isEqualTo(1);
        assertThat(value("fanlog.subscription.missed", tags)).isEqualTo(3);
        assertThat(value("fanlog.subscription.lag", tags)).isEqualTo(6);
        run();
        assertThat(value("fanlog.subscription.missed", tags)).isEqualTo(8);
        assertThat(value("fanlog.subscription.lag", tags)).isZero();
        publish(topic, 2);
        run();
        assertThat(value("fanlog.subscription.filtered", tags)).isZero();
        topic.publish(4).orThrow();
        run();
        assertThat(value("fanlog.subscription.filtered", tags)).isEqualTo(1);
        assertThat(value("fanlog.subscription.live", tags)).isEqualTo(1);
    }

    @Test
    void shouldPutAllWithoutALabelUnderOneTagAndNeverLetTheirCountersFall() {
        bound();
        Topic<Integer> topic =
                topics.topic("numbers", Integer.class).retainLast(1).build();
        String[] tags = {"topic", "numbers", "subscription", "unlabelled"};
        for (int round = 1; round <= 3; round++) {
            TopicSubscription one = topic.subscribe(payload -> {});
            TopicSubscription two = topic.subscribe(payload -> {});
            run();
            publish(topic, 5);
            assertThat(value("fanlog.subscription.lag", tags))
                    .as("of the one furthest behind")
                    .isEqualTo(5);
            run();
            assertThat(value("fanlog.subscription.delivered", tags)).isEqualTo(round * 10);
            assertThat(value("fanlog.subscription.live", tags)).isEqualTo(2);
            one.cancel();
            two.cancel();
            run();
            assertThat(value("fanlog.subscription.delivered", tags))
                    .as("when all have gone")
                    .isEqualTo(round * 10);
            assertThat(value("fanlog.subscription.live", tags)).isZero();
        }
        assertThat(labels()).containsExactly("unlabelled");
        topic.close();
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void shouldCountOnceWhatAResumedSubscriptionAndTheOneBeforeItWereDelivered() {
        bound();
        Topic<Integer> topic = numbers(64);
        String[] tags = {"topic", "numbers", "subscription", "page"};
        TopicSubscription handle = topic.subscribe(payload -> {}, o -> o.resumable("page"));
        run();
        for (int round = 1; round <= 4; round++) {
            publish(topic, 3);
            run();
            handle.cancel();
            run();
            publish(topic, 2);
            assertThat(value("fanlog.subscription.lag", tags)).isEqualTo(2);
            handle = topic.subscribe(payload -> {}, o -> o.resumable("page"));
            run();
            assertThat(value("fanlog.subscription.delivered", tags)).isEqualTo(round * 5);
            assertThat(value("fanlog.subscription.live", tags)).isEqualTo(1);
        }
        assertThat(topic.forget("page")).isTrue();
        run();
        assertThat(labels()).isEmpty();
    }

    @Test
    void shouldLetTheMetersOfASubscriptionGoWhenTheLastOfItsLabelHasEnded() {
        bound();
        Topic<Integer> topic = numbers(8);
        TopicSubscription one = topic.subscribe(payload -> {}, o -> o.label("page"));
        TopicSubscription two = topic.subscribe(payload -> {}, o -> o.label("page"));
        run();
        one.cancel();
        run();
        assertThat(labels()).containsExactly("page");
        two.cancel();
        run();
        assertThat(labels()).isEmpty();
    }

    @Test
    void shouldPutNamesBeyondTheLimitUnderOther() {
        TopicMeters.builder(topics).withoutTimers().maxNames(2).bindTo(registry);
        Topic<Integer> first = topics.topic("t0", Integer.class).build();
        for (int i = 1; i < 5; i++) {
            topics.topic("t" + i, Integer.class).build();
        }
        for (int i = 0; i < 5; i++) {
            String label = "page-" + i;
            first.subscribe(payload -> {}, o -> o.label(label));
            topics.pool("pool-" + i).handling((Integer job) -> {}).start();
        }
        run();
        publish(first, 1);
        run();
        assertThat(labels()).hasSize(3).contains("other");
        assertThat(value("fanlog.subscription.delivered", "topic", "t0", "subscription", "other"))
                .isEqualTo(3);
        assertThat(value("fanlog.topic.published", "topic", "t0")).isEqualTo(1);
        assertThat(value("fanlog.topic.capacity", "topic", "other"))
                .as("one of them, not their sum")
                .isEqualTo(65_536);
        assertThat(value("fanlog.pool.concurrency", "pool", "other")).isEqualTo(3);
    }

    // Pools.

    @Test
    void shouldShowTheFiguresOfAPool() throws InterruptedException {
        try (Topics own = Topics.builder().drainTimeout(Duration.ZERO).build();
                TopicMeters meters = TopicMeters.bind(own, registry)) {
            CountDownLatch gate = new CountDownLatch(1);
            CountDownLatch both = new CountDownLatch(2);
            Topic<Integer> topic = own.topic("numbers", Integer.class).build();
            WorkerPool<Integer> pool = own.pool("alerts")
                    .concurrency(2)
                    .maxBatch(1)
                    .handling((Integer job) -> {
                        both.countDown();
                        gate.await();
                        if (job == 0) {
                            throw new IllegalArgumentException("zero");
                        }
                    })
                    .start();
            pool.subscribeTo(topic);
            publish(topic, 2);
            both.await();
            assertThat(value("fanlog.pool.in.flight", "pool", "alerts")).isEqualTo(2);
            assertThat(value("fanlog.pool.submitted", "pool", "alerts")).isEqualTo(2);
            assertThat(value("fanlog.pool.concurrency", "pool", "alerts")).isEqualTo(2);
            gate.countDown();
            await().atMost(SOON).until(() -> pool.stats().completed() == 2);
            assertThat(value("fanlog.pool.completed", "pool", "alerts", "outcome", "succeeded"))
                    .isEqualTo(1);
            assertThat(value("fanlog.pool.completed", "pool", "alerts", "outcome", "failed"))
                    .isEqualTo(1);
            assertThat(value("fanlog.pool.pending", "pool", "alerts")).isZero();
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(value("fanlog.pool.idle.workers", "pool", "alerts"))
                            .isEqualTo(1));
            assertThat(timer("succeeded").count()).isEqualTo(1);
            assertThat(timer("failed").count()).isEqualTo(1);
            assertThat(value("fanlog.subscription.delivered", "topic", "numbers", "subscription", "alerts"))
                    .as("a pool's subscription has its name")
                    .isEqualTo(2);
            pool.close();
            assertThat(registry.find("fanlog.pool.handler").meters()).isEmpty();
            assertThat(registry.find("fanlog.pool.completed").meters()).isEmpty();
            assertThat(meters).isNotNull();
        }
        assertThat(registry.getMeters()).isEmpty();
    }

    private Timer timer(String outcome) {
        return registry.get("fanlog.pool.handler")
                .tags("pool", "alerts", "outcome", outcome)
                .timer();
    }

    // Loops.

    @Test
    void shouldTimeTheTurnsOfALoopOnlyWhenAsked() {
        TopicMeters meters = bound();
        Topic<Integer> topic = numbers(8);
        topic.subscribe(payload -> {});
        run();
        assertThat(registry.find("fanlog.loop.turn").meters()).isEmpty();
        meters.close();
        TopicMeters.bind(topics, registry);
        publish(topic, 1);
        run();
        assertThat(registry.get("fanlog.loop.turn")
                        .tag("loop", "fanlog-loop-1")
                        .timer()
                        .count())
                .isPositive();
        assertThat(value("fanlog.loop.stalls", "loop", "fanlog-loop-1")).isZero();
    }

    // The binding itself.

    @Test
    void shouldTakeAllMetersOutWhenItIsClosedAndRegisterNoneAfterwards() {
        TopicMeters meters = bound();
        Topic<Integer> topic = numbers(8);
        topic.subscribe(payload -> {}, o -> o.label("page"));
        topics.pool("alerts").handling((Integer job) -> {}).start().subscribeTo(topic);
        run();
        assertThat(registry.getMeters()).isNotEmpty();
        meters.close();
        meters.close();
        assertThat(registry.getMeters()).isEmpty();
        topics.topic("late", Integer.class).build();
        topic.subscribe(payload -> {}, o -> o.label("late"));
        run();
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void shouldTakeAllMetersOutWhenTheTopicsAreClosed() {
        TopicMeters.bind(topics, registry);
        Topic<Integer> topic = numbers(8);
        topic.subscribe(payload -> {}, o -> o.label("page"));
        topics.pool("alerts").handling((Integer job) -> {}).start().subscribeTo(topic);
        run();
        topics.close(Duration.ZERO);
        run();
        assertThat(topics.close(Duration.ZERO)).isTrue();
        assertThat(registry.getMeters()).isEmpty();
        TopicMeters.bind(topics, registry).close();
    }

    @Test
    void shouldRefuseASecondBindingWithTheSameTags() {
        TopicMeters first = bound();
        Topics others = Topics.builder().dispatcher(dispatcher).build();
        assertThatThrownBy(() -> TopicMeters.bind(others, registry))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("with the tags []");
        try (TopicMeters second =
                TopicMeters.builder(others).tags(Tags.of("app", "b")).bindTo(registry)) {
            others.topic("numbers", Integer.class).build();
            numbers(8);
            assertThat(value("fanlog.topic.published", "topic", "numbers", "app", "b"))
                    .isZero();
            assertThat(value("fanlog.topic.published", "topic", "numbers")).isZero();
            assertThat(second).isNotNull();
        }
        first.close();
        TopicMeters.bind(others, registry).close();
        others.close(Duration.ZERO);
    }

    @Test
    void shouldRefuseBadOptions() {
        assertThatThrownBy(() -> TopicMeters.builder(topics).maxNames(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maxNames must be at least 1, got 0");
        assertThatThrownBy(() -> TopicMeters.builder(topics).tags(Tags.of("pool", "x")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("got tag(pool=x)");
        assertThatThrownBy(() -> TopicMeters.bind(topics, null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("registry");
        assertThatThrownBy(() -> TopicMeters.bind(null, registry))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("topics");
    }

    @Test
    void shouldHaveAsManyMetersAsBeforeWhenThousandsHaveComeAndGone() {
        TopicMeters.bind(topics, registry);
        Topic<Integer> kept = numbers(8);
        kept.subscribe(payload -> {});
        run();
        int baseline = registry.getMeters().size();
        for (int round = 0; round < 1_000; round++) {
            String name = "t" + round;
            Topic<Integer> topic = topics.topic(name, Integer.class).build();
            TopicSubscription labelled = kept.subscribe(payload -> {}, o -> o.label(name));
            topic.subscribe(payload -> {}, o -> o.label(name));
            topic.subscribe(payload -> {});
            WorkerPool<Integer> pool =
                    topics.pool(name).handling((Integer job) -> {}).start();
            pool.subscribeTo(topic);
            run();
            assertThat(registry.getMeters()).hasSizeGreaterThan(baseline);
            labelled.cancel();
            pool.close();
            CompletableFuture<Void> drained = topic.close(Duration.ZERO);
            run();
            assertThat(drained).isDone();
            assertThat(registry.getMeters()).as("after round %d", round).hasSize(baseline);
        }
    }

    @Test
    void shouldNeverShowLessThanBeforeWhileSubscriptionsComeAndGo() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try (Topics own = Topics.builder().drainTimeout(Duration.ZERO).build();
                TopicMeters meters = TopicMeters.bind(own, registry)) {
            Topic<Integer> topic =
                    own.topic("numbers", Integer.class).retainLast(16).build();
            topic.subscribe(payload -> {}, o -> o.skipToLatest(16));
            String[] tags = {"topic", "numbers", "subscription", "unlabelled"};
            await().atMost(SOON)
                    .until(() -> registry.find("fanlog.subscription.delivered").meter() != null);
            Future<Integer> publishing = threads.submit(() -> {
                int published = 0;
                while (!over.get()) {
                    published += topic.publish(published) == PublishResult.OK ? 1 : 0;
                }
                return published;
            });
            Future<?> coming = threads.submit(() -> {
                for (int round = 0; round < 2_000; round++) {
                    topic.subscribe(payload -> {}, o -> o.fromLast(4).skipToOldest(16))
                            .cancel();
                }
            });
            double before = 0;
            while (!coming.isDone()) {
                double now = value("fanlog.subscription.delivered", tags);
                assertThat(now).isGreaterThanOrEqualTo(before);
                before = now;
            }
            coming.get();
            over.set(true);
            assertThat(publishing.get(20, TimeUnit.SECONDS)).isPositive();
            assertThat(meters).isNotNull();
        } finally {
            over.set(true);
            threads.shutdownNow();
        }
        assertThat(registry.getMeters()).isEmpty();
    }
}
