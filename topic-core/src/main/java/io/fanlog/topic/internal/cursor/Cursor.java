package io.fanlog.topic.internal.cursor;

import io.fanlog.topic.SlowSubscriberPolicy;
import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.internal.log.LogReader;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * One subscription's place in the log: the next sequence to read, and what became of those before it.
 *
 * <pre>
 *   start                      position                 tail
 *     │  received+filtered+missed │          lag          │
 *     ├───────────────────────────┼───────────────────────┤
 * </pre>
 *
 * <p>INVARIANTS
 * <ul>
 *   <li>C1: {@code received} is not counted but derived, so {@code received + filtered + missed + lag = tail - start}
 *       holds by construction, whatever a delivery does.
 *   <li>C2: the position never moves back.
 *   <li>One thread at a time moves it (the owner: the loop in push mode, the poller in pull mode); anybody reads it.
 *   <li>{@code missed} and {@code filtered} change only together with the position, inside an odd {@code stamp}: a
 *       reader that saw the same even stamp before and after has seen them as of one moment (a sequence lock).
 * </ul>
 */
public final class Cursor {
    private static final VarHandle POSITION;
    private static final VarHandle STAMP;
    private static final VarHandle HOLDER;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            POSITION = lookup.findVarHandle(Cursor.class, "position", long.class);
            STAMP = lookup.findVarHandle(Cursor.class, "stamp", int.class);
            HOLDER = lookup.findVarHandle(Cursor.class, "holder", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final SlowSubscriberPolicy policy;
    private final int maxLag;
    private final LogReader reader;
    private final long start;
    private final long firstRead;
    private final long joinedAt;

    private long position;
    private long missed;
    private long filtered;

    @SuppressWarnings("unused") // by STAMP
    private int stamp;

    /** Where the tail stood when this was ended; -1 before. */
    private volatile long endTail = -1;

    private volatile @Nullable TopicSubscription subscription;

    /** Who is moving it right now, where that is not clear otherwise. */
    private volatile @Nullable Object holder;

    Cursor(SlowSubscriberPolicy policy, int maxLag, LogReader reader, Start start, long joinedAt) {
        this.policy = policy;
        this.maxLag = maxLag;
        this.reader = reader;
        this.start = start.requested();
        this.firstRead = start.position();
        this.joinedAt = joinedAt;
        this.position = start.position();
        this.missed = start.position() - start.requested();
    }

    /** {@return what happens when it falls behind} */
    public SlowSubscriberPolicy policy() {
        return policy;
    }

    /** {@return how far it may be behind if it is lossy} */
    public int maxLag() {
        return maxLag;
    }

    /** {@return its place of reading; for the owner} */
    public LogReader reader() {
        return reader;
    }

    /** {@return the next sequence to read; for the owner} */
    public long position() {
        return position;
    }

    /** {@return the next sequence to read; for others} */
    public long positionAcquire() {
        return (long) POSITION.getAcquire(this);
    }

    /**
     * Moves on; for the owner.
     *
     * @param next the next sequence to read
     */
    public void positionRelease(long next) {
        assert next >= position : next + " < " + position;
        POSITION.setRelease(this, next);
    }

    /**
     * Keeps others off, where two owners may follow each other without an order.
     *
     * @param holding who wants to be the owner for a moment
     * @return false if somebody holds it
     */
    public boolean tryHold(Object holding) {
        return HOLDER.compareAndSet(this, null, holding);
    }

    /** Ends what {@link #tryHold} began. */
    public void letGo() {
        holder = null;
    }

    /** {@return whether somebody holds it} */
    public boolean isHeld() {
        return holder != null;
    }

    /**
     * Moves on past messages that are not delivered; for the owner.
     *
     * @param next the next sequence to read
     * @param moreMissed of those in between, how many it was moved past
     * @param moreFiltered of those in between, how many its filter rejected
     */
    public void passRelease(long next, long moreMissed, long moreFiltered) {
        int before = stamp;
        STAMP.setOpaque(this, before + 1);
        VarHandle.releaseFence(); // who reads a count written below reads an odd stamp, or a later one
        missed += moreMissed;
        filtered += moreFiltered;
        positionRelease(next);
        STAMP.setRelease(this, before + 2);
    }

    /**
     * What became of the messages since the start, as of one moment.
     *
     * @return the counts
     */
    public Counts counts() {
        while (true) {
            int before = (int) STAMP.getAcquire(this);
            long missedNow = missed;
            long filteredNow = filtered;
            long at = positionAcquire();
            VarHandle.acquireFence();
            if ((before & 1) == 0 && before == (int) STAMP.getOpaque(this)) {
                return new Counts(at, at - start - missedNow - filteredNow, missedNow, filteredNow);
            }
            Thread.onSpinWait();
        }
    }

    /**
     * The smallest sequence for which this, if it gates, holds publishing back: history from before it joined does not.
     *
     * @return never below where the tail was when it joined
     */
    long gatingPosition() {
        return Math.max(positionAcquire(), joinedAt);
    }

    /** The oldest sequence that is kept for this one. */
    long keptFrom(long tail) {
        long at = positionAcquire();
        return policy.isLossy() ? Math.max(at, tail - maxLag) : at;
    }

    /**
     * Lets those who find the cursor find its owner's handle.
     *
     * @param handle the subscription that reads with it now
     */
    public void attach(TopicSubscription handle) {
        subscription = handle;
    }

    /** {@return the subscription that reads with it, null while it is being made} */
    public @Nullable TopicSubscription subscription() {
        return subscription;
    }

    /** Whether all from a sequence up to its position has been read, and therefore was stored. */
    boolean hasReadFrom(long sequence) {
        return !policy.isLossy() && firstRead <= sequence;
    }

    /** Freezes the lag; the first call counts. */
    void endAt(long tail) {
        if (endTail < 0) {
            endTail = tail;
        }
    }

    /** {@return where the tail stood when this was ended, -1 before} */
    public long endTail() {
        return endTail;
    }

    /**
     * Counts of one cursor at one moment.
     *
     * @param position the next sequence to read
     * @param received delivered
     * @param missed moved past
     * @param filtered rejected by the filter
     */
    public record Counts(long position, long received, long missed, long filtered) {}
}
