package io.fanlog.topic.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.Topic;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Scenario 5: a slow subscriber beside a fast one. */
class SlowBesideFastTest {
    private final Stepped stepped = new Stepped();

    @AfterEach
    void close() {
        stepped.close();
    }

    @ParameterizedTest
    @EnumSource(names = "HANDLER", mode = EnumSource.Mode.EXCLUDE)
    void shouldGiveTheFastOneItsMessageNowAndTheSlowOneWhenItRequests(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b);
        Probe<Integer> unbounded = new Probe<Integer>(flavour).to(topic, o -> o);
        Probe<Integer> none = new Probe<Integer>(flavour).to(topic, 0, o -> o);
        topic.publish(1).orThrow();
        stepped.run();
        assertThat(unbounded.items()).containsExactly(1);
        assertThat(none.items()).isEmpty();
        none.request(1);
        stepped.run();
        assertThat(none.items()).containsExactly(1);
    }

    @ParameterizedTest
    @EnumSource(names = "HANDLER", mode = EnumSource.Mode.EXCLUDE)
    void shouldGiveBothEverythingAtTheSlowersPaceWhenThereIsRoomForOne(Flavour flavour) {
        Topic<Integer> topic = stepped.numbers(b -> b.capacity(1));
        Probe<Integer> first = new Probe<Integer>(flavour).to(topic, 0, o -> o);
        Probe<Integer> second = new Probe<Integer>(flavour).to(topic, 0, o -> o);
        AtomicInteger produced = new AtomicInteger();
        produce(topic, produced);
        for (int millis = 100; millis <= 400 * 7; millis += 100) {
            stepped.advance(Duration.ofMillis(100));
            if (first.count() < 6) {
                first.request(1);
            }
            if (millis % 400 == 0) {
                second.request(1);
            }
            stepped.run();
        }
        List<Integer> all = IntStream.rangeClosed(0, 5).boxed().toList();
        assertThat(produced).hasValue(6);
        assertThat(first.items()).isEqualTo(all);
        assertThat(second.items()).isEqualTo(all);
        first.assertOrderly();
        second.assertOrderly();
    }

    /** Publishes the next as soon as the one before has found room. */
    private static void produce(Topic<Integer> topic, AtomicInteger produced) {
        if (produced.get() < 6) {
            topic.publishAsync(produced.get())
                    .thenAccept(result -> {
                        result.orThrow();
                        produced.incrementAndGet();
                        produce(topic, produced);
                    })
                    .exceptionally(failure -> {
                        throw new AssertionError(failure);
                    });
        }
    }
}
