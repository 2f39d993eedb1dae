package io.fanlog.topic.examples.sse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** One slow client hurts nobody. */
class ManyBrowsersTest {
    private static final int BROWSERS = 200;
    private static final int KEEP = 200;
    private static final int MESSAGES = 6 * KEEP;
    private static final String FILLING = "x".repeat(600);

    @Test
    @DisplayName("200 browsers, one of which stops reading: the others get everything, and it is told what it missed")
    void shouldServeAllOthersWhenOneStopsReading() {
        try (Serving serving = Serving.with("--keep", String.valueOf(KEEP))) {
            Browser stopped = serving.browser();
            List<Browser> others =
                    Stream.generate(serving::browser).limit(BROWSERS - 1).toList();
            await().atMost(Serving.PATIENCE)
                    .until(() -> serving.topic().subscriptions().size() == BROWSERS);
            stopped.stopReading();

            publishAsFastAsTheyRead(serving, others);

            List<String> all = IntStream.range(0, MESSAGES)
                    .mapToObj(sequence -> serving.id(sequence))
                    .toList();
            assertThat(others).allSatisfy(browser -> {
                assertThat(browser.dataOf("missed")).isEmpty();
                assertThat(browser.events()).extracting(Browser.Event::id).containsExactlyElementsOf(all);
            });
            assertThat(stopped.count()).isZero();

            stopped.readOn();

            await().atMost(Serving.PATIENCE).until(() -> stopped.lastEventId().equals(serving.id(MESSAGES - 1)));
            await().atMost(Serving.PATIENCE).until(() -> stopped.count() + missed(stopped) == MESSAGES);
            assertThat(missed(stopped)).isPositive();
        }
    }

    @Test
    void shouldCutOffABrowserThatDoesNotReadWhenClosed() throws Exception {
        Browser stopped;
        Browser other;
        try (Serving serving = Serving.with("--keep", String.valueOf(KEEP))) {
            stopped = serving.browser();
            other = serving.browser();
            await().atMost(Serving.PATIENCE)
                    .until(() -> serving.topic().subscriptions().size() == 2);
            stopped.stopReading();
            publishAsFastAsTheyRead(serving, List.of(other));
            serving.topic().publish(message(MESSAGES)).orThrow();
        }
        other.ended().get(60, TimeUnit.SECONDS);
        assertThat(other.count()).isEqualTo(MESSAGES + 1);

        stopped.readOn();

        await().atMost(Serving.PATIENCE).until(() -> stopped.ended().isDone());
        assertThat(stopped.count()).isLessThan(MESSAGES);
    }

    /** Nobody but the one that stopped is ever as far behind as would be too far. */
    private static void publishAsFastAsTheyRead(Serving serving, List<Browser> readers) {
        for (int sequence = 0; sequence < MESSAGES; ) {
            for (int last = sequence + KEEP; sequence < last; sequence++) {
                serving.topic().publish(message(sequence)).orThrow();
            }
            int published = sequence;
            await().atMost(Serving.PATIENCE)
                    .until(() -> readers.stream().allMatch(browser -> browser.count() == published));
        }
    }

    private static String message(int number) {
        return "\"" + number + " " + FILLING + "\"";
    }

    private static long missed(Browser browser) {
        return browser.dataOf("missed").stream()
                .mapToLong(data -> Long.parseLong(data.replaceAll("\\D", "")))
                .sum();
    }
}
