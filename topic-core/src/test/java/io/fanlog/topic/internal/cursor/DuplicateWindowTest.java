package io.fanlog.topic.internal.cursor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DuplicateWindowTest {
    private long nanos;
    private final DuplicateWindow window = new DuplicateWindow(Duration.ofMillis(10), 3, () -> nanos);

    @Test
    @DisplayName("an id is remembered for the time, counted from when it was stored last")
    void shouldForgetAfterTheTime() {
        window.remember("a");
        nanos += 9_999_999;
        assertThat(window.contains("a")).isTrue();
        nanos += 1;
        assertThat(window.contains("a")).as("looking does not prolong it").isFalse();
    }

    @Test
    @DisplayName("of a stream of unique ids the oldest is forgotten first")
    void shouldForgetTheOldestFirst() {
        for (int i = 0; i < 1_000; i++) {
            window.remember("id" + i);
            assertThat(window.contains("id" + i)).isTrue();
            assertThat(window.contains("id" + (i - 2))).isEqualTo(i >= 2);
            assertThat(window.contains("id" + (i - 3))).isFalse();
        }
    }

    @Test
    @DisplayName("an id that came again after its time is not forgotten with its first coming")
    void shouldKeepTheYoungerOfTheSameId() {
        window.remember("a");
        nanos += 10_000_000;
        window.remember("a");
        window.remember("b");
        window.remember("c");

        assertThat(window.contains("a")).isTrue();
        window.remember("d");
        assertThat(window.contains("a")).isFalse();
        assertThat(window.contains("b")).isTrue();
    }
}
