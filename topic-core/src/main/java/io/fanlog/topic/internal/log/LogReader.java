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
        Segment current = segmentOf(sequence);
        return current == null ? null : current.slotAcquire(sequence);
    }

    private @Nullable Segment segmentOf(long sequence) {
        Segment current = segment;
        return (sequence & ~Segment.MASK) == current.base ? current : moveTo(sequence);
    }

    /**
     * Finds how far everything is stored.
     *
     * @param from the first sequence
     * @param to the sequence before which to stop
     * @return the first sequence that is not stored, else the end; what lies before it {@link #readStored} may read
     */
    public long storedUntil(long from, long to) {
        long sequence = from;
        while (sequence < to) {
            Segment current = segmentOf(sequence);
            if (current == null) {
                return sequence;
            }
            int stop = (int) Math.min(to - current.base, Segment.SIZE);
            int stored = current.storedUntil((int) (sequence - current.base), stop);
            sequence = current.base + stored;
            if (stored < stop) {
                return sequence;
            }
        }
        return sequence;
    }

    /**
     * Reads one run of slots after another; about three times as fast as {@link #slotAcquire} for each, since nothing has
     * to be read anew after each slot.
     *
     * @param from the first sequence
     * @param to the sequence before which to stop; this thread has seen that all before it was stored
     * @param visitor is handed the runs
     * @return the first sequence that was not taken
     */
    public long readStored(long from, long to, RunVisitor visitor) {
        long sequence = from;
        while (sequence < to) {
            Segment current = segmentOf(sequence);
            if (current == null) {
                return sequence;
            }
            int stop = (int) Math.min(to - current.base, Segment.SIZE);
            int done = visitor.visit(current.slots, (int) (sequence - current.base), stop, sequence);
            sequence = current.base + done;
            if (done < stop) {
                return sequence;
            }
        }
        return sequence;
    }

    /** Takes a run of slots. */
    @FunctionalInterface
    public interface RunVisitor {
        /**
         * Takes them, up to the first that is null, which was reclaimed.
         *
         * @param slots a segment's
         * @param from place of the first
         * @param to place before which to stop
         * @param sequence of the first
         * @return the place of the first that was not taken
         */
        int visit(@Nullable Object[] slots, int from, int to, long sequence);
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
