package io.fanlog.topic.internal.cursor;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.internal.log.SegmentedLog;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RetentionTest {
    private static final long FIRST = 1_000;

    private final SegmentedLog log = new SegmentedLog(FIRST, true, 0);

    /** One message per millisecond, from 0 on. */
    private void publish(int messages) {
        for (int i = 0; i < messages; i++) {
            long tail = log.tailVolatile();
            assertThat(log.tryAppend(tail, "message", tail - FIRST)).isTrue();
        }
    }

    @Test
    @DisplayName("none: the floor is the tail")
    void shouldKeepNothing() {
        Retention retention = new Retention(log, 0, Retention.NO_AGE);
        publish(5);

        assertThat(retention.isOn()).isFalse();
        assertThat(retention.floor(log.tailVolatile(), 5)).isEqualTo(FIRST + 5);
        assertThat(retention.millisUntilExpiry(FIRST + 5, FIRST + 5, 5)).isEqualTo(-1);
    }

    @Test
    @DisplayName("by count: the newest so many, whatever their age")
    void shouldKeepACount() {
        Retention retention = new Retention(log, 3, Retention.NO_AGE);
        assertThat(retention.floor(log.tailVolatile(), 0)).isEqualTo(FIRST);
        publish(2);
        assertThat(retention.floor(log.tailVolatile(), 1_000_000)).isEqualTo(FIRST);
        publish(2_000);

        assertThat(retention.floor(log.tailVolatile(), 1_000_000)).isEqualTo(FIRST + 1_999);
        assertThat(retention.millisUntilExpiry(FIRST + 1_999, log.tailVolatile(), 1_000_000))
                .isEqualTo(-1);
    }

    @Test
    @DisplayName("by age: what is younger, and it tells when the next one gets too old")
    void shouldKeepByAge() {
        Retention retention = new Retention(log, 100, 10);
        publish(5);

        assertThat(retention.floor(log.tailVolatile(), 9)).isEqualTo(FIRST);
        assertThat(retention.millisUntilExpiry(FIRST, log.tailVolatile(), 9)).isEqualTo(1);
        assertThat(retention.floor(log.tailVolatile(), 10)).isEqualTo(FIRST + 1);
        assertThat(retention.floor(log.tailVolatile(), 13)).isEqualTo(FIRST + 4);
        assertThat(retention.floor(log.tailVolatile(), 9))
                .as("does not go back")
                .isEqualTo(FIRST + 4);
        assertThat(retention.floor(log.tailVolatile(), 99)).isEqualTo(FIRST + 5);
        assertThat(retention.millisUntilExpiry(FIRST + 5, log.tailVolatile(), 99))
                .isEqualTo(-1);
    }

    @Test
    @DisplayName("by both: whichever keeps less")
    void shouldKeepByBoth() {
        Retention retention = new Retention(log, 3, 10);
        publish(5);

        assertThat(retention.floor(log.tailVolatile(), 5)).as("count").isEqualTo(FIRST + 2);
        assertThat(retention.floor(log.tailVolatile(), 13)).as("age").isEqualTo(FIRST + 4);
    }

    @Test
    @DisplayName("the first since a time is found over many segments as if one by one")
    void shouldFindTheFirstSince() {
        Retention retention = new Retention(log, 10_000, Retention.NO_AGE);
        publish(5_000);
        long tail = log.tailVolatile();

        for (long millis = -1; millis <= 5_001; millis += 7) {
            long expected = Math.min(tail, FIRST + Math.max(0, millis));
            assertThat(retention.firstSince(FIRST, tail, millis)).isEqualTo(expected);
        }
        assertThat(retention.firstSince(FIRST + 600, tail, 3))
                .as("not below the floor")
                .isEqualTo(FIRST + 600);
        assertThat(retention.firstSince(FIRST, tail, Long.MAX_VALUE)).isEqualTo(tail);
    }
}
