package io.fanlog.topic.internal.cursor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fanlog.topic.SequenceGapException;
import io.fanlog.topic.SlowSubscriberPolicy;
import io.fanlog.topic.StartPosition;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A log that has had the messages 0 to 9, one per 10 ms from 0 on, and retains the last 4: 6, 7, 8, 9. */
class StartRuleTest {
    private static final int RETAINED = 4;
    private static final int TAIL = 10;

    @ParameterizedTest(name = "{0} {1}, strict {2}")
    @CsvSource({
        // where, value, strict, begins at (or gap), missed
        "latest, 0, false, 10, 0",
        "latest, 0, true, 10, 0",
        "earliest, 0, false, 6, 0",
        "earliest, 0, true, 6, 0",
        "lastN, 0, false, 10, 0",
        "lastN, 2, false, 8, 0",
        "lastN, 4, true, 6, 0",
        "lastN, 9223372036854775807, true, 6, 0",
        "sequence, 6, true, 6, 0",
        "sequence, 9, true, 9, 0",
        "sequence, 10, true, 10, 0",
        "sequence, 11, true, gap, 0",
        "sequence, 11, false, 10, 0",
        "sequence, 5, true, gap, 0",
        "sequence, 5, false, 6, 1",
        "sequence, 0, false, 6, 6",
        "sequence, 9223372036854775807, false, 10, 0",
        "since, 90, true, 9, 0",
        "since, 85, true, 9, 0",
        "since, 91, true, 10, 0",
        "since, 65, true, 7, 0",
        "since, 10, false, 6, 0",
        "since, 10, true, gap, 0",
    })
    @DisplayName("where a subscription begins, and what it counts as missed")
    void shouldBegin(String where, long value, boolean strict, String expected, long missed) {
        Room room = new Room(0, 16, RETAINED, Retention.NO_AGE, true);
        for (int i = 0; i < TAIL; i++) {
            room.nowMillis = 10L * i;
            assertThat(room.tryPublish(i)).isTrue();
        }
        StartRule rule = new StartRule("room", position(where, value), strict, value);

        if (expected.equals("gap")) {
            assertThatThrownBy(() -> room.cursors.join(rule, SlowSubscriberPolicy.GATE, 0))
                    .isInstanceOf(SequenceGapException.class);
            assertThat(room.cursors.isEmpty()).isTrue();
            return;
        }
        Cursor cursor = room.cursors.join(rule, SlowSubscriberPolicy.GATE, 0);
        assertThat(cursor.position()).isEqualTo(Long.parseLong(expected));
        assertThat(cursor.counts().missed()).isEqualTo(missed);
        assertThat(cursor.counts().received()).isZero();
    }

    @ParameterizedTest(name = "{0} {1}, strict {2}")
    @CsvSource({
        "earliest, 0, true, 10",
        "lastN, 3, true, 10",
        "sequence, 10, true, 10",
        "sequence, 3, true, gap",
        "sequence, 3, false, 10",
    })
    @DisplayName("without retention everything begins at the tail, or there is a gap")
    void shouldBeginAtTheTailWithoutRetention(String where, long value, boolean strict, String expected) {
        Room room = new Room(16);
        room.joinGating();
        for (int i = 0; i < TAIL; i++) {
            assertThat(room.tryPublish(i)).isTrue();
        }
        StartRule rule = new StartRule("room", position(where, value), strict, value);
        if (expected.equals("gap")) {
            assertThatThrownBy(() -> room.cursors.join(rule, SlowSubscriberPolicy.GATE, 0))
                    .isInstanceOf(SequenceGapException.class);
            return;
        }
        Cursor cursor = room.cursors.join(rule, SlowSubscriberPolicy.GATE, 0);
        assertThat(cursor.position()).isEqualTo(Long.parseLong(expected));
    }

    private static StartPosition position(String where, long value) {
        return switch (where) {
            case "latest" -> new StartPosition.Latest();
            case "earliest" -> new StartPosition.Earliest();
            case "lastN" -> new StartPosition.LastN(value);
            case "sequence" -> new StartPosition.Sequence(value);
            case "since" -> new StartPosition.Since(Instant.EPOCH);
            default -> throw new IllegalArgumentException(where);
        };
    }
}
