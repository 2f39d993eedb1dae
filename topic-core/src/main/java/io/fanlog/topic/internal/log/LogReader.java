package io.fanlog.topic.internal.log;

import org.jspecify.annotations.Nullable;

/**
 * One place of reading in a log: remembers the segment it is in. For one thread at a time, with a happens-before edge
 * between two that follow each other.
 */
public final class LogReader {
    private final SegmentedLog log;
    private Segment segment;

    /**
     * A reader that begins anywhere.
     *
     * @param log what it reads
     */
    public LogReader(SegmentedLog log) {
        this.log = log;
        this.segment = log.headSegmentVolatile();
    }

    /**
     * Reads a slot.
     *
     * @param sequence of the message
     * @return null if nothing is stored there yet, or if it was reclaimed: the log's head tells which
     */
    public @Nullable Object slotAcquire(long sequence) {
        Segment current = segment;
        if ((sequence & ~Segment.MASK) != current.base) {
            current = moveTo(sequence);
            if (current == null) {
                return null;
            }
        }
        return current.slotAcquire(sequence);
    }

    /**
     * Reads one slot after another; about a third faster than {@link #slotAcquire} for each, since the segment is looked
     * for once.
     *
     * @param from the first sequence
     * @param to the sequence before which to stop
     * @param visitor is handed what is stored, and may move on
     * @return the first sequence that was not visited, or at which the visitor stopped
     */
    public long read(long from, long to, SlotVisitor visitor) {
        long sequence = from;
        while (sequence < to) {
            Segment current = segment;
            if ((sequence & ~Segment.MASK) != current.base) {
                current = moveTo(sequence);
                if (current == null) {
                    return sequence;
                }
            }
            long stop = Math.min(to, current.base + Segment.SIZE);
            do {
                Object slot = current.slotAcquire(sequence);
                if (slot == null || !visitor.visit(slot, sequence)) {
                    return sequence;
                }
            } while (++sequence < stop);
        }
        return sequence;
    }

    /** Takes one slot after another. */
    @FunctionalInterface
    public interface SlotVisitor {
        /**
         * Takes one.
         *
         * @param slot what is stored
         * @param sequence of the message
         * @return false to stop here
         */
        boolean visit(Object slot, long sequence);
    }

    /**
     * When a message was appended.
     *
     * @param sequence of the slot that was just read and found stored
     * @return milliseconds on the scale the log was made with
     */
    public long timeMillis(long sequence) {
        return segment.timeMillis(sequence);
    }

    private @Nullable Segment moveTo(long sequence) {
        Segment current = segment;
        if (sequence < current.base) {
            current = log.headSegmentVolatile();
        }
        while (sequence - current.base >= Segment.SIZE) {
            Segment next = current.nextAcquire();
            if (next == null) {
                return null;
            }
            current = next == Segment.DEAD ? log.headSegmentVolatile() : next;
        }
        if (sequence < current.base) {
            return null;
        }
        segment = current;
        return current;
    }
}
