package io.fanlog.topic.scenario;

import static io.fanlog.topic.PublishResult.FULL;
import static io.fanlog.topic.PublishResult.OK;
import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Scenario 1: many producers, one subscriber that takes everything and one that takes one at a time. */
class ManyProducersTest {
    private static final int PRODUCERS = 8;

    @ParameterizedTest
    @EnumSource
    void shouldGiveBothEveryAcceptedMessageOnceInOneOrder(Flavour flavour) throws Exception {
        int each = Rounds.of(25_000, 100_000);
        try (Topics topics = Topics.create();
                Crew crew = new Crew()) {
            Topic<Long> topic = topics.topic("busy", Long.class).capacity(4_096).build();
            Probe<Long> unbounded = new Probe<Long>(flavour, crew.threads()).to(topic, o -> o);
            Probe<Long> oneByOne = new Probe<>(flavour, crew.threads());
            oneByOne.onItem(item -> oneByOne.request(1)).to(topic, 1, o -> o);
            Set<PublishResult> refusals = ConcurrentHashMap.newKeySet();
            LongAdder full = new LongAdder();
            Crew.Action[] producers = new Crew.Action[PRODUCERS];
            Arrays.setAll(producers, producer -> () -> {
                for (long n = 0; n < each; n++) {
                    long payload = ((long) producer << 32) | n;
                    PublishResult result = topic.publish(payload);
                    if (result != OK) {
                        refusals.add(result);
                        full.increment();
                        result = topic.publishAsync(payload).join();
                    }
                    assertThat(result).isEqualTo(OK);
                }
            });
            crew.together(producers);
            topic.complete();
            Waiting.until("all was delivered", () -> unbounded.hasCompleted() && oneByOne.hasCompleted());
            unbounded.assertCompleted();
            oneByOne.assertCompleted();
            assertThat(refusals).isSubsetOf(FULL);
            assertThat(topic.stats().refused()).isEqualTo(full.sum() == 0 ? Map.of() : Map.of(FULL, full.sum()));
            assertEachInOrder(unbounded.items(), each);
            assertThat(oneByOne.items().equals(unbounded.items()))
                    .as("the same total order")
                    .isTrue();
            unbounded.assertConserved((long) each * PRODUCERS);
            oneByOne.assertConserved((long) each * PRODUCERS);
        }
    }

    private static void assertEachInOrder(List<Long> items, int each) {
        assertThat(items).hasSize(each * PRODUCERS);
        int[] next = new int[PRODUCERS];
        for (long item : items) {
            int producer = (int) (item >>> 32);
            assertThat((int) item).isEqualTo(next[producer]++);
        }
    }
}
