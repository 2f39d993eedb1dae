package io.fanlog.topic.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fanlog.topic.Overflow;
import io.fanlog.topic.PublishRefusedException;
import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.Topics;
import io.fanlog.topic.reactor.ReactorTopics;
import io.fanlog.topic.worker.AddResult;
import io.fanlog.topic.worker.JobQueue;
import io.fanlog.topic.worker.WorkerPool;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/** The snippets of docs/guide/full.md, run against a topic and a queue that are full. */
@SuppressWarnings("FutureReturnValueIgnored") // as one would in an application that logs
class FullGuideTest {
    private static final Duration DEADLINE = Duration.ofSeconds(30);

    private record Quake(int number) {}

    private record Order(int number) {}

    /** Takes a quake when it is told to. */
    private static final class Slow extends BaseSubscriber<Quake> {
        private final List<Quake> got = new CopyOnWriteArrayList<>();

        @Override
        protected void hookOnSubscribe(Subscription subscription) {}

        @Override
        protected void hookOnNext(Quake value) {
            got.add(value);
        }
    }

    private final Topics topics = Topics.create();
    private final Topic<Quake> quakes =
            topics.topic("quakes", Quake.class).capacity(1).build();
    private final Slow slow = new Slow();
    private final Quake quake = new Quake(1);
    private final Order order = new Order(1);
    private final List<Object> logged = new CopyOnWriteArrayList<>();
    private final List<Order> shipped = new CopyOnWriteArrayList<>();
    private final WorkerPool<Order> shipping = topics.pool("shipping").handling(Order.class, shipped::add);
    private final JobQueue<Order> orders = shipping.bindQueue(o -> o.capacity(1));

    @AfterEach
    void close() {
        slow.cancel();
        topics.close(Duration.ZERO);
    }

    private void fill() {
        quakes.subscribe(slow, o -> o.label("slow"));
        assertThat(quakes.publish(new Quake(0))).isEqualTo(PublishResult.OK);
        assertThat(quakes.publish(quake)).isEqualTo(PublishResult.FULL);
        assertThat(orders.add(new Order(0))).isEqualTo(AddResult.ACCEPTED);
        assertThat(orders.add(order)).isEqualTo(AddResult.FULL);
    }

    private void log(Object result) {
        logged.add(result);
    }

    private void show(Quake shown) {
        logged.add(shown);
    }

    @Test
    void shouldAdmitWhoWaitsOnceThereIsRoom() {
        fill();
        quakes.publishAsync(quake).thenAccept(result -> log(result)); // OK, once there was room
        orders.addAsync(order).thenAccept(result -> log(result));
        assertThat(logged).isEmpty();

        slow.request(1);
        shipping.start();

        await().atMost(DEADLINE)
                .untilAsserted(
                        () -> assertThat(logged).containsExactlyInAnyOrder(PublishResult.OK, AddResult.ACCEPTED));
    }

    @Test
    void shouldSlowTheSourceDownToWhatTheTopicTakes() {
        fill();
        Flux<Quake> feed = Flux.range(1, 20).map(Quake::new);
        Mono<Void> copied =
                feed.concatMap(next -> ReactorTopics.publish(quakes, next)).then();
        Mono<Void> running = copied.cache();
        running.subscribe();
        slow.request(Long.MAX_VALUE);

        running.block(DEADLINE);

        await().atMost(DEADLINE).untilAsserted(() -> assertThat(slow.got).hasSize(21));
    }

    @Test
    void shouldAnswerFullWhenTheTimeToWaitIsOver() throws InterruptedException {
        fill();
        PublishResult result = quakes.offer(quake, Duration.ofMillis(50)); // FULL when the time is over

        assertThat(result).isEqualTo(PublishResult.FULL);
    }

    @Test
    void shouldGetInOnALaterAttempt() {
        fill();
        Mono<PublishResult> sent = Mono.fromCallable(() -> {
                    PublishResult answer = quakes.publish(quake);
                    answer.orThrow();
                    return answer;
                })
                .retryWhen(Retry.backoff(8, Duration.ofMillis(1))
                        .maxBackoff(Duration.ofMillis(100))
                        .filter(refused -> refused instanceof PublishRefusedException full
                                && full.result() == PublishResult.FULL));
        ScheduledExecutorService later = Executors.newSingleThreadScheduledExecutor();
        later.schedule(() -> slow.request(1), 5, TimeUnit.MILLISECONDS);

        assertThat(sent.block(DEADLINE)).isEqualTo(PublishResult.OK);

        later.shutdownNow();
    }

    @Test
    void shouldLeaveTheNewestOutAndCountIt() {
        fill();
        Topic<Quake> dashboard = topics.topic("dashboard", Quake.class)
                .capacity(2)
                .overflow(Overflow.DROP_NEWEST)
                .build();
        dashboard.subscribe(new Slow(), o -> o);
        assertThat(dashboard.publish(quake)).isEqualTo(PublishResult.OK);
        assertThat(dashboard.publish(quake)).isEqualTo(PublishResult.OK);
        assertThat(dashboard.publish(quake)).isEqualTo(PublishResult.DROPPED);
        assertThat(dashboard.stats().refused()).containsEntry(PublishResult.DROPPED, 1L);

        LongAdder shed = new LongAdder();
        if (!orders.add(order).isAccepted()) {
            shed.increment();
        }
        assertThat(shed.sum()).isEqualTo(1);
    }

    @Test
    void shouldLeaveTheOldestOutForOneSlowSubscriber() {
        Topic<Quake> quakes = topics.topic("wide", Quake.class).build();
        TopicSubscription screen =
                quakes.subscribe(this::show, o -> o.label("screen").skipToOldest(100));

        assertThat(screen.missed()).isZero();
    }

    @Test
    void shouldBringBackWhatWasSpilled() {
        fill();
        JobQueue<Order> aside = topics.pool("spilled")
                .handlingAsync(Order.class, orders::addAsync)
                .start()
                .bindQueue();

        AddResult result = orders.add(order);
        if (result == AddResult.FULL) {
            aside.add(order).orThrow();
        }
        shipping.start();

        await().atMost(DEADLINE).untilAsserted(() -> assertThat(shipped).containsExactly(new Order(0), order));
    }
}
