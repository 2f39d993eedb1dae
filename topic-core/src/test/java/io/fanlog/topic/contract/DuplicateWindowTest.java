package io.fanlog.topic.contract;

import static io.fanlog.topic.PublishResult.DUPLICATE;
import static io.fanlog.topic.PublishResult.FULL;
import static io.fanlog.topic.PublishResult.NO_SUBSCRIBERS;
import static io.fanlog.topic.PublishResult.OK;
import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import io.fanlog.topic.scenario.Crew;
import io.fanlog.topic.scenario.Flavour;
import io.fanlog.topic.scenario.Probe;
import io.fanlog.topic.scenario.Rounds;
import io.fanlog.topic.scenario.Stepped;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Message ids are remembered for a time and a count, and only when their message was stored. */
class DuplicateWindowTest {
    private final Stepped stepped = new Stepped();

    @AfterEach
    void close() {
        stepped.close();
    }

    private static PublishResult publish(Topic<Integer> topic, String id) {
        return topic.publish(0, e -> e.id(id));
    }

    @Test
    void shouldRefuseAnIdThatIsStoredInTheWindow() {
        Topic<Integer> topic = stepped.numbers(b -> b.retainLast(10).duplicateWindow(Duration.ofSeconds(10), 100));
        assertThat(publish(topic, "a")).isEqualTo(OK);
        assertThat(publish(topic, "b")).isEqualTo(OK);
        assertThat(publish(topic, "a")).isEqualTo(DUPLICATE);
        assertThat(topic.publishAsync(0, e -> e.id("b"))).isCompletedWithValue(DUPLICATE);
        assertThat(topic.stats().published()).isEqualTo(2);
    }

    @Test
    void shouldForgetAnIdWhenTheTimeIsOverAndNotBefore() {
        Topic<Integer> topic = stepped.numbers(b -> b.retainLast(10).duplicateWindow(Duration.ofSeconds(10), 100));
        assertThat(publish(topic, "a")).isEqualTo(OK);
        stepped.advance(Duration.ofMillis(9_999));
        assertThat(publish(topic, "a")).isEqualTo(DUPLICATE);
        stepped.advance(Duration.ofMillis(1));
        assertThat(publish(topic, "a")).isEqualTo(OK);
        stepped.advance(Duration.ofMillis(9_999));
        assertThat(publish(topic, "a")).isEqualTo(DUPLICATE);
    }

    @Test
    void shouldForgetTheOldestIdFirstWhenThereAreTooMany() {
        Topic<Integer> topic = stepped.numbers(b -> b.retainLast(10).duplicateWindow(Duration.ofDays(1), 100));
        for (int i = 0; i < 1_000; i++) {
            assertThat(publish(topic, "id" + i)).isEqualTo(OK);
        }
        for (int i = 900; i < 1_000; i++) {
            assertThat(publish(topic, "id" + i)).as("id %d", i).isEqualTo(DUPLICATE);
        }
        assertThat(publish(topic, "id899")).isEqualTo(OK);
        assertThat(publish(topic, "id900")).as("pushed out").isEqualTo(OK);
        assertThat(publish(topic, "id902")).isEqualTo(DUPLICATE);
    }

    @Test
    void shouldKeepAYoungEntryWhenAnExpiredOneOfTheSameIdIsPushedOut() {
        Topic<Integer> topic = stepped.numbers(b -> b.retainLast(10).duplicateWindow(Duration.ofSeconds(1), 2));
        assertThat(publish(topic, "a")).isEqualTo(OK);
        stepped.advance(Duration.ofSeconds(1));
        assertThat(publish(topic, "a")).isEqualTo(OK);
        assertThat(publish(topic, "b")).isEqualTo(OK);
        assertThat(publish(topic, "a")).isEqualTo(DUPLICATE);
    }

    @Test
    void shouldNotRememberAnIdWhoseMessageWasRefused() {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(1).duplicateWindow(Duration.ofSeconds(10), 100));
        assertThat(publish(topic, "a")).isEqualTo(NO_SUBSCRIBERS);
        Probe<Integer> probe = new Probe<Integer>(Flavour.REACTIVE).to(topic, 0, o -> o);
        assertThat(publish(topic, "a")).isEqualTo(OK);
        assertThat(publish(topic, "b")).isEqualTo(FULL);
        probe.request(1);
        stepped.run();
        assertThat(publish(topic, "b")).isEqualTo(OK);
    }

    @Test
    void shouldNotRememberAnIdWhosePublishWasTakenBack() {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(1).duplicateWindow(Duration.ofSeconds(10), 100));
        Probe<Integer> probe = new Probe<Integer>(Flavour.REACTIVE).to(topic, 0, o -> o);
        Stepped.publish(topic, 0, 0);
        assertThat(topic.publishAsync(0, e -> e.id("a")).cancel(false)).isTrue();
        probe.request(1);
        stepped.run();
        assertThat(publish(topic, "a")).isEqualTo(OK);
    }

    @Test
    void shouldIgnoreIdsWhenThereIsNoWindowAndMessagesWithoutId() {
        Topic<Integer> without = stepped.numbers(b -> b.retainLast(10));
        assertThat(publish(without, "a")).isEqualTo(OK);
        assertThat(publish(without, "a")).isEqualTo(OK);
        Topic<Integer> with = stepped.topics()
                .topic("with", Integer.class)
                .retainLast(10)
                .duplicateWindow(Duration.ofDays(1), 1)
                .build();
        assertThat(with.publish(1)).isEqualTo(OK);
        assertThat(with.publish(1)).isEqualTo(OK);
        assertThat(with.publish(1, e -> e.key("k"))).isEqualTo(OK);
        assertThat(with.publish(1, e -> e.key("k"))).isEqualTo(OK);
    }

    @Test
    void shouldAcceptExactlyOneOfManyPublishesThatRaceWithTheSameId() throws Exception {
        try (Topics topics = Topics.create();
                Crew crew = new Crew()) {
            Topic<Integer> topic = topics.topic("raced", Integer.class)
                    .capacity(64)
                    .duplicateWindow(Duration.ofDays(1), 1_000_000)
                    .build();
            AtomicInteger received = new AtomicInteger();
            topic.subscribe(item -> received.incrementAndGet(), o -> o).label();
            int ids = Rounds.races(2_000);
            AtomicIntegerArray accepted = new AtomicIntegerArray(ids);
            Crew.Action publisher = () -> {
                for (int id = 0; id < ids; id++) {
                    String name = "id" + id;
                    PublishResult result =
                            topic.publishAsync(id, e -> e.id(name)).join();
                    assertThat(result).isIn(OK, DUPLICATE);
                    if (result == OK) {
                        accepted.incrementAndGet(id);
                    }
                }
            };
            crew.together(publisher, publisher, publisher, publisher);
            for (int id = 0; id < ids; id++) {
                assertThat(accepted.get(id)).as("accepted of id %d", id).isEqualTo(1);
            }
            assertThat(topic.stats().published()).isEqualTo(ids);
            assertThat(topic.stats().refused().get(DUPLICATE)).isEqualTo(3L * ids);
        }
    }
}
