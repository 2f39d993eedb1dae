package io.fanlog.topic.internal.cursor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fanlog.topic.SlowSubscriberPolicy;
import io.fanlog.topic.internal.log.LogReader;
import io.fanlog.topic.internal.log.SegmentedLog;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CursorTest {
    private static Cursor cursor(SlowSubscriberPolicy policy, Start start, long joinedAt) {
        return new Cursor(policy, 4, new LogReader(new SegmentedLog(start.position(), false, 0)), start, joinedAt);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, Integer.MAX_VALUE, (1L << 62) - 1})
    @DisplayName("C1: received, filtered and missed add up to what was passed, wherever it starts")
    void shouldAddUp(long start) {
        Cursor cursor = cursor(SlowSubscriberPolicy.SKIP_TO_OLDEST, new Start(start, start + 5), start + 5);
        assertThat(cursor.counts()).isEqualTo(new Cursor.Counts(start + 5, 0, 5, 0));

        cursor.positionRelease(start + 7);
        cursor.passRelease(start + 8, 0, 1);
        cursor.passRelease(start + 20, 12, 0);

        assertThat(cursor.counts()).isEqualTo(new Cursor.Counts(start + 20, 2, 17, 1));
    }

    @Test
    @DisplayName("C2: it does not move back")
    void shouldNotMoveBack() {
        Cursor cursor = cursor(SlowSubscriberPolicy.GATE, Start.at(5), 5);
        assertThatThrownBy(() -> cursor.positionRelease(4)).isInstanceOf(AssertionError.class);
        assertThatThrownBy(() -> cursor.passRelease(4, 0, 0)).isInstanceOf(AssertionError.class);
        assertThat(cursor.position()).isEqualTo(5);
    }

    @Test
    @DisplayName("a gating one keeps what it has not read, and gates from where the tail was when it joined")
    void shouldKeepAndGate() {
        Cursor gating = cursor(SlowSubscriberPolicy.GATE, Start.at(5), 50);
        assertThat(gating.keptFrom(1_000)).isEqualTo(5);
        assertThat(gating.gatingPosition()).isEqualTo(50);
        gating.positionRelease(60);
        assertThat(gating.gatingPosition()).isEqualTo(60);

        Cursor lossy = cursor(SlowSubscriberPolicy.DISCONNECT, Start.at(5), 5);
        assertThat(lossy.keptFrom(9)).isEqualTo(5);
        assertThat(lossy.keptFrom(10)).isEqualTo(6);
    }

    @Test
    @DisplayName("the lag is frozen by the first end")
    void shouldFreezeOnce() {
        Cursor cursor = cursor(SlowSubscriberPolicy.GATE, Start.at(0), 0);
        assertThat(cursor.endTail()).isEqualTo(-1);
        cursor.endAt(7);
        cursor.endAt(9);
        assertThat(cursor.endTail()).isEqualTo(7);
    }

    @Test
    @DisplayName("one at a time holds it")
    void shouldBeHeldByOne() {
        Cursor cursor = cursor(SlowSubscriberPolicy.GATE, Start.at(0), 0);
        assertThat(cursor.isHeld()).isFalse();
        assertThat(cursor.tryHold("one")).isTrue();
        assertThat(cursor.tryHold("other")).isFalse();
        assertThat(cursor.isHeld()).isTrue();
        cursor.letGo();
        assertThat(cursor.tryHold("other")).isTrue();
    }
}
