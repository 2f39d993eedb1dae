package io.fanlog.topic.contract;

import static io.fanlog.topic.PublishResult.CLOSED;
import static io.fanlog.topic.PublishResult.DUPLICATE;
import static io.fanlog.topic.PublishResult.FULL;
import static io.fanlog.topic.PublishResult.NO_SUBSCRIBERS;
import static io.fanlog.topic.PublishResult.OK;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import io.fanlog.topic.scenario.Crew;
import io.fanlog.topic.scenario.Flavour;
import io.fanlog.topic.scenario.Probe;
import io.fanlog.topic.scenario.Rounds;
import io.fanlog.topic.scenario.Stepped;
import io.fanlog.topic.scenario.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Publishes that wait for room. */
class PublishAsyncTest {
    private final Stepped stepped = new Stepped();

    @AfterEach
    void close() {
        stepped.close();
    }

    private Probe<Integer> fullBecauseOf(Topic<Integer> topic) {
        Probe<Integer> probe = new Probe<Integer>(Flavour.REACTIVE).to(topic, 0, o -> o.label("slow"));
        for (int i = 0; i < topic.capacity(); i++) {
            topic.publish(-i).orThrow();
        }
        return probe;
    }

    @Test
    void shouldCompleteAtOnceWhenThereIsRoom() {
        Topic<Integer> topic = stepped.numbers(b -> b.retainLast(1));
        assertThat(topic.publishAsync(1)).isCompletedWithValue(OK);
    }

    @Test
    void shouldCompleteAtOnceWhenRefusedForAnythingButRoom() {
        Topic<Integer> topic = stepped.numbers(b -> b);
        assertThat(topic.publishAsync(1)).isCompletedWithValue(NO_SUBSCRIBERS);
    }

