package io.fanlog.topic.internal.dispatch;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The timers of one loop: adding and removing cost O(1) however many there are, and time may jump any distance at the
 * cost of what lies in between, not of the ticks it skips.
 *
 * <p>A hierarchical timing wheel (G. Varghese, A. Lauck, "Hashed and Hierarchical Timing Wheels", SOSP 1987, scheme 7):
 * eight levels of 64 slots, each level 64 times as coarse as the one below it, 2^48 ticks in all. A timer's level is
 * that of the highest base-64 digit in which its tick differs from the current one, as in the Linux kernel's first
 * wheel and in tokio's; a word of bits per level finds the next occupied slot without looking at the empty ones.
 *
 * <pre>
 *   ticks as base-64 digits           current = 0.5.62
 *
 *   level 2   0 [1] 2 3 ..            1.x.x   is due after more than one round of level 1
 *   level 1   .. 5 [6] 7 ..           0.6.x   moves down to level 0 when current becomes 0.6.0
 *   level 0   .. 61 62 [63]           0.5.63  is due at the next tick
 *   DUE       timers to run now       NEVER   timers beyond reach, which can only be cancelled
 *   FRESH     timers whose tick has not been worked out yet
 *
 *   INVARIANTS
 *   - A timer on level n has the digits above n in common with current, and a larger digit n. So no level wraps
 *     round, the first occupied slot of the lowest occupied level starts first of all, and every timer on a level
 *     is due before any on a level above it.
 *   - current never passes an occupied slot: advance stops at its first tick, moves its timers down, then goes on.
 *   - Timers become due in the order of their ticks, those of one tick in the order in which they were added. While a
 *     slot is being moved down in portions, a timer for its range joins its end, so that it cannot overtake. A timer
 *     that is added when its tick has passed is due after those that are due already.
 *   - Nothing is due before current has reached its tick.
 *   - A bit is set exactly while its slot is occupied.
 * </pre>
 *
 * <p>Owned by the loop's thread. Ticks count from the start of the loop and are not negative.
 */
final class TimingWheel {
    /** The tick that is never reached. */
    static final long NEVER = Long.MAX_VALUE;

    private static final int DIGIT_BITS = 6;
    private static final int SLOTS = 1 << DIGIT_BITS;
    private static final int LEVELS = 8;
    private static final int ON_LEVELS = (1 << LEVELS) - 1;
    private static final short DUE_SLOT = LEVELS * SLOTS;
    private static final short NEVER_SLOT = DUE_SLOT + 1;
    private static final short FRESH_SLOT = NEVER_SLOT + 1;

    /** The first timer of each slot's circular list, level by level, then the special lists. */
    private final @Nullable WheelTimer[] first = new @Nullable WheelTimer[FRESH_SLOT + 1];

    /** A bit per slot; the special lists count as one more level. */
    private final long[] occupied = new long[LEVELS + 1];

    /** A bit per level that has a bit set. */
    private int occupiedLevels;

    private long current;
    private long size;

    /** The slot that is being moved down, and the last tick of its range; NO_SLOT and -1 when there is none. */
    private short moving = WheelTimer.NO_SLOT;

    private long movingEnd = -1;

