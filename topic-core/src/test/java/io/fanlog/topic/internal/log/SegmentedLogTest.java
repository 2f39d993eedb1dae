package io.fanlog.topic.internal.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SegmentedLogTest {
    private static final int SEVERAL_SEGMENTS = 3 * Segment.SIZE + 7;

    @ParameterizedTest
    @ValueSource(longs = {0, 5, Segment.SIZE - 1, Integer.MAX_VALUE - 3L, 1L << 31, (1L << 62) - 5, (1L << 62) + 1})
    @DisplayName("L1, L5: each sequence is stored once and read back, wherever the log begins")
    void shouldReadBackWhatWasAppended(long first) {
        SegmentedLog log = new SegmentedLog(first, true, 0);
        LogReader reader = new LogReader(log);
        for (long sequence = first; sequence < first + SEVERAL_SEGMENTS; sequence++) {
            assertThat(reader.slotAcquire(sequence)).isNull();
            assertThat(log.tryAppend(sequence, sequence, sequence - first)).isTrue();
            assertThat(reader.slotAcquire(sequence)).isEqualTo(sequence);
            assertThat(reader.timeMillis(sequence)).isEqualTo(sequence - first);
        }
        assertThat(log.tailVolatile()).isEqualTo(first + SEVERAL_SEGMENTS);

        assertThat(log.end()).isTrue();
        assertThat(log.end()).isFalse();
        assertThat(log.tailVolatile()).isNegative();
        assertThat(SegmentedLog.sequenceOf(log.tailVolatile())).isEqualTo(first + SEVERAL_SEGMENTS);
    }

    @Test
    @DisplayName("an append at a place where the tail is no more changes nothing")
    void shouldRefuseAStaleTail() {
        SegmentedLog log = filled(SEVERAL_SEGMENTS);

        assertThat(log.tryAppend(0, "stale", 0)).isFalse();
        assertThat(log.tryAppend(SEVERAL_SEGMENTS - 1, "stale", 0)).isFalse();

        assertThat(new LogReader(log).slotAcquire(0)).isEqualTo(0L);
        assertThat(log.tailVolatile()).isEqualTo(SEVERAL_SEGMENTS);
    }

    @Test
    @DisplayName("a reader that was left behind goes on from the head when it meets a dead segment")
    void shouldGoOnFromTheHeadWhenLeftBehind() {
        SegmentedLog log = filled(SEVERAL_SEGMENTS);
        LogReader reader = new LogReader(log);
        assertThat(reader.slotAcquire(0)).isEqualTo(0L);

        assertThat(log.reclaimBelow(2 * Segment.SIZE + 3, false)).isEqualTo(2 * Segment.SIZE + 3);

        assertThat(reader.slotAcquire(1)).isNull();
        assertThat(reader.slotAcquire(Segment.SIZE)).isNull();
        assertThat(reader.slotAcquire(2 * Segment.SIZE + 2)).isNull();
        assertThat(reader.slotAcquire(2 * Segment.SIZE + 3)).isEqualTo(2L * Segment.SIZE + 3);
        assertThat(log.headAcquire()).isEqualTo(2 * Segment.SIZE + 3);
    }

    @Test
    @DisplayName("reclaiming stops at the tail, goes only forward, and crosses into a segment that is made later")
    void shouldReclaimUpToTheTailOnly() {
        SegmentedLog log = filled(Segment.SIZE);

        assertThat(log.reclaimBelow(Long.MAX_VALUE, false)).isEqualTo(Segment.SIZE);
        assertThat(log.reclaimBelow(3, false)).isEqualTo(Segment.SIZE);
        append(log, Segment.SIZE, Segment.SIZE + 2);

        LogReader reader = new LogReader(log);
        assertThat(reader.slotAcquire(Segment.SIZE)).isEqualTo((long) Segment.SIZE);
        assertThat(log.reclaimBelow(Segment.SIZE + 1, true)).isEqualTo(Segment.SIZE + 1);
        assertThat(reader.slotAcquire(Segment.SIZE)).isNull();
        assertThat(reader.slotAcquire(Segment.SIZE + 1)).isEqualTo(Segment.SIZE + 1L);
    }

    @Test
    @DisplayName("L3: a reclaimed payload is unreachable, also for who holds an old place of reading")
    void shouldForgetReclaimedPayloads() {
        SegmentedLog log = new SegmentedLog(0, false, 0);
        LogReader old = new LogReader(log);
        List<WeakReference<Object>> payloads = new ArrayList<>();
        for (int i = 0; i < 2 * Segment.SIZE + 2; i++) {
            Object payload = new Object();
            payloads.add(new WeakReference<>(payload));
            assertThat(log.tryAppend(i, payload, 0)).isTrue();
        }
        assertThat(old.slotAcquire(0)).isNotNull();

        assertThat(log.reclaimBelow(2 * Segment.SIZE + 1, true)).isEqualTo(2 * Segment.SIZE + 1);

        Awaitility.await().untilAsserted(() -> {
            System.gc();
            assertThat(payloads.subList(0, 2 * Segment.SIZE + 1)).allMatch(payload -> payload.refersTo(null));
        });
        assertThat(old.slotAcquire(2 * Segment.SIZE + 1)).isNotNull();
    }

    @Test
    @DisplayName("runs are found up to what is stored and read up to where the visitor stops, across segments")
    void shouldReadRuns() {
        SegmentedLog log = filled(SEVERAL_SEGMENTS);
        LogReader reader = new LogReader(log);
        List<Object> seen = new ArrayList<>();

        assertThat(reader.storedUntil(0, SEVERAL_SEGMENTS + 9L)).isEqualTo(SEVERAL_SEGMENTS);
        assertThat(new LogReader(log).storedUntil(3, Segment.SIZE)).isEqualTo(Segment.SIZE);
        assertThat(new LogReader(log).readStored(0, SEVERAL_SEGMENTS, (slots, from, to, sequence) -> {
                    assertThat(sequence).isEqualTo(seen.size());
                    seen.addAll(Arrays.asList(slots).subList(from, to));
                    return to;
                }))
                .isEqualTo(SEVERAL_SEGMENTS);
        assertThat(seen).isEqualTo(LongStream.range(0, SEVERAL_SEGMENTS).boxed().toList());

        assertThat(new LogReader(log)
                        .readStored(
                                Segment.SIZE - 2, SEVERAL_SEGMENTS, (slots, from, to, sequence) -> from == 0 ? 5 : to))
                .isEqualTo(Segment.SIZE + 5);
    }

    @Test
    @DisplayName(
            "times are kept to the millisecond for 24 days from a segment's beginning, and to the second for longer")
    void shouldKeepTimes() {
        SegmentedLog log = new SegmentedLog(0, true, 1_000);
        long[] times = {500, 1_000, 1_001, 1_000L + Integer.MAX_VALUE, 1_000 + (1L << 31), 1_000 + 2_000_000_000_000L};
        LogReader reader = new LogReader(log);
        for (int i = 0; i < times.length; i++) {
            assertThat(log.tryAppend(i, "message", times[i])).isTrue();
            assertThat(reader.slotAcquire(i)).isNotNull();
            assertThat(reader.timeMillis(i)).isBetween(Math.max(1_000, times[i] - 999), Math.max(1_000, times[i]));
        }
        assertThat(reader.timeMillis(2)).isEqualTo(1_001);
    }

    private static SegmentedLog filled(long messages) {
        SegmentedLog log = new SegmentedLog(0, false, 0);
        append(log, 0, messages);
        return log;
    }

    private static void append(SegmentedLog log, long from, long to) {
        for (long sequence = from; sequence < to; sequence++) {
            assertThat(log.tryAppend(sequence, sequence, 0)).isTrue();
        }
    }
}
