package io.fanlog.topic.scenario;

import static io.fanlog.topic.PublishResult.CLOSED;
import static io.fanlog.topic.PublishResult.FULL;
import static io.fanlog.topic.PublishResult.OK;
import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Scenario 3: the end of a topic races publishers, waiting publishers and idle subscribers. */
class CloseRaceTest {
    private final Topics topics = Topics.create();
    private final Crew crew = new Crew();

    @AfterEach
    void close() {
        crew.close();
        assertThat(topics.close(Duration.ZERO)).isIn(true, false);
    }

    private Topic<Integer> topic(String name, int round, int capacity) {
        return topics.topic(name + round, Integer.class).capacity(capacity).build();
    }

    private static void end(Topic<Integer> topic, int round) {
        switch (round % 4) {
            case 0 -> topic.close();
            case 1 -> topic.complete();
            case 2 -> topic.fail(new IllegalStateException("on purpose"));
            default -> assertThat(topic.close(Duration.ofMinutes(1))).isNotNull();
        }
    }

    private static SubscriptionState endOf(int round) {
        return round % 4 == 2 ? SubscriptionState.FAILED : SubscriptionState.COMPLETED;
    }

    private static void assertEnded(Probe<Integer> probe, Flavour flavour, int round) {
        assertThat(probe.handle()
                        .whenEnded()
                        .orTimeout(30, java.util.concurrent.TimeUnit.SECONDS)
                        .join())
                .isEqualTo(endOf(round));
        if (flavour.hasDemand()) {
            Waiting.until(
                    "told once", () -> probe.completions() + probe.failures().size() == 1);
        }
        probe.assertOrderly();
        assertThat(probe.handle().undelivered()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void shouldDeliverAllThatWasAcceptedWhenFourPublishInTightLoops(Flavour flavour) throws Exception {
        for (int i = 0; i < Rounds.races(150); i++) {
            int round = i;
            Topic<Integer> topic = topic("tight", round, 256);
            Probe<Integer> busy = new Probe<Integer>(flavour, crew.threads()).to(topic, o -> o);
            Probe<Integer> late = new Probe<Integer>(flavour, crew.threads()).to(topic, 0, o -> o);
            List<Integer> accepted = Collections.synchronizedList(new ArrayList<>());
            AtomicInteger numbers = new AtomicInteger();
            AtomicInteger started = new AtomicInteger();
            Crew.Action producer = () -> {
                List<Integer> mine = new ArrayList<>();
                PublishResult result = OK;
                while (result != CLOSED) {
                    int number = numbers.incrementAndGet();
                    result = topic.publish(number);
                    if (result == OK) {
                        mine.add(number);
                        started.incrementAndGet();
                    }
                }
                accepted.addAll(mine);
            };
            crew.together(producer, producer, producer, producer, () -> {
                Waiting.until("they publish", () -> started.get() > round % 100);
                end(topic, round);
            });
            late.request(Long.MAX_VALUE);
            assertEnded(busy, flavour, round);
            assertEnded(late, flavour, round);
            Collections.sort(accepted);
            assertThat(busy.items()).isEqualTo(late.items());
            assertThat(busy.items().stream().sorted().toList()).isEqualTo(accepted);
            assertThat(topic.stats().published()).isEqualTo(accepted.size());
            topic.close();
        }
    }

    @ParameterizedTest
    @EnumSource(names = "HANDLER", mode = EnumSource.Mode.EXCLUDE)
    void shouldAnswerWhoWaitsForRoomClosedAndLeaveTheRestToTheSubscriber(Flavour flavour) throws Exception {
        for (int i = 0; i < Rounds.races(300); i++) {
            int round = i;
            Topic<Integer> topic = topic("waiting", round, 1);
            Probe<Integer> probe = new Probe<Integer>(flavour, crew.threads()).to(topic, 0, o -> o);
            topic.publish(1).orThrow();
            List<PublishResult> offered = Collections.synchronizedList(new ArrayList<>());
            CompletableFuture<CompletableFuture<PublishResult>> waiting = new CompletableFuture<>();
            crew.together(
                    () -> offered.add(topic.offer(2, Duration.ofMinutes(1))),
                    () -> waiting.complete(topic.publishAsync(3)),
                    () -> end(topic, round));
            assertThat(offered).containsExactly(offered.get(0)).isSubsetOf(CLOSED, FULL);
            assertThat(waiting.join().join()).isIn(CLOSED, FULL); // FULL beyond the one waiter that capacity 1 allows
            assertThat(probe.count()).isZero();
            probe.request(1);
            assertEnded(probe, flavour, round);
            assertThat(probe.items()).containsExactly(1);
            topic.close();
        }
    }

    @ParameterizedTest
    @EnumSource(names = "HANDLER", mode = EnumSource.Mode.EXCLUDE)
    void shouldDeliverWhatAWaiterWasAdmittedWithWhenRoomIsMadeMeanwhile(Flavour flavour) throws Exception {
        for (int i = 0; i < Rounds.races(300); i++) {
            int round = i;
            Topic<Integer> topic = topic("admitted", round, 1);
            Probe<Integer> probe = new Probe<Integer>(flavour, crew.threads()).to(topic, 0, o -> o);
            topic.publish(1).orThrow();
            CompletableFuture<PublishResult> waiting = topic.publishAsync(2);
            crew.together(() -> probe.request(10), () -> end(topic, round));
            PublishResult result = waiting.join();
            assertEnded(probe, flavour, round);
            assertThat(result).isIn(OK, CLOSED);
            assertThat(probe.items()).isEqualTo(result == OK ? List.of(1, 2) : List.of(1));
            topic.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndIdleSubscribersAtOnce(Flavour flavour) throws Exception {
        for (int i = 0; i < Rounds.races(300); i++) {
            int round = i;
            Topic<Integer> topic = topic("idle", round, 16);
            Probe<Integer> unbounded = new Probe<Integer>(flavour, crew.threads()).to(topic, o -> o);
            Probe<Integer> noDemand = new Probe<Integer>(flavour, crew.threads()).to(topic, 0, o -> o);
            Probe<Integer> joining = new Probe<>(flavour, crew.threads());
            crew.together(() -> end(topic, round), () -> joining.to(topic, 0, o -> o));
            assertEnded(unbounded, flavour, round);
            assertEnded(noDemand, flavour, round);
            assertEnded(joining, flavour, round);
            assertThat(topic.subscriptions()).isEmpty();
            topic.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldEndOnceWhenSeveralEndItAtTheSameTime(Flavour flavour) throws Exception {
        for (int i = 0; i < Rounds.races(200); i++) {
            Topic<Integer> topic = topic("ends", i, 16);
            Probe<Integer> probe = new Probe<Integer>(flavour, crew.threads()).to(topic, o -> o);
            topic.publish(1).orThrow();
            crew.together(topic::complete, () -> topic.fail(new IllegalStateException("raced")), topic::close);
            SubscriptionState ended = probe.handle().whenEnded().join();
            assertThat(ended).isIn(SubscriptionState.COMPLETED, SubscriptionState.FAILED);
            assertEnded(probe, flavour, ended == SubscriptionState.FAILED ? 2 : 0);
            assertThat(probe.items()).containsExactly(1);
        }
    }
}
