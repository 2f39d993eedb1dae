package io.fanlog.topic.scenario;

import static io.fanlog.topic.PublishResult.CLOSED;
import static io.fanlog.topic.PublishResult.FULL;
import static io.fanlog.topic.PublishResult.OK;
import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Scenario 2: subscribers publish to the topic they read, and end it. */
class NestedPublishTest {
    private static final int CHAIN = 100_000;

    /** Publishes the next number until the chain is over, then completes the topic and publishes once more. */
    private static Probe<Integer> chained(
            Flavour flavour, Crew crew, Topic<Integer> topic, List<PublishResult> last, AtomicInteger depth) {
        Probe<Integer> probe = new Probe<Integer>(flavour, crew.threads());
        probe.onItem(item -> {
            assertThat(depth.incrementAndGet()).as("calls within calls").isEqualTo(1);
            if (item < CHAIN) {
                topic.publish(item + 1).orThrow();
            } else {
                topic.complete();
                last.add(topic.publish(item + 1));
            }
            depth.decrementAndGet();
        });
        return probe.to(topic, o -> o);
    }

    @ParameterizedTest
    @EnumSource
    void shouldFollowTheCurrentCallWithoutDeadlockOrOverflow(Flavour flavour) {
        chain(flavour, 65_536);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("room for one is enough: a message is released before it is handed out")
    void shouldFollowTheCurrentCallWhenThereIsRoomForOne(Flavour flavour) {
        chain(flavour, 1);
    }

    private static void chain(Flavour flavour, int capacity) {
        try (Topics topics = Topics.create();
                Crew crew = new Crew()) {
            Topic<Integer> topic =
                    topics.topic("chain", Integer.class).capacity(capacity).build();
            List<PublishResult> last = Collections.synchronizedList(new ArrayList<>());
            Probe<Integer> probe = chained(flavour, crew, topic, last, new AtomicInteger());
            topic.publish(1).orThrow();
            Waiting.until("the end of the chain", probe::hasCompleted);
            assertThat(last).containsExactly(CLOSED);
            assertThat(probe.count()).isEqualTo(CHAIN);
            assertThat(probe.items().get(CHAIN - 1)).isEqualTo(CHAIN);
            assertThat(probe.items()).isSorted();
            probe.assertCompleted();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldAnswerFullTruthfullyWhenAnotherHoldsTheRoom(Flavour flavour) {
        try (Stepped stepped = new Stepped()) {
            Topic<Integer> topic = stepped.numbers(b -> b.capacity(1));
            Probe<Integer> slow = new Probe<Integer>(Flavour.REACTIVE).to(topic, 0, o -> o);
            List<PublishResult> results = new ArrayList<>();
            new Probe<Integer>(flavour)
                    .onItem(item -> results.add(topic.publish(item + 1)))
                    .to(topic, o -> o);
            Stepped.publish(topic, 1, 1);
            stepped.run();
            assertThat(results).containsExactly(FULL);
            slow.request(1);
            stepped.run();
            assertThat(topic.publish(2)).isEqualTo(OK);
        }
    }

    @ParameterizedTest
    @EnumSource(names = "PULL", mode = EnumSource.Mode.EXCLUDE)
    @DisplayName("a resumable subscription holds its message until onNext has returned, also at capacity 1")
    void shouldAnswerFullWhileAResumableHoldsTheOnlyRoom(Flavour flavour) {
        try (Stepped stepped = new Stepped()) {
            Topic<Integer> topic = stepped.numbers(b -> b.capacity(1));
            List<PublishResult> results = new ArrayList<>();
            new Probe<Integer>(flavour)
                    .onItem(item -> results.add(topic.publish(item + 1)))
                    .to(topic, o -> o.resumable("r"));
            Stepped.publish(topic, 1, 1);
            stepped.run();
            assertThat(results).containsExactly(FULL);
            assertThat(topic.publish(2)).isEqualTo(OK);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldWaitForRoomWithoutAThreadWhenPublishingFromInside(Flavour flavour) {
        try (Stepped stepped = new Stepped()) {
            Topic<Integer> topic = stepped.numbers(b -> b.capacity(1).maxWaiters(10));
            List<CompletableFuture<PublishResult>> waiting = new ArrayList<>();
            Probe<Integer> probe = new Probe<Integer>(flavour);
            probe.onItem(item -> {
                        if (item == 0) {
                            for (int i = 1; i <= 5; i++) {
                                waiting.add(topic.publishAsync(i));
                            }
                        }
                    })
                    .to(topic, o -> o);
            Stepped.publish(topic, 0, 0);
            for (int i = 0; i < 10; i++) {
                stepped.settle();
            }
            assertThat(waiting).hasSize(5).allMatch(future -> future.join() == OK);
            assertThat(probe.items()).containsExactly(0, 1, 2, 3, 4, 5);
        }
    }

    @Test
    void shouldSubscribeAndCancelOthersFromInside() {
        try (Stepped stepped = new Stepped()) {
            Topic<Integer> topic = stepped.numbers(b -> b);
            Probe<Integer> victim = new Probe<Integer>(Flavour.HANDLER);
            Probe<Integer> late = new Probe<Integer>(Flavour.REACTIVE);
            new Probe<Integer>(Flavour.HANDLER)
                    .onItem(item -> {
                        if (item == 2) {
                            victim.cancel();
                            late.to(topic, o -> o);
                            topic.publish(4).orThrow();
                        }
                    })
                    .to(topic, o -> o);
            victim.to(topic, o -> o);
            Stepped.publish(topic, 1, 3);
            stepped.run();
            assertThat(late.items()).containsExactly(4);
            assertThat(victim.items()).doesNotContain(4);
            assertThat(victim.handle().undelivered()).isEqualTo(3 - victim.count());
        }
    }

    @Test
    void shouldEndTheTopicOfTheOtherWhenTwoTopicsFeedEachOther() {
        try (Topics topics = Topics.create()) {
            Topic<Integer> ping =
                    topics.topic("ping", Integer.class).capacity(4).build();
            Topic<Integer> pong =
                    topics.topic("pong", Integer.class).capacity(4).build();
            int volleys = Rounds.of(20_000, 1_000_000);
            Probe<Integer> one = new Probe<Integer>(Flavour.HANDLER).onItem(ball -> {
                if (ball < volleys) {
                    pong.publish(ball + 1).orThrow();
                } else {
                    pong.complete();
                    ping.complete();
                }
            });
            Probe<Integer> two = new Probe<Integer>(Flavour.HANDLER)
                    .onItem(ball -> ping.publish(ball + 1).orThrow());
            one.to(ping, o -> o);
            two.to(pong, o -> o);
            ping.publish(0).orThrow();
            Waiting.until("both ended", () -> one.hasCompleted() && two.hasCompleted());
            assertThat(one.count() + two.count()).isEqualTo(volleys + 1);
            assertThat(topics.close(Duration.ofSeconds(10))).isTrue();
        }
    }
}
