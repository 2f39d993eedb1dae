package io.fanlog.topic.internal.cursor;

import com.github.benmanes.caffeine.cache.Ticker;
import io.fanlog.topic.PublishResult;
import io.fanlog.topic.SlowSubscriberPolicy;
import io.fanlog.topic.internal.log.LogReader;
import io.fanlog.topic.internal.log.SegmentedLog;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Who has read how far in one topic, and what follows from it: what may be reclaimed (head), how far publishers may go
 * (limit), who may join where, and who waits for room.
 *
 * <pre>
 *   head            watermark                     tail          limit = watermark + capacity
 *    │ kept for late    │ not yet read by the      │   room       │
 *    │ and lossy ones   │ slowest gating cursor    │              │
 *    └──────────────────┴──────────────────────────┴──────────────┘
 * </pre>
 *
 * <p>Everything but the limit, the members' positions and the log itself changes under one small monitor. It is entered
 * when somebody joins or leaves, when a publisher meets the limit, and by the loop about once per 512 messages. No user
 * code, unpark or future completion happens inside; what is to be told is collected and told afterwards.
 *
 * <p>INVARIANTS
 * <ul>
 *   <li>L2: {@code tail - min over gating of max(cursor, tail at join) <= capacity}. A publisher reads the tail first and
 *       the limit second, and its claim succeeds only if the tail has not moved since. A join takes the limit away before
 *       it reads the tail it gates from, and then sets the new one: a publisher with an older limit has an older tail,
 *       too, so it can at most claim that very sequence.
 *   <li>While somebody waits for room the limit is not above the tail: only the line is served, in arrival order. A
 *       waiter enters it when the tail has reached the limit, and the limit is raised only once the line is empty.
 *   <li>Without a gating member the limit is a {@link #STRIDE} ahead of the tail: publishers come by that often to
 *       reclaim, so that memory is bounded even when no loop has its turn.
 *   <li>With no member and no retention the limit is 0: every publish comes in and is told NO_SUBSCRIBERS.
 *   <li>C3: at most {@link #PORTION} slots are reclaimed at a time, so that when somebody leaves who was far behind, no
 *       publisher waits until all of that is cleared. What is left keeps the loop coming.
 * </ul>
 */
public final class Cursors {
    /** Messages after which passed slots are reclaimed, if nothing else gives occasion earlier. */
    public static final int STRIDE = 512;

    /** How many slots are reclaimed at a time; more than a stride, so that publishers alone keep up. */
    static final int PORTION = 8_192;

    /** How many waiters are answered in one visit. */
    private static final int ANSWERS = 256;

    private static final Cursor[] NOBODY = {};

    private final Object monitor = new Object();
    private final SegmentedLog log;
    private final int capacity;
    private final WaitingLine line;
    private final Retention retention;
    private final @Nullable DuplicateWindow duplicates;
    private final LongSupplier nowMillis;

    /** Copied on write, in the order they joined. */
    private volatile Cursor[] members = NOBODY;

    /** The gating member because of which the limit is where it is, while publishing is refused. */
    private volatile @Nullable Cursor blocker;

    /** Whether the blocker has not been reported to the observer yet. */
    private volatile boolean blockerIsNews;

    /** Whether the last portion left something that may be reclaimed. */
    private volatile boolean isReclaiming;

    /**
     * The cursors of one topic.
     *
     * @param log what they read
     * @param rules capacity, waiters, retention
     * @param nowMillis the scale of the log's times
     * @param ticker the monotonic clock in nanoseconds
     */
    public Cursors(SegmentedLog log, Rules rules, LongSupplier nowMillis, Ticker ticker) {
        this.log = log;
        this.capacity = rules.capacity;
        this.line = new WaitingLine(rules.maxWaiters);
        this.retention = new Retention(log, rules.retainCount, rules.retainMillis);
        this.nowMillis = nowMillis;
        this.duplicates = rules.duplicateWindow == null
                ? null
                : new DuplicateWindow(rules.duplicateWindow, rules.duplicateCount, ticker);
        log.setLimitVolatile(retention.isOn() ? log.firstSequence() + STRIDE : 0);
    }

    /**
     * What a topic was built with, as far as it concerns its cursors.
     *
     * @param capacity how far the slowest gating cursor may be behind
     * @param maxWaiters how many may wait for room
     * @param retainCount how many messages are kept for late joiners, 0 for none
     * @param retainMillis how old they may get, {@link Long#MAX_VALUE} for any
     * @param duplicateWindow how long an id is remembered, null for not at all
     * @param duplicateCount how many ids are remembered
     */
    public record Rules(
            int capacity,
            int maxWaiters,
            long retainCount,
            long retainMillis,
            @Nullable Duration duplicateWindow,
            int duplicateCount) {}

    // ---------------------------------------------------------------- publishing

    /**
     * Called by a publisher who found the tail at the limit, or ended.
     *
     * @return why it is refused, or null if there is room now
     */
    public @Nullable PublishResult refusal() {
        long raw = log.tailVolatile();
        if (raw < 0) {
            return PublishResult.CLOSED;
        }
        if (isStillBlockedAt(raw)) {
            return PublishResult.FULL;
        }
        synchronized (monitor) {
            return refusalLocked();
        }
    }

    /** One read instead of the monitor for publishers that try again and again: has the slowest one moved at all? */
    private boolean isStillBlockedAt(long tail) {
        Cursor slowest = blocker;
        return slowest != null && tail - slowest.gatingPosition() >= capacity;
    }

    private @Nullable PublishResult refusalLocked() {
        long raw = log.tailVolatile();
        if (raw < 0) {
            return PublishResult.CLOSED;
        }
        if (raw < log.limitVolatile()) {
            return null;
        }
        if (members.length == 0 && !retention.isOn()) {
            return PublishResult.NO_SUBSCRIBERS;
        }
        if (line.isEmpty()) {
            raiseLimit(raw);
        }
        return raw < log.limitVolatile() ? null : PublishResult.FULL;
    }

    /**
     * Publishes a message with an id: stores it and remembers the id in one step, unless the id is remembered.
     *
     * @param slot what to store
     * @param id its message id
     * @return what happened
     */
    public PublishResult appendOnce(Object slot, String id) {
        synchronized (monitor) {
            return appendLocked(slot, id);
        }
    }

    private PublishResult appendLocked(Object slot, @Nullable String id) {
        while (true) {
            if (log.tailVolatile() < 0) {
                return PublishResult.CLOSED;
            }
            if (isDuplicate(id)) {
                return PublishResult.DUPLICATE;
            }
            PublishResult refusal = refusalLocked();
            if (refusal != null) {
                return refusal;
            }
            long tail = log.tailVolatile();
            if (tail >= 0 && tail < log.limitVolatile() && log.tryAppend(tail, slot, now())) {
                remember(id);
                return PublishResult.OK;
            }
        }
    }

    private boolean isDuplicate(@Nullable String id) {
        return id != null && duplicates != null && duplicates.contains(id);
    }

    private void remember(@Nullable String id) {
        if (id != null && duplicates != null) {
            duplicates.remember(id);
        }
    }

    /** {@return whether a window of ids is kept} */
    public boolean refusesDuplicates() {
        return duplicates != null;
    }

    /**
     * Publishes, or lets the waiter stand in line if there is no room.
     *
     * @param waiter answered on the loop if it had to wait
     * @return what happened, or null if it waits now
     */
    public @Nullable PublishResult appendOrWait(Waiter waiter) {
        synchronized (monitor) {
            PublishResult result = appendLocked(waiter.slot(), waiter.id());
            return result == PublishResult.FULL && line.enter(waiter) ? null : result;
        }
    }

    /**
     * Takes a waiter out of the line.
     *
     * @param waiter who does not want to wait any more
     * @return false if it has been decided already
     */
    public boolean withdraw(Waiter waiter) {
        synchronized (monitor) {
            return line.withdraw(waiter);
        }
    }

    /** {@return how many publishes wait for room} */
    public int waiting() {
        return line.sizeVolatile();
    }

    /** {@return whether somebody is to be answered} */
    public boolean hasDecided() {
        return line.anyDecidedVolatile();
    }

    /** {@return whether another {@link #advance} would find something to reclaim, and nobody need have moved} */
    public boolean isReclaiming() {
        return isReclaiming;
    }

    /** Answers those who were decided, a portion of them: what they do then is the user's affair. On the loop. */
    public void answerDecided() {
        if (!line.anyDecidedVolatile()) {
            return;
        }
        List<Waiter> answering;
        synchronized (monitor) {
            answering = line.takeDecided(ANSWERS);
        }
        for (Waiter waiter : answering) {
            waiter.answer();
        }
    }

    /**
     * Ends the log: nothing is accepted any more, whoever waits will be answered CLOSED.
     *
     * @return true for the call that did it
     */
    public boolean end() {
        synchronized (monitor) {
            boolean first = log.end();
            serveLine();
            return first;
        }
    }

    // ---------------------------------------------------------------- members

    /**
     * Adds a member. What is published from now on will be kept for it according to its policy.
     *
     * @param begin where it wants to begin
     * @param policy what happens when it falls behind
     * @param maxLag how far it may be behind if lossy
     * @return its cursor
     * @throws io.fanlog.topic.SequenceGapException if strict and it cannot begin there
     */
    public Cursor join(StartRule begin, SlowSubscriberPolicy policy, int maxLag) {
        synchronized (monitor) {
            long before = log.limitVolatile();
            log.setLimitVolatile(0); // who publishes meanwhile comes in here and waits for this join
            try {
                return add(begin, policy, maxLag);
            } finally {
                boolean stays = members.length == 0 || !line.isEmpty();
                log.setLimitVolatile(stays ? before : allowedLimit(SegmentedLog.sequenceOf(log.tailVolatile())));
            }
        }
    }

    private Cursor add(StartRule begin, SlowSubscriberPolicy policy, int maxLag) {
        long tail = SegmentedLog.sequenceOf(log.tailVolatile());
        long floor = retention.floor(tail, now());
        Start start = begin.resolve(log.firstSequence(), floor, tail, retention);
        Cursor cursor = new Cursor(policy, maxLag, new LogReader(log), start, tail);
        Cursor[] more = java.util.Arrays.copyOf(members, members.length + 1);
        more[members.length] = cursor;
        members = more;
        return cursor;
    }

    /**
     * Removes a member; it holds nobody back from now on, and its lag is frozen.
     *
     * @param cursor a member; no effect if it has left already
     */
    public void leave(Cursor cursor) {
        synchronized (monitor) {
            Cursor[] all = members;
            int at = java.util.Arrays.asList(all).indexOf(cursor);
            if (at < 0) {
                return;
            }
            Cursor[] fewer = new Cursor[all.length - 1];
            System.arraycopy(all, 0, fewer, 0, at);
            System.arraycopy(all, at + 1, fewer, at, fewer.length - at);
            members = fewer;
            long tail = SegmentedLog.sequenceOf(log.tailVolatile());
            cursor.endAt(tail);
            if (blocker == cursor) {
                blocker = null;
            }
            if (fewer.length == 0 && !retention.isOn()) {
                log.setLimitVolatile(0);
            }
        }
    }

    /** {@return the cursors that have joined and not left, in that order; not to be changed} */
    public Cursor[] members() {
        return members;
    }

    /** {@return whether nobody is joined} */
    public boolean isEmpty() {
        return members.length == 0;
    }

    /** {@return the smallest position of the gating members, the tail if there is none} */
    public long watermark() {
        long smallest = SegmentedLog.sequenceOf(log.tailVolatile());
        for (Cursor member : members) {
            if (!member.policy().isLossy()) {
                smallest = Math.min(smallest, member.positionAcquire());
            }
        }
        return smallest;
    }

    /** {@return the cursor because of which publishing is refused now, null while there is room} */
    public @Nullable Cursor blocker() {
        Cursor slowest = blocker;
        return slowest != null && isStillBlockedAt(SegmentedLog.sequenceOf(log.tailVolatile())) ? slowest : null;
    }

    /** {@return the blocker, once for each time that it became one} */
    public @Nullable Cursor takeNewBlocker() {
        if (!blockerIsNews) {
            return null;
        }
        synchronized (monitor) {
            if (!blockerIsNews) {
                return null;
            }
            blockerIsNews = false;
            return blocker;
        }
    }

    // ---------------------------------------------------------------- moving on

    /**
     * Moves the head and the limit after cursors have moved, and decides waiters; called by the loop.
     *
     * @return in how many milliseconds something gets too old for retention, -1 if nothing will
     */
    public long advance() {
        synchronized (monitor) {
            long raw = log.tailVolatile();
            long tail = SegmentedLog.sequenceOf(raw);
            if (!line.isEmpty()) {
                serveLine();
            } else if (raw >= 0 && (members.length != 0 || retention.isOn())) {
                raiseLimit(tail);
                return untilExpiry(tail);
            }
            reclaim(tail);
            return untilExpiry(tail);
        }
    }

    private long untilExpiry(long tail) {
        long now = now();
        return retention.millisUntilExpiry(retention.floor(tail, now), tail, now);
    }

    private void raiseLimit(long tail) {
        reclaim(tail);
        long allowed = allowedLimit(tail);
        if (allowed > log.limitVolatile()) {
            log.setLimitVolatile(allowed);
        }
        if (tail < log.limitVolatile()) {
            blocker = null;
        }
    }

    /** How far the tail may get as the members stand now; remembers the slowest gating one if that is the tail. */
    private long allowedLimit(long tail) {
        Cursor slowest = null;
        long smallest = Long.MAX_VALUE;
        for (Cursor member : members) {
            if (!member.policy().isLossy()) {
                long at = member.gatingPosition();
                if (at < smallest) {
                    smallest = at;
                    slowest = member;
                }
            }
        }
        if (slowest == null) {
            return tail + STRIDE;
        }
        if (tail - smallest >= capacity && blocker != slowest) {
            blocker = slowest;
            blockerIsNews = true;
        }
        return smallest + capacity;
    }

    private void reclaim(long tail) {
        long keep = retention.floor(tail, now());
        long head = log.headAcquire();
        boolean read = false;
        for (Cursor member : members) {
            keep = Math.min(keep, member.keptFrom(tail));
            read |= member.hasReadFrom(head);
        }
        long portion = Math.min(keep, head + PORTION);
        isReclaiming = log.reclaimBelow(portion, read) == portion && portion < keep;
    }

    /** Gives the line what room there is; raises the limit for others only when nobody is left in it. */
    private void serveLine() {
        long raw = log.tailVolatile();
        boolean nobody = members.length == 0 && !retention.isOn();
        long allowed = nobody ? Long.MAX_VALUE : allowedLimit(SegmentedLog.sequenceOf(raw));
        line.serve(waiter -> serve(waiter, nobody, allowed));
        if (line.isEmpty() && raw >= 0 && !nobody) {
            raiseLimit(SegmentedLog.sequenceOf(log.tailVolatile()));
        }
    }

    private PublishResult serve(Waiter waiter, boolean nobody, long allowed) {
        long tail = log.tailVolatile();
        if (tail < 0) {
            return PublishResult.CLOSED;
        }
        if (isDuplicate(waiter.id())) {
            return PublishResult.DUPLICATE;
        }
        if (nobody) {
            return PublishResult.NO_SUBSCRIBERS;
        }
        if (tail >= allowed) {
            return PublishResult.FULL;
        }
        if (!log.tryAppend(tail, waiter.slot(), now())) {
            return PublishResult.CLOSED; // nobody else appends while there is a line: it was ended
        }
        remember(waiter.id());
        return PublishResult.OK;
    }

    /** Reading the clock costs more than all else here; only a timed log needs it. */
    private long now() {
        return log.isTimed() ? nowMillis.getAsLong() : 0;
    }
}