    @ParameterizedTest
    @EnumSource(names = "HANDLER", mode = EnumSource.Mode.EXCLUDE)
    void shouldWaitInArrivalOrderAndBeAdmittedOneByOne(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(2).maxWaiters(3));
        Probe<Integer> probe = new Probe<Integer>(flavour).to(topic, 0, o -> o);
        Stepped.publish(topic, 0, 1);
        List<CompletableFuture<PublishResult>> waiting = new ArrayList<>();
        for (int i = 2; i < 5; i++) {
            waiting.add(topic.publishAsync(i));
        }
        assertThat(topic.stats().waiters()).isEqualTo(3);
        for (int taken = 1; taken <= 3; taken++) {
            probe.request(1);
            stepped.run();
            stepped.advance(Duration.ofMillis(1)); // a poller that still gets something does not tell the loop at once
            for (int i = 0; i < 3; i++) {
                assertThat(waiting.get(i).isDone())
                        .as("waiter %d after %d", i, taken)
                        .isEqualTo(i < taken);
            }
        }
        assertThat(topic.stats().waiters()).isZero();
        probe.request(100);
        stepped.run();
        assertThat(probe.items()).containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void shouldAnswerFullAtOnceBeyondMaxWaiters() {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(1).maxWaiters(2));
        fullBecauseOf(topic);
        CompletableFuture<PublishResult> first = topic.publishAsync(1);
        CompletableFuture<PublishResult> second = topic.publishAsync(2);
        assertThat(topic.publishAsync(3)).isCompletedWithValue(FULL);
        assertThat(first).isNotDone();
        assertThat(second).isNotDone();
        assertThat(first.cancel(false)).isTrue();
        assertThat(topic.publishAsync(4)).isNotDone();
    }

    @Test
    void shouldLetAsManyWaitAsTheCapacityByDefault() {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(3));
        fullBecauseOf(topic);
        List<CompletableFuture<PublishResult>> waiting =
                IntStream.range(0, 4).mapToObj(topic::publishAsync).toList();
        assertThat(waiting.subList(0, 3)).noneMatch(CompletableFuture::isDone);
        assertThat(waiting.get(3)).isCompletedWithValue(FULL);
    }

    @Test
    void shouldLeaveNoTraceWhenCancelledBeforeItWasAdmitted() {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(1).maxWaiters(2));
        Probe<Integer> probe = fullBecauseOf(topic);
        CompletableFuture<PublishResult> given = topic.publishAsync(1);
        CompletableFuture<PublishResult> kept = topic.publishAsync(2);
        assertThat(given.cancel(true)).isTrue();
        assertThat(given).isCancelled();
        assertThat(topic.stats().waiters()).isEqualTo(1);
        probe.request(10);
        stepped.run();
        assertThat(kept).isCompletedWithValue(OK);
        assertThat(probe.items()).containsExactly(0, 2);
        assertThat(topic.stats().published()).isEqualTo(2);
        assertThat(topic.stats().refused()).isEmpty();
    }

    @Test
    void shouldLetOthersPublishWhenTheOnlyWaiterWasCancelledAfterRoomWasMade() {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(1));
        Probe<Integer> probe = new Probe<Integer>(Flavour.PULL).to(topic, 0, o -> o);
        Stepped.publish(topic, 0, 0);
        CompletableFuture<PublishResult> waiting = topic.publishAsync(1);
        probe.request(1);
        assertThat(waiting.cancel(false)).isTrue();
        stepped.run();
        probe.request(1);
        stepped.run();
        assertThat(topic.publish(2)).isEqualTo(OK);
    }

    @Test
    void shouldNotBeCancelledAnyMoreWhenItWasAdmitted() {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(1));
        Probe<Integer> probe = fullBecauseOf(topic);
        CompletableFuture<PublishResult> waiting = topic.publishAsync(1);
        probe.request(2);
        stepped.run();
        assertThat(waiting.cancel(true)).isFalse();
        assertThat(waiting).isCompletedWithValue(OK);
        assertThat(probe.items()).containsExactly(0, 1);
    }

    @Test
    void shouldTakeItBackWhenOrTimeoutHits() {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(1));
        Probe<Integer> probe = fullBecauseOf(topic);
        CompletableFuture<PublishResult> waiting = topic.publishAsync(1).orTimeout(1, TimeUnit.MILLISECONDS);
        await().atMost(Rounds.deadline()).until(waiting::isDone);
        assertThat(waiting).isCompletedExceptionally();
        assertThat(waiting.handle((result, failure) -> failure).join()).isInstanceOf(TimeoutException.class);
        assertThat(topic.stats().waiters()).isZero();
        probe.request(10);
        stepped.run();
        assertThat(probe.items()).containsExactly(0);
    }

    @Test
    void shouldTakeItBackWhenCompletedFromOutside() {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(1));
        Probe<Integer> probe = fullBecauseOf(topic);
        CompletableFuture<PublishResult> waiting =
                topic.publishAsync(1).completeOnTimeout(FULL, 1, TimeUnit.MILLISECONDS);
        await().atMost(Rounds.deadline()).until(waiting::isDone);
        assertThat(waiting).isCompletedWithValue(FULL);
        probe.request(10);
        stepped.run();
        assertThat(probe.items()).containsExactly(0);
    }

    @ParameterizedTest
    @EnumSource(PublishResultTest.End.class)
    void shouldAnswerAllWaitersClosedWhenTheTopicEnds(PublishResultTest.End end) {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(2));
        Probe<Integer> probe = fullBecauseOf(topic);
        List<CompletableFuture<PublishResult>> waiting =
                IntStream.range(0, 2).mapToObj(topic::publishAsync).toList();
        end.on(topic);
        stepped.run();
        assertThat(waiting).allMatch(future -> future.join() == CLOSED);
        assertThat(topic.stats().refused()).isEqualTo(Map.of(CLOSED, 2L));
        assertThat(topic.stats().waiters()).isZero();
        probe.request(10);
        stepped.run();
        assertThat(probe.items()).containsExactly(0, -1);
    }

    @Test
    void shouldAnswerNoSubscribersWhenTheLastSubscriptionLeaves() {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(1));
        Probe<Integer> probe = fullBecauseOf(topic);
        CompletableFuture<PublishResult> waiting = topic.publishAsync(1);
        probe.cancel();
        stepped.run();
        assertThat(waiting).isCompletedWithValue(NO_SUBSCRIBERS);
        assertThat(topic.stats().waiters()).isZero();
        assertThat(topic.stats().tail()).isEqualTo(1);
    }

    @Test
    void shouldBeAdmittedWhenTheOneWhoBlockedLeavesAndAnotherStays() {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(1));
        Probe<Integer> other = new Probe<Integer>(Flavour.FLOW).to(topic, o -> o);
        Probe<Integer> probe = fullBecauseOf(topic);
        stepped.run();
        CompletableFuture<PublishResult> waiting = topic.publishAsync(1);
        assertThat(waiting).isNotDone();
        probe.cancel();
        stepped.run();
        assertThat(waiting).isCompletedWithValue(OK);
        assertThat(other.items()).containsExactly(0, 1);
    }

    @Test
    void shouldAnswerDuplicateWhenItsIdWasStoredWhileItWaited() {
        Topic<Integer> topic =
                stepped.numbers(b -> b.capacity(1).maxWaiters(3).duplicateWindow(Duration.ofMinutes(1), 10));
        Probe<Integer> probe = fullBecauseOf(topic);
        CompletableFuture<PublishResult> first = topic.publishAsync(1, e -> e.id("a"));
        CompletableFuture<PublishResult> second = topic.publishAsync(2, e -> e.id("a"));
        CompletableFuture<PublishResult> third = topic.publishAsync(3, e -> e.id("b"));
        probe.request(10);
        stepped.run();
        assertThat(first).isCompletedWithValue(OK);
        assertThat(second).isCompletedWithValue(DUPLICATE);
        assertThat(third).isCompletedWithValue(OK);
        assertThat(probe.items()).containsExactly(0, 1, 3);
    }

    @Test
    void shouldNotBeOvertakenByAPublishThatCameLater() {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(1));
        Probe<Integer> probe = fullBecauseOf(topic);
        List<PublishResult> nested = new ArrayList<>();
        probe.onItem(item -> {
            if (item == 0) {
                nested.add(topic.publish(99));
            }
        });
        CompletableFuture<PublishResult> waiting = topic.publishAsync(1);
        probe.request(10);
        stepped.run();
        assertThat(nested).containsExactly(FULL);
        assertThat(waiting).isCompletedWithValue(OK);
        assertThat(probe.items()).containsExactly(0, 1);
    }

    @Test
    void shouldRunDependentActionsOfAWaiterThatPublishAgain() {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(1));
        Probe<Integer> probe = fullBecauseOf(topic);
        List<PublishResult> results = new ArrayList<>();
        chain(topic, 1, 1_000, results);
        probe.request(Long.MAX_VALUE);
        stepped.run();
        assertThat(results).hasSize(1_000).containsOnly(OK);
        assertThat(probe.count()).isEqualTo(1_001);
    }

    private static void chain(Topic<Integer> topic, int next, int last, List<PublishResult> results) {
        topic.publishAsync(next)
                .thenAccept(result -> {
                    results.add(result);
                    if (next < last) {
                        chain(topic, next + 1, last, results);
                    }
                })
                .exceptionally(failure -> {
                    throw new AssertionError(failure);
                });
    }

    @Test
    void shouldEitherBePublishedOrCancelledWhenACancelRacesTheAdmission() throws Exception {
        try (Topics topics = Topics.create();
                Crew crew = new Crew()) {
            Topic<Integer> topic =
                    topics.topic("raced", Integer.class).capacity(1).build();
            Probe<Integer> probe = new Probe<Integer>(Flavour.REACTIVE).to(topic, 0, o -> o);
            topic.publish(-1).orThrow();
            int accepted = 1;
            for (int round = 0; round < Rounds.races(1_000); round++) {
                CompletableFuture<PublishResult> waiting = topic.publishAsync(round);
                crew.together(() -> probe.request(1), () -> waiting.cancel(false));
                if (!isPublished(waiting)) {
                    topic.publishAsync(round).join().orThrow();
                }
                accepted++;
                int taken = accepted - 1;
                Waiting.until("one was taken", () -> probe.count() == taken);
                assertThat(topic.stats().published()).isEqualTo(accepted);
                assertThat(topic.stats().waiters()).isZero();
            }
            probe.assertOrderly();
            probe.cancel();
        }
    }

    private static boolean isPublished(CompletableFuture<PublishResult> waiting) {
        try {
            return waiting.join() == OK;
        } catch (CancellationException cancelled) {
            return false;
        }
    }
}
