package io.fanlog.topic.examples;

import static io.fanlog.topic.SlowSubscriberPolicy.SKIP_TO_LATEST;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What conservation means, and that its breach shows. */
class SubscriberFiguresTest {
    @Test
    void shouldHoldWhenEveryMessageIsAccountedFor() {
        SubscriberFigures figures = new SubscriberFigures("s", SKIP_TO_LATEST, 4, 3, 2, 1, 9, 4);

        assertThat(figures.isConserved(10)).isTrue();
        assertThat(figures.conservation(10))
                .isEqualTo("conservation s: received 4 + filtered 3 + missed 2 + lag 1 = 10 of 10 published,"
                        + " processed 4: holds");
    }

    @Test
    void shouldBreakWhenAMessageIsNotAccountedFor() {
        SubscriberFigures figures = new SubscriberFigures("s", SKIP_TO_LATEST, 4, 3, 1, 1, 9, 4);

        assertThat(figures.conservation(10)).endsWith("BROKEN");
        assertThat(new FanoutResult(10, 0, 0, Path.of("a"), List.of(figures)).isConserved())
                .isFalse();
    }

    @Test
    void shouldBreakWhenTheSubscriberCountsOtherwiseThanTheTopic() {
        assertThat(new SubscriberFigures("s", SKIP_TO_LATEST, 10, 0, 0, 0, 9, 11).isConserved(10))
                .isFalse();
    }
}
