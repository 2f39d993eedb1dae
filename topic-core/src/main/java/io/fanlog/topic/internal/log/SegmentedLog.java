package io.fanlog.topic.internal.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The log of one topic: a chain of segments that any thread appends to and any number of readers read, each at a place
 * of its own. It knows no subscriber; somebody else tells it which appends are allowed and what nobody reads any more.
 *
 * <pre>
 *          head                                   tail
 *           │                                      │
 *   ┌───────▼──────┐    ┌──────────────┐    ┌──────▼───────┐
 *   │ · · · 3 4 5 6│───▶│ 7 8 9 10 ... │───▶│ 11 12 · · · ·│──▶ (made by whoever needs it first)
 *   └──────────────┘    └──────────────┘    └──────────────┘
 *    cleared, then dead                      claimed by CAS, then stored
 * </pre>
 *
 * <p>INVARIANTS
 * <ul>
 *   <li>The tail counts claims. Its sign bit, set once, is the end of the log: no CAS from a positive value can succeed
 *       afterwards, so the claims before it are exactly the accepted ones.
 *   <li>Between claim and store there is nothing that can throw: a claim without a store would be a hole that stops every
 *       reader. Null check, segment and time are seen to before the claim. The one thing that cannot be ruled out is
 *       that the stack ends just there; then the slot is stored without a call.
 *   <li>A slot below the head is null or about to be; from the head to the tail it is null only while a claim has not been
 *       stored. The head is published before the slots below it are cleared: a reader that finds a null slot and then
 *       a head at or below it has found an unstored one.
 *   <li>The head never passes an unstored slot, so nothing is ever stored below it.
 * </ul>
 */
