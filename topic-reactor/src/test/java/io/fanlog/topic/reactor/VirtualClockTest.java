package io.fanlog.topic.reactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fanlog.topic.Dispatcher;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicClosedException;
import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.Topics;
import java.time.Duration;
import java.util.List;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import reactor.test.StepVerifier;
import reactor.test.scheduler.VirtualTimeScheduler;
import reactor.test.subscriber.TestSubscriber;

/** Reactor's virtual time drives what topics do by time, beside what operators do. */
class VirtualClockTest {
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    private VirtualTimeScheduler time;
    private Dispatcher dispatcher;
    private Topics topics;

    @BeforeEach
    void startInVirtualTime() {
        time = VirtualTimeScheduler.getOrSet();
        dispatcher = Dispatcher.builder().clock(ReactorTopics.clock(time)).build();
        topics = Topics.builder().dispatcher(dispatcher).build();
    }

    @AfterEach
    void close() {
        topics.close(Duration.ZERO);
        dispatcher.close();
        VirtualTimeScheduler.reset();
    }

    private static ConditionFactory eventually() {
        return await().atMost(DEADLINE).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1));
    }

    @Test
    @DisplayName("scenario 11: retention goes by virtual time, on an idle topic, too")
    void retentionGoesByVirtualTime() {
        Topic<Integer> topic = topics.topic("aging", Integer.class)
                .retainFor(Duration.ofSeconds(1))
                .build();
        for (int i = 0; i < 100; i++) {
            topic.publish(i).orThrow();
        }
        time.advanceTimeBy(Duration.ofMillis(500));
        assertThat(replayed(topic)).hasSize(100);
        time.advanceTimeBy(Duration.ofMillis(2_500));
        eventually().until(() -> topic.stats().head() == 100);
        assertThat(replayed(topic)).isEmpty();
    }

    /** What a late joiner gets within a virtual millisecond, which does not pass before it has caught up. */
    private List<Integer> replayed(Topic<Integer> topic) {
        TestSubscriber<Integer> late = TestSubscriber.create();
        ReactorTopics.flux(topic, o -> o.fromEarliest().label("late"))
                .take(Duration.ofMillis(1))
                .subscribe(late);
        eventually().until(() -> topic.subscription("late").orElseThrow().lag() == 0);
        time.advanceTimeBy(Duration.ofMillis(1));
        assertThat(late.isTerminatedComplete()).isTrue();
        return late.getReceivedOnNext();
    }

    @Test
    @DisplayName("a detached subscription is kept for its time and not longer, in virtual time")
    void graceGoesByVirtualTime() {
        Topic<Integer> topic = topics.topic("resumed", Integer.class).build();
        ReactorTopics.flux(topic, o -> o.resumable("page", Duration.ofHours(1)))
                .subscribe()
                .dispose();
        TopicSubscription page = topic.subscription("page").orElseThrow();
        time.advanceTimeBy(Duration.ofMinutes(59));
        assertThat(page.state().isEnded()).isFalse();
        time.advanceTimeBy(Duration.ofMinutes(2));
        eventually().until(() -> page.state().isEnded());
        assertThat(topic.subscriptions()).isEmpty();
    }

    @Test
    @DisplayName("closing gives its subscribers virtual time")
    void drainTimeGoesByVirtualTime() {
        Topic<Integer> topic = topics.topic("closing", Integer.class).build();
        StepVerifier.withVirtualTime(() -> ReactorTopics.flux(topic), () -> time, 0)
                .expectSubscription()
                .then(() -> {
                    topic.publish(1).orThrow();
                    assertThat(topic.close(Duration.ofMinutes(1))).isNotDone();
                })
                .thenAwait(Duration.ofMinutes(1))
                .expectErrorMatches(error -> error instanceof TopicClosedException)
                .verify(DEADLINE);
    }

    @Test
    @DisplayName("asking again and again for the same time leaves one task in the scheduler")
    void leavesFewTasks() {
        Topic<Integer> topic = topics.topic("busy", Integer.class)
                .retainFor(Duration.ofHours(1))
                .build();
        for (int i = 0; i < 1_000; i++) {
            topic.publish(i).orThrow();
            ReactorTopics.flux(topic, o -> o.fromEarliest()).blockFirst(DEADLINE);
        }
        assertThat(time.getScheduledTaskCount()).isLessThan(100);
    }
}
