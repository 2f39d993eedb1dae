package io.fanlog.topic.internal.topic;

import io.fanlog.topic.SlowSubscriberPolicy;
import io.fanlog.topic.internal.cursor.Cursor;
import io.fanlog.topic.internal.cursor.Cursors;
import io.fanlog.topic.internal.log.LogReader;
import io.fanlog.topic.internal.log.SegmentedLog;
import io.fanlog.topic.internal.topic.CursorSubscription.Served;
import io.fanlog.topic.spi.PullListener;
import org.jspecify.annotations.Nullable;

/**
 * Pull mode: the adapter's thread moves the cursor, the loop only wakes it.
 *
 * <p>INVARIANTS
 * <ul>
 *   <li>No lost wake-up: hungry is set (sequentially consistent) before the poller looks at the tail for the last time,
 *       and the loop looks at hungry after it has read the tail; so one of them sees the other. A poller that finds the
 *       tail ahead but no slot, or the end, asks the loop to come by. While no poller is hungry the loop has its station
 *       muted; a poller has it listen again between its mark and its last look.
 *   <li>No payload stays behind unnoticed: while the cursor moves the loop comes by once per millisecond (watched). It
 *       stops after it has found the cursor at the same place twice, the second time a millisecond after it had taken
 *       the mark back: a poller that has moved in between has seen the mark gone, and signals.
 *   <li>One at a time moves a resumable cursor: a poll holds it, and only then looks whether its subscription is active
 *       still; who continues the cursor is opened by the loop, which has seen the end of the one before, when nobody
 *       holds it.
 * </ul>
 */
final class Polling<T> {
    private static final long WATCH_NANOS = 1_000_000;

    private final CursorSubscription<T> subscription;
    private final Cursor cursor;
    private final LogReader reader;
    private final boolean lossy;

    /** Whether to poll is just to take what stands in the next slot. Watched implies open. */
    private final boolean plain;

    /** The loop has taken the subscription in; before that an earlier owner of the cursor may still be busy. */
    private volatile boolean open;

    private volatile boolean hungry;

    /** Where the cursor was when progress was last told; a hint, also written by who requests. */
    private volatile long toldAt;

    private volatile boolean watched;

    // Owned by the loop.

    private long watchedAt;
    private boolean timerRuns;

    Polling(CursorSubscription<T> subscription) {
        this.subscription = subscription;
        this.cursor = subscription.cursor;
        this.reader = cursor.reader();
        this.lossy = cursor.policy().isLossy();
        this.plain = !lossy && !subscription.isResumable() && subscription.intake.isPlain();
    }

    // ---------------------------------------------------------------- poller

    @Nullable
    Object poll() {
        if (plain && watched && subscription.isActive()) {
            long sequence = cursor.position();
            Object slot = reader.slotAcquire(sequence);
            if (slot != null) {
                cursor.positionRelease(sequence + 1);
                tellMoved(); // the mark may have been taken back since it was read above
                return Enveloped.payloadOf(slot);
            }
        }
        return pollWithCare();
    }

    private @Nullable Object pollWithCare() {
        Object item = takeNext();
        if (item != null) {
            return item;
        }
        hungry = true;
        subscription.share.station().listen();
        if (subscription.topic.log().tailVolatile() != cursor.position()) {
            item = takeNext();
            if (item == null) {
                subscription.signal();
            }
        }
        tellProgress();
        return item;
    }

    private @Nullable Object takeNext() {
        if (!subscription.isResumable()) {
            return takeNextHeld();
        }
        if (!open || !cursor.tryHold(this)) {
            return null;
        }
        try {
            return takeNextHeld();
        } finally {
            cursor.letGo();
            if (!subscription.isActive()) {
                subscription.signalSuccessor();
            }
        }
    }

    private @Nullable Object takeNextHeld() {
        while (open && subscription.isActive()) {
            if (lossy && !keepsUp()) {
                return null;
            }
            long sequence = cursor.position();
            Object slot = reader.slotAcquire(sequence);
            if (slot == null) {
                if (lossy && sequence < subscription.topic.log().headAcquire()) {
                    continue;
                }
                return null;
            }
            Object item = take(sequence, slot);
            if (item != null) {
                return item;
            }
        }
        return null;
    }

    /** Null if the filter rejects it. What makes the user's code throw has been taken. */
    private @Nullable Object take(long sequence, Object slot) {
        boolean rejected = false;
        try {
            Object item = subscription.intake.take(slot, cursor, sequence);
            rejected = item == null;
            return item;
        } finally {
            if (rejected) {
                cursor.passRelease(sequence + 1, 0, 1);
            } else {
                cursor.positionRelease(sequence + 1);
            }
            tellMoved();
        }
    }

    /** After each move: has the loop come by for a while, unless it does so anyway. */
    private void tellMoved() {
        if (!watched) {
            watched = true;
            subscription.signal();
        }
    }

    /** False if the loop is to end it. */
    private boolean keepsUp() {
        long tail = SegmentedLog.sequenceOf(subscription.topic.log().tailVolatile());
        if (subscription.isTooSlow(tail)) {
            if (cursor.policy() == SlowSubscriberPolicy.DISCONNECT) {
                subscription.signal();
                return false;
            }
            subscription.skip(tail);
        }
        return true;
    }

    /** The poller wants to be told though it has not run dry; the loop is then to be signalled. */
    void markHungry() {
        hungry = true;
    }

    /** Lets the loop know when somebody waits for the room that was made, or when much has been passed. */
    void tellProgress() {
        long at = cursor.positionAcquire();
        long passed = at - subscription.topic.log().headAcquire();
        boolean much = passed >= Cursors.STRIDE && at - toldAt >= Cursors.STRIDE;
        if (much || (passed > 0 && subscription.topic.cursors().waiting() > 0)) {
            toldAt = at;
            subscription.signal();
        }
    }

    boolean isEmpty() {
        if (!open || !subscription.isActive()) {
            return true;
        }
        long raw = subscription.topic.log().tailVolatile();
        if (SegmentedLog.sequenceOf(raw) == cursor.position()) {
            if (raw < 0) {
                subscription.signal();
            }
            return true;
        }
        return !lossy && reader.slotAcquire(cursor.position()) == null;
    }

    // ---------------------------------------------------------------- loop

    void open() {
        watchedAt = cursor.position();
        open = true;
        hungry = true;
    }

    /** Whether it has to be told when something is published. */
    boolean isHungry() {
        return hungry;
    }

    Served wake(long tail, PullListener<Object> listener) {
        watch();
        if (hungry && cursor.positionAcquire() != tail) {
            hungry = false;
            try {
                listener.onReady();
            } catch (Throwable thrown) {
                subscription.subscriberThrew(thrown);
            }
        }
        return Served.QUIET;
    }

    private void watch() {
        if (!timerRuns && watched) {
            timerRuns = true;
            subscription.share.after(WATCH_NANOS, this::lookAgain);
        }
    }

    private void lookAgain() {
        timerRuns = false;
        long at = cursor.positionAcquire();
        boolean moved = at != watchedAt;
        watchedAt = at;
        if (!subscription.isActive()) {
            return;
        }
        if (moved) {
            watched = true;
            subscription.signal();
        } else if (watched) {
            watched = false;
            timerRuns = true;
            subscription.share.after(WATCH_NANOS, this::lookAgain);
        }
    }
}
