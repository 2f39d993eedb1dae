package io.fanlog.topic.internal.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A fixed-size chunk of the log, linked forward only and never reused: a young segment's slots are stored into without
 * the collector's old-to-young bookkeeping, and nothing can be written into it twice.
 *
 * <p>Once it has been passed wholly its link becomes {@link #DEAD}, so that an old segment that somebody still holds
 * cannot keep the young ones alive. Who meets the marker restarts from the log's head segment.
 */
final class Segment {
    static final int SIZE = 1024;
    static final long MASK = SIZE - 1;

    /** Stands in the place of the link of a segment that was passed. */
    static final Segment DEAD = new Segment(Long.MIN_VALUE, false, 0);

    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Object[].class);
    private static final VarHandle NEXT;

    static {
        try {
            NEXT = MethodHandles.lookup().findVarHandle(Segment.class, "next", Segment.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Sequence of the first slot; a multiple of {@link #SIZE}. */
    final long base;

    /** Also accessed where a call would cost: stored by the log behind a release fence, read by runs behind an acquire. */
    final @Nullable Object[] slots;

    /** Milliseconds since {@link #baseMillis} for each slot, or minus seconds; null in a log without times. */
    private final int @Nullable [] times;

    private final long baseMillis;

    @SuppressWarnings("unused") // by NEXT
    private volatile @Nullable Segment next;

    Segment(long base, boolean timed, long baseMillis) {
        this.base = base;
        this.slots = new Object[base == Long.MIN_VALUE ? 0 : SIZE];
        this.times = timed ? new int[SIZE] : null;
        this.baseMillis = baseMillis;
    }

    @Nullable
    Object slotAcquire(long sequence) {
        return SLOT.getAcquire(slots, (int) (sequence & MASK));
    }

    /**
     * How far a run of stored slots reaches. One fence for the run instead of an acquire for each slot.
     *
     * @return the first place that is not stored, else the end; what lies before it may be read plainly from now on
     */
    int storedUntil(int from, int to) {
        @Nullable Object[] own = slots;
        int place = from;
        while (place < to && SLOT.getOpaque(own, place) != null) {
            place++;
        }
        VarHandle.acquireFence();
        return place;
    }

    /** Forgets the payloads from one place to another; both within this segment. */
    void clear(int from, int to) {
        java.util.Arrays.fill(slots, from, to, null);
    }

    @Nullable
    Segment nextAcquire() {
        return (Segment) NEXT.getAcquire(this);
    }

    /** The next segment, made now if there is none; {@link #DEAD} if this one was passed. */
    Segment nextOrAppend(long nowMillis) {
        Segment following = nextAcquire();
        if (following == null) {
            Segment fresh = new Segment(base + SIZE, times != null, nowMillis);
            following = (Segment) NEXT.compareAndExchange(this, null, fresh);
            if (following == null) {
                following = fresh;
            }
        }
        return following;
    }

    void killRelease() {
        NEXT.setRelease(this, DEAD);
    }

    /**
     * Remembers a time beside a slot; published by the slot's store, so it goes before that. Four bytes reach 24 days
     * at a millisecond, and 68 years at a second for the segments of a topic that is hardly used.
     */
    void time(long sequence, long millis) {
        if (times != null) {
            long delta = Math.max(0, millis - baseMillis);
            times[(int) (sequence & MASK)] = delta <= Integer.MAX_VALUE ? (int) delta : (int) -(delta / 1000);
        }
    }

    /** The time beside a slot that was seen stored. */
    long timeMillis(long sequence) {
        if (times == null) {
            throw new IllegalStateException("the log keeps no times");
        }
        int delta = times[(int) (sequence & MASK)];
        return baseMillis + (delta >= 0 ? delta : -1000L * delta);
    }
}
