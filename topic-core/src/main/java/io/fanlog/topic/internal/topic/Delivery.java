package io.fanlog.topic.internal.topic;

import io.fanlog.topic.SlowSubscriberPolicy;
import io.fanlog.topic.internal.cursor.Cursor;
import io.fanlog.topic.internal.log.LogReader;
import io.fanlog.topic.internal.log.SegmentedLog;
import io.fanlog.topic.internal.topic.CursorSubscription.Served;
import io.fanlog.topic.spi.PullListener;
import org.jspecify.annotations.Nullable;

/**
 * Push mode: the loop hands one subscription what is there, within its demand and its share of the turn. Touched by the loop
 * only.
 *
 * <p>INVARIANT: a plain cursor is released before {@code onNext}, so that a publish from inside it finds the room it has
 * just made; a resumable one after it, so that a message whose {@code onNext} did not return is offered again.
 */
final class Delivery<T> implements LogReader.RunVisitor {
    /** How long one subscription is served before the next has its turn. */
    private static final long SHARE_NANOS = 200_000;

    /** The clock, which costs as much as ten messages, is read once for so many at most. */
    private static final int LONGEST_STRIDE = 256;

    private final CursorSubscription<T> subscription;
    private final Cursor cursor;
    private final LogReader reader;
    private final Intake<T> intake;
    private final boolean lossy;
    private final boolean releasedAfter;

    /** Whether what is being thrown comes from the filter or the copier, not from the subscriber. */
    private boolean intakeThrew;

    /** Whether each slot is one hand-out, without code of the user's in between. */
    private final boolean plain;

    private final int batch;

    private final PullListener<Object> listener;

    /** Messages until the clock is read: doubles while the subscriber is quick, and starts anew when it was slow. */
    private int stride = 1;

    // Of the visit that is going on.

    private int delivered;
    private int share;

    Delivery(CursorSubscription<T> subscription, PullListener<Object> listener) {
        this.subscription = subscription;
        this.listener = listener;
        this.cursor = subscription.cursor;
        this.reader = cursor.reader();
        this.intake = subscription.intake;
        this.lossy = cursor.policy().isLossy();
        this.releasedAfter = subscription.isResumable();
        this.plain = intake.isPlain() && !releasedAfter;
        this.batch = subscription.topic.config().batch();
    }

    /**
     * One visit.
     *
     * @param tail as the visit has read it
     * @param stored up to where this thread has seen all slots stored
     * @param demand as it was before the tail was read
     */
    Served deliver(long tail, long stored, long demand) {
        if (lossy && subscription.isTooSlow(tail)) {
            subscription.skip(tail);
        }
        long from = cursor.position();
        share = (int) Math.min(batch, demand);
        if (from == tail || share == 0) {
            return Served.QUIET;
        }
        delivered = 0;
        drain(from, Math.min(Math.min(tail, stored), from + (plain ? share : batch)));
        int passed = (int) (cursor.position() - from);
        subscription.share.moved(passed);
        long left = subscription.produced(plain ? passed : delivered);
        return left == 0 ? Served.QUIET : whatIsNext(tail);
    }

    private Served whatIsNext(long tail) {
        long next = cursor.position();
        if (next == tail || !subscription.isActive()) {
            return Served.QUIET;
        }
        if (reader.slotAcquire(next) != null) {
            return Served.AGAIN;
        }
        if (lossy && next < subscription.topic.log().headAcquire()) {
            if (cursor.policy() != SlowSubscriberPolicy.DISCONNECT) { // else the next visit ends it
                subscription.skip(
                        SegmentedLog.sequenceOf(subscription.topic.log().tailVolatile()));
            }
            return Served.AGAIN;
        }
        return Served.AWAIT_STORE;
    }

    /** Hands out until the place, the share, the time, a slot that is not stored, or the end of the subscription. */
    private void drain(long from, long to) {
        long began = subscription.share.nanoTime();
        long sequence = from;
        try {
            while (sequence < to) {
                long stop = Math.min(to, sequence + stride);
                sequence = reader.readStored(sequence, stop, this);
                if (subscription.share.nanoTime() - began >= SHARE_NANOS) {
                    stride = 1;
                    return;
                }
                if (sequence < stop) {
                    return;
                }
                stride = Math.min(stride * 2, LONGEST_STRIDE);
            }
        } catch (Throwable thrown) {
            if (intakeThrew) {
                intakeThrew = false;
                subscription.intakeThrew(thrown, listener);
            } else {
                subscription.subscriberThrew(thrown);
            }
        }
    }

    @Override
    public int visit(@Nullable Object[] slots, int from, int to, long sequence) {
        long base = sequence - from;
        return plain ? handOutPlain(slots, from, to, base) : handOutEach(slots, from, to, base);
    }

    private int handOutPlain(@Nullable Object[] slots, int from, int to, long base) {
        CursorSubscription<T> own = subscription;
        Cursor moved = cursor;
        PullListener<Object> told = listener;
        for (int place = from; place < to; place++) {
            Object slot = slots[place]; // before the release: after it, it may be cleared
            if (slot == null || !own.isActiveOpaque()) {
                return place;
            }
            moved.positionRelease(base + place + 1);
            told.onNext(Enveloped.payloadOf(slot));
        }
        return to;
    }

    private int handOutEach(@Nullable Object[] slots, int from, int to, long base) {
        for (int place = from; place < to; place++) {
            Object slot = slots[place];
            if (slot == null || delivered == share || !subscription.isActive()) {
                return place;
            }
            handOut(slot, base + place);
        }
        return to;
    }

    private void handOut(Object slot, long sequence) {
        Object item = take(slot, sequence);
        if (item == null) {
            cursor.passRelease(sequence + 1, 0, 1);
            return;
        }
        delivered++;
        if (releasedAfter) {
            listener.onNext(item);
            cursor.positionRelease(sequence + 1);
        } else {
            cursor.positionRelease(sequence + 1);
            listener.onNext(item);
        }
    }

    /** What the user's filter or copier throws is the subscriber's; a plain cursor has moved on by then. */
    private @Nullable Object take(Object slot, long sequence) {
        try {
            return intake.take(slot, cursor, sequence);
        } catch (Throwable thrown) {
            if (!releasedAfter) {
                cursor.positionRelease(sequence + 1);
            }
            intakeThrew = true;
            throw thrown;
        }
    }
}