    /** How many timers it holds, those that never fire included. */
    long size() {
        return size;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /** Adds a timer, which is due at once if its tick has passed. */
    void add(WheelTimer timer) {
        boolean joinsMoving = timer.due >= current && timer.due <= movingEnd;
        append(joinsMoving ? moving : slotOf(timer.due), timer);
        size++;
    }

    /** Takes in a timer that has a delay and no tick yet. It is polled, given its tick and added later, if still there. */
    void addFresh(WheelTimer timer) {
        append(FRESH_SLOT, timer);
        size++;
    }

    boolean hasFresh() {
        return first[FRESH_SLOT] != null;
    }

    /** Takes the next fresh timer. */
    @Nullable
    WheelTimer pollFresh() {
        return poll(FRESH_SLOT);
    }

    /** Takes a timer off that was added and not yet polled or removed. */
    void remove(WheelTimer timer) {
        unlink(timer);
        size--;
    }

    /**
     * Moves time forward, and with it timers to where they become due.
     *
     * @param now the tick that has been reached, not before an earlier one
     * @param limit how many timers to move at most, so that a turn stays short
     * @return how many timers were moved; if {@code limit}, time has not yet been moved as far as {@code now}, and the
     *     caller should come back soon
     */
    int advance(long now, int limit) {
        int moved = 0;
        while (true) {
            moved += moveDown(limit - moved);
            if (moved >= limit) {
                return moved;
            }
            long next = nextTick();
            if (next > now) {
                current = Math.max(current, now);
                return moved;
            }
            startMoving(next);
        }
    }

    boolean hasDue() {
        return first[DUE_SLOT] != null;
    }

    /** Takes the next timer that is due. */
    @Nullable
    WheelTimer pollDue() {
        return poll(DUE_SLOT);
    }

    private @Nullable WheelTimer poll(short slot) {
        WheelTimer timer = first[slot];
        if (timer != null) {
            remove(timer);
        }
        return timer;
    }

    /** Takes all timers off, in no order. */
    void drainTo(Consumer<WheelTimer> taker) {
        for (int slot = 0; slot < first.length; slot++) {
            for (WheelTimer timer; (timer = first[slot]) != null; ) {
                remove(timer);
                taker.accept(timer);
            }
        }
    }

    /**
     * The tick at which {@link #advance} next has something to do: at most that of the earliest timer, and less while
     * that is far away.
     *
     * @return a tick, or {@link #NEVER}
     */
    long nextTick() {
        int levels = occupiedLevels & ON_LEVELS;
        if (levels == 0) {
            return NEVER;
        }
        int level = Integer.numberOfTrailingZeros(levels);
        long digit = Long.numberOfTrailingZeros(occupied[level]);
        int shift = level * DIGIT_BITS;
        long above = current & -(1L << (shift + DIGIT_BITS));
        return above | (digit << shift);
    }

    private void startMoving(long tick) {
        int level = Integer.numberOfTrailingZeros(occupiedLevels & ON_LEVELS);
        moving = (short) (level * SLOTS + Long.numberOfTrailingZeros(occupied[level]));
        movingEnd = tick + (1L << (level * DIGIT_BITS)) - 1;
        current = tick;
    }

    private int moveDown(int limit) {
        if (movingEnd < 0) {
            return 0;
        }
        int moved = 0;
        for (WheelTimer timer; moved < limit && (timer = first[moving]) != null; moved++) {
            unlink(timer);
            append(slotOf(timer.due), timer);
        }
        if (first[moving] == null) {
            moving = WheelTimer.NO_SLOT;
            movingEnd = -1;
        }
        return moved;
    }

    private short slotOf(long tick) {
        if (tick <= current) {
            return DUE_SLOT;
        }
        if (tick == NEVER) {
            return NEVER_SLOT;
        }
        int level = (Long.SIZE - 1 - Long.numberOfLeadingZeros(tick ^ current)) / DIGIT_BITS;
        int digit = (int) (tick >>> (level * DIGIT_BITS)) & (SLOTS - 1);
        return (short) (level * SLOTS + digit);
    }

    private void append(short slot, WheelTimer timer) {
        WheelTimer head = first[slot];
        if (head == null) {
            first[slot] = timer;
            occupied[slot >> DIGIT_BITS] |= 1L << slot;
            occupiedLevels |= 1 << (slot >> DIGIT_BITS);
        } else {
            WheelTimer last = head.earlier;
            timer.earlier = last;
            timer.later = head;
            last.later = timer;
            head.earlier = timer;
        }
        timer.slot = slot;
    }

    private void unlink(WheelTimer timer) {
        short slot = timer.slot;
        assert slot != WheelTimer.NO_SLOT;
        WheelTimer later = timer.later;
        if (later == timer) {
            first[slot] = null;
            free(slot);
        } else {
            WheelTimer earlier = timer.earlier;
            earlier.later = later;
            later.earlier = earlier;
            if (first[slot] == timer) {
                first[slot] = later;
            }
            // A timer that its owner keeps must not keep its former neighbours.
            timer.earlier = timer;
            timer.later = timer;
        }
        timer.slot = WheelTimer.NO_SLOT;
    }

    private void free(short slot) {
        int level = slot >> DIGIT_BITS;
        occupied[level] &= ~(1L << slot);
        if (occupied[level] == 0) {
            occupiedLevels &= ~(1 << level);
        }
    }
}
