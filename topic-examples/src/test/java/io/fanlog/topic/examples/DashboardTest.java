package io.fanlog.topic.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

/** The progress line. */
class DashboardTest {
    private final Flux<JsonRecord> records =
            Flux.just(record(7, "first"), record(8, "second")).hide();

    private static JsonRecord record(long line, String title) {
        return new JsonRecord(line, "{}", false, null, "", title);
    }

    @Test
    void shouldRedrawOneLineOnATerminal() {
        ByteArrayOutputStream screen = new ByteArrayOutputStream();
        try (Dashboard dashboard = Dashboard.on(new PrintStream(screen, true, UTF_8))) {
            dashboard.show(records).block();

            assertThat(dashboard.shown()).isEqualTo(2);
        }

        assertThat(screen.toString(UTF_8))
                .startsWith("\r")
                .contains("line 8: second")
                .containsOnlyOnce("\n");
    }

    @Test
    void shouldCountWhatItIsShownWithoutATerminal() {
        try (Dashboard dashboard = Dashboard.off()) {
            dashboard.show(records).block();

            assertThat(dashboard.shown()).isEqualTo(2);
        }
    }
}
