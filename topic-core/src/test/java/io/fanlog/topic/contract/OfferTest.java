package io.fanlog.topic.contract;

import static io.fanlog.topic.PublishResult.CLOSED;
import static io.fanlog.topic.PublishResult.DROPPED;
import static io.fanlog.topic.PublishResult.FULL;
import static io.fanlog.topic.PublishResult.NO_SUBSCRIBERS;
import static io.fanlog.topic.PublishResult.OK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fanlog.topic.Overflow;
import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import io.fanlog.topic.scenario.Crew;
import io.fanlog.topic.scenario.Flavour;
import io.fanlog.topic.scenario.Probe;
import io.fanlog.topic.scenario.Rounds;
import io.fanlog.topic.scenario.Stepped;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The publish that blocks until there is room, or the time is over. */
class OfferTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final Topics topics = Topics.create();
    private final Crew crew = new Crew();
    private final Topic<Integer> topic =
            topics.topic("numbers", Integer.class).capacity(1).build();

    @AfterEach
    void close() {
        crew.close();
        assertThat(topics.close(Duration.ZERO)).isIn(true, false);
    }

    private Probe<Integer> full() {
        Probe<Integer> probe = new Probe<Integer>(Flavour.REACTIVE).to(topic, 0, o -> o);
        topic.publish(0).orThrow();
        return probe;
    }

    private void awaitWaiter() {
        await().atMost(Rounds.deadline())
                .pollInterval(Duration.ofMillis(1))
                .until(() -> topic.stats().waiters() == 1);
    }

    @Test
    void shouldPublishAtOnceWhenThereIsRoom() throws Exception {
        new Probe<Integer>(Flavour.REACTIVE).to(topic, 0, o -> o);
        assertThat(topic.offer(1, LONG)).isEqualTo(OK);
    }

    @Test
    void shouldWaitUntilThereIsRoom() throws Exception {
        Probe<Integer> probe = full();
        crew.together(() -> assertThat(topic.offer(1, LONG)).isEqualTo(OK), () -> {
            awaitWaiter();
            probe.request(2);
        });
        await().atMost(Rounds.deadline()).until(() -> probe.count() == 2);
        assertThat(probe.items()).containsExactly(0, 1);
        assertThat(topic.stats().refused()).isEmpty();
    }

    @Test
    void shouldAnswerFullWhenTheTimeIsOver() throws Exception {
        full();
        long began = System.nanoTime();
        assertThat(topic.offer(1, Duration.ofMillis(20))).isEqualTo(FULL);
        assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(20_000_000);
        assertThat(topic.stats().waiters()).isZero();
        assertThat(topic.stats().refused()).isEqualTo(Map.of(FULL, 1L));
    }

    @Test
    void shouldNotWaitWhenTheTimeoutIsZeroOrLess() throws Exception {
        full();
        assertThat(topic.offer(1, Duration.ZERO)).isEqualTo(FULL);
        assertThat(topic.offer(1, Duration.ofSeconds(Long.MIN_VALUE))).isEqualTo(FULL);
    }

    @Test
    void shouldAcceptTheLongestTimeout() throws Exception {
        Probe<Integer> probe = full();
        crew.together(
                () -> assertThat(topic.offer(1, Duration.ofSeconds(Long.MAX_VALUE)))
                        .isEqualTo(OK),
                () -> {
                    awaitWaiter();
                    probe.request(1);
                });
    }

    @Test
    void shouldAnswerDroppedWhenTheTimeIsOverAndOverflowIsDropNewest() throws Exception {
        Topic<Integer> dropping = topics.topic("dropping", Integer.class)
                .capacity(1)
                .overflow(Overflow.DROP_NEWEST)
                .build();
        new Probe<Integer>(Flavour.REACTIVE).to(dropping, 0, o -> o);
        dropping.publish(0).orThrow();
        assertThat(dropping.offer(1, Duration.ofMillis(5))).isEqualTo(DROPPED);
        assertThat(dropping.stats().refused()).isEqualTo(Map.of(DROPPED, 1L));
    }

    @Test
    void shouldThrowAndPublishNothingWhenInterruptedWhileWaiting() throws Exception {
        Probe<Integer> probe = full();
        AtomicReference<Thread> waiting = new AtomicReference<>();
        AtomicReference<Object> outcome = new AtomicReference<>();
        crew.together(
                () -> {
                    waiting.set(Thread.currentThread());
                    try {
                        outcome.set(topic.offer(1, LONG));
                    } catch (InterruptedException e) {
                        outcome.set(e);
                    }
                },
                () -> {
                    awaitWaiter();
                    waiting.get().interrupt();
                });
        assertThat(outcome.get()).isInstanceOf(InterruptedException.class);
        assertThat(topic.stats().waiters()).isZero();
        probe.request(10);
        topic.complete();
        await().atMost(Rounds.deadline()).until(probe::hasCompleted);
        assertThat(probe.items()).containsExactly(0);
    }

    @Test
    void shouldAnswerClosedWhenTheTopicEndsMeanwhile() throws Exception {
        full();
        crew.together(() -> assertThat(topic.offer(1, LONG)).isEqualTo(CLOSED), () -> {
            awaitWaiter();
            topic.close();
        });
    }

    @Test
    void shouldAnswerNoSubscribersWhenTheLastSubscriptionLeavesMeanwhile() throws Exception {
        Probe<Integer> probe = full();
        crew.together(() -> assertThat(topic.offer(1, LONG)).isEqualTo(NO_SUBSCRIBERS), () -> {
            awaitWaiter();
            probe.cancel();
        });
    }

    @Test
    void shouldStandInTheSameLineAsPublishAsync() throws Exception {
        Probe<Integer> probe = full();
        List<Future<?>> offering =
                crew.start(() -> assertThat(topic.offer(1, LONG)).isEqualTo(OK));
        awaitWaiter();
        assertThat(topic.publishAsync(2).isDone()).as("maxWaiters is 1").isTrue();
        probe.request(Long.MAX_VALUE);
        Crew.await(offering);
        await().atMost(Rounds.deadline()).until(() -> probe.count() == 2);
        assertThat(probe.items()).containsExactly(0, 1);
    }

    @Test
    void shouldRefuseToWaitOnALoopThread() {
        try (Stepped stepped = new Stepped()) {
            Topic<Integer> stuck = stepped.numbers(b -> b.capacity(1));
            List<Object> outcomes = new ArrayList<>();
            new Probe<Integer>(Flavour.REACTIVE).to(stuck, 0, o -> o);
            Topic<Integer> trigger =
                    stepped.topics().topic("trigger", Integer.class).build();
            new Probe<Integer>(Flavour.HANDLER)
                    .onItem(item -> outcomes.add(offered(stuck, item)))
                    .to(trigger, o -> o);
            Stepped.publish(stuck, 0, 0);
            Stepped.publish(trigger, 1, 1);
            stepped.run();
            assertThat(outcomes).hasSize(1);
            assertThat(outcomes.get(0)).isInstanceOf(IllegalStateException.class);
            assertThat(((Exception) outcomes.get(0)).getMessage())
                    .contains(Thread.currentThread().getName());
            assertThat(stuck.stats().waiters()).isZero();
            assertThat(stuck.stats().published()).isEqualTo(1);
        }
    }

    @Test
    void shouldPublishOnALoopThreadWhenItNeedNotWait() {
        try (Stepped stepped = new Stepped()) {
            Topic<Integer> numbers = stepped.numbers(b -> b.capacity(2));
            List<Object> outcomes = new ArrayList<>();
            new Probe<Integer>(Flavour.HANDLER)
                    .onItem(item -> {
                        if (item == 0) {
                            outcomes.add(offered(numbers, 2));
                        }
                    })
                    .to(numbers, o -> o);
            Stepped.publish(numbers, 0, 1); // full until the handler has taken one
            stepped.run();
            assertThat(outcomes).containsExactly(OK);
        }
    }

    private static Object offered(Topic<Integer> to, int item) {
        try {
            PublishResult result = to.offer(item, LONG);
            return result;
        } catch (InterruptedException | IllegalStateException e) {
            return e;
        }
    }
}
