package io.fanlog.topic.internal.cursor;

import io.fanlog.topic.internal.log.LogReader;
import io.fanlog.topic.internal.log.SegmentedLog;

/**
 * What is kept for late joiners: the newest so many, those younger than an age, or both. Guarded by the monitor of
 * {@link Cursors}. The floor never moves back, so finding it costs O(1) per message over the life of the topic.
 */
final class Retention {
    static final long NO_AGE = Long.MAX_VALUE;

    private static final int LEAP = 512;

    private final SegmentedLog log;
    private final LogReader reader;
    private final long count;
    private final long ageMillis;
    private long youngEnough;

    /** When the newest message below the floor was published; kept by timed logs only. */
    private long goneMillis = Long.MIN_VALUE;

    /**
     * A rule.
     *
     * @param count how many are kept at most, 0 for none
     * @param ageMillis how old they may get, {@link #NO_AGE} for any
     */
    Retention(SegmentedLog log, long count, long ageMillis) {
        this.log = log;
        this.reader = new LogReader(log);
        this.count = count;
        this.ageMillis = ageMillis;
        this.youngEnough = log.firstSequence();
    }

    boolean isOn() {
        return count > 0;
    }

    /** The oldest sequence that a late joiner may read; the tail if there is none. */
    long floor(long tail, long nowMillis) {
        long floor = count == 0 ? tail : Math.max(youngEnough, tail - count);
        if (count != 0 && ageMillis != NO_AGE) {
            while (floor < tail && isExpired(floor, nowMillis)) {
                floor++;
            }
        }
        if (floor > youngEnough) {
            rememberTimeOf(floor - 1, nowMillis);
            youngEnough = floor;
        }
        return floor;
    }

    /** The newest that is out of reach from now on; it is there still, since nothing is reclaimed before this. */
    private void rememberTimeOf(long sequence, long nowMillis) {
        if (log.isTimed()) {
            boolean isStored = reader.slotAcquire(sequence) != null;
            goneMillis = Math.max(goneMillis, isStored ? reader.timeMillis(sequence) : nowMillis);
        }
    }

    /** Whether something that was published at or after a time may be below the floor. */
    boolean isGoneSince(long millis) {
        return youngEnough > log.firstSequence() && goneMillis >= millis;
    }

    private boolean isExpired(long sequence, long nowMillis) {
        return reader.slotAcquire(sequence) != null && nowMillis - reader.timeMillis(sequence) >= ageMillis;
    }

    /** In how many milliseconds the message at the floor gets too old; -1 if nothing is waiting to. */
    long millisUntilExpiry(long floor, long tail, long nowMillis) {
        if (ageMillis == NO_AGE || floor >= tail) {
            return -1;
        }
        if (reader.slotAcquire(floor) == null) {
            return ageMillis;
        }
        return Math.max(1, ageMillis - (nowMillis - reader.timeMillis(floor)));
    }

    /** The first sequence from the floor on that was published at or after a time; the tail if there is none. */
    long firstSince(long floor, long tail, long millis) {
        LogReader search = new LogReader(log);
        LogReader ahead = new LogReader(log);
        long at = floor;
        // Times do not fall along the log, so this goes by leaps as long as they land early enough.
        while (at < tail - LEAP && ahead.slotAcquire(at + LEAP) != null && ahead.timeMillis(at + LEAP) < millis) {
            at += LEAP;
        }
        while (at < tail && search.slotAcquire(at) != null && search.timeMillis(at) < millis) {
            at++;
        }
        return at;
    }
}