public final class SegmentedLog {
    private static final VarHandle TAIL;
    private static final VarHandle HEAD;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            TAIL = lookup.findVarHandle(SegmentedLog.class, "tail", long.class);
            HEAD = lookup.findVarHandle(SegmentedLog.class, "head", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final long firstSequence;
    private final boolean timed;

    @SuppressWarnings("unused") // by TAIL
    private volatile long tail;

    /** How far the tail may get. Beside the tail, since publishers read both; written by whoever knows the readers. */
    private volatile long limit;

    /** Near the tail; a hint that may go back, since walkers only walk forward. */
    private Segment tailSegment;

    @SuppressWarnings("unused") // by HEAD; moved under the caller's lock
    private volatile long head;

    private volatile Segment headSegment;

    /**
     * An empty log.
     *
     * @param firstSequence the id of the first message, 0 except in tests that want large ones
     * @param timed whether a time is kept with each message
     * @param nowMillis the time now, on any monotonic scale
     */
    public SegmentedLog(long firstSequence, boolean timed, long nowMillis) {
        this.firstSequence = firstSequence;
        this.timed = timed;
        Segment first = new Segment(firstSequence & ~Segment.MASK, timed, nowMillis);
        this.tailSegment = first;
        this.headSegment = first;
        this.tail = firstSequence;
        this.head = firstSequence;
    }

    /** {@return the id of the first message} */
    public long firstSequence() {
        return firstSequence;
    }

    /** {@return whether a time is kept with each message} */
    public boolean isTimed() {
        return timed;
    }

    /** {@return the tail, negative once the log was ended: then its other bits are the end} */
    public long tailVolatile() {
        return (long) TAIL.getVolatile(this);
    }

    /**
     * The sequence in a raw tail.
     *
     * @param rawTail as read by {@link #tailVolatile()}
     * @return the next sequence to be written, or the end
     */
    public static long sequenceOf(long rawTail) {
        return rawTail & Long.MAX_VALUE;
    }

    /** {@return how far the tail may get; to be read after the tail} */
    public long limitVolatile() {
        return limit;
    }

    /**
     * Says how far the tail may get. Only {@link #append} keeps to it.
     *
     * @param sequence the first that may not be claimed
     */
    public void setLimitVolatile(long sequence) {
        limit = sequence;
    }

    /** {@return the oldest sequence that may still be read} */
    public long headAcquire() {
        return (long) HEAD.getAcquire(this);
    }

    /**
     * Appends unless the tail has reached the limit, or the log was ended.
     *
     * @param value what to store, not null
     * @param nowMillis the time now; not looked at unless the log is timed or a segment is made
     * @return whether it was stored
     */
    public boolean append(Object value, long nowMillis) {
        long seen = tailVolatile();
        while (seen >= 0 && seen < limit) {
            if (tryAppend(seen, value, nowMillis)) {
                return true;
            }
            seen = tailVolatile();
        }
        return false;
    }

    /**
     * Appends if the tail is still where it was seen, whatever the limit.
     *
     * @param seen the tail, not negative
     * @param value what to store, not null
     * @param nowMillis the time now; not looked at unless the log is timed or a segment is made
     * @return false if somebody else was faster, or the log was ended
     */
    public boolean tryAppend(long seen, Object value, long nowMillis) {
        Segment segment = tailSegment;
        if ((seen & ~Segment.MASK) != segment.base) {
            segment = findForAppend(seen, nowMillis);
            if (segment == null) {
                return false;
            }
        }
        // All that is needed afterwards is read now: the claim is a full fence, behind which each read costs its
        // latency.
        @Nullable Object[] slots = segment.slots;
        boolean withTime = timed;
        if (!TAIL.compareAndSet(this, seen, seen + 1)) {
            return false;
        }
        try {
            if (withTime) {
                segment.time(seen, nowMillis);
            }
            VarHandle.releaseFence();
        } catch (StackOverflowError deep) {
            slots[(int) (seen & Segment.MASK)] = value; // the claim above has published the value already
            throw deep;
        }
        slots[(int) (seen & Segment.MASK)] = value;
        return true;
    }

    /** Null if the sequence lies before the segments that are left, so that the tail it comes from must be stale. */
    private @Nullable Segment findForAppend(long sequence, long nowMillis) {
        Segment segment = tailSegment;
        while (true) {
            if (segment.base > sequence) {
                return null;
            }
            if (segment.base + Segment.SIZE > sequence) {
                tailSegment = segment;
                return segment;
            }
            Segment next = segment.nextOrAppend(nowMillis);
            segment = next == Segment.DEAD ? headSegment : next;
        }
    }

    /**
     * Ends the log: no append succeeds any more.
     *
     * @return true for the call that did it
     */
    public boolean end() {
        return (long) TAIL.getAndBitwiseOr(this, Long.MIN_VALUE) >= 0;
    }

    /**
     * Forgets what nobody may read any more, up to the first slot that is claimed and not stored. For one thread at a
     * time.
     *
     * @param below the oldest sequence that is to be kept
     * @param knownStored whether the caller knows that all of it has been stored, since somebody has read it
     * @return the head now
     */
    public long reclaimBelow(long below, boolean knownStored) {
        long from = head;
        if (below <= from) {
            return from;
        }
        long to = knownStored ? below : storedUntil(from, below);
        if (to == from) {
            return from;
        }
        HEAD.setRelease(this, to);
        VarHandle.releaseFence(); // who reads a null that is written below reads the head that is written above
        Segment segment = headSegment;
        while (true) {
            long stop = Math.min(to, segment.base + Segment.SIZE);
            segment.clear((int) (Math.max(from, segment.base) - segment.base), (int) (stop - segment.base));
            Segment next = segment.nextAcquire();
            if (stop < segment.base + Segment.SIZE || next == null) {
                return to;
            }
            headSegment = next;
            segment.killRelease();
            segment = next;
        }
    }

    /** The first sequence in a range whose slot is not stored, else the end of the range; from is not below the head. */
    private long storedUntil(long from, long until) {
        Segment segment = headSegment;
        for (long sequence = from; sequence < until; sequence++) {
            if (sequence - segment.base >= Segment.SIZE) {
                Segment next = segment.nextAcquire();
                if (next == null) {
                    return sequence;
                }
                segment = next;
            }
            if (segment.slotAcquire(sequence) == null) {
                return sequence;
            }
        }
        return until;
    }

    Segment headSegmentVolatile() {
        return headSegment;
    }
}
