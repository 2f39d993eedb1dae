package io.fanlog.topic.internal.topic;

import io.fanlog.topic.internal.cursor.Cursor;
import io.fanlog.topic.internal.log.Enveloped;
import io.fanlog.topic.internal.log.LogReader;
import io.fanlog.topic.internal.log.SegmentedLog;
import io.fanlog.topic.internal.topic.CursorSubscription.Served;
import io.fanlog.topic.spi.PullListener;
import org.jspecify.annotations.Nullable;

/**
 * Push mode: the loop hands one subscription what is there, within its demand and its share of the turn.
 *
 * <p>INVARIANT: a plain cursor is released before {@code onNext}, so that a publish from inside it finds the room it has
 * just made; a resumable one after it, so that a message whose {@code onNext} did not return is offered again.
 */
final class Delivery<T> {
    /** How long one subscription is served before the next has its turn. */
    private static final long SHARE_NANOS = 200_000;

    /** From this batch on the clock is read once for so many messages; before it at each doubling. */
    private static final int CLOCK_STRIDE = 128;

    private final CursorSubscription<T> subscription;
    private final Cursor cursor;
    private final LogReader reader;
    private final Intake<T> intake;
    private final boolean plain;
    private final boolean lossy;
    private final boolean releasedAfter;

    Delivery(CursorSubscription<T> subscription) {
        this.subscription = subscription;
        this.cursor = subscription.cursor;
        this.reader = cursor.reader();
        this.intake = subscription.intake;
        this.plain = intake.isPlain();
        this.lossy = cursor.policy().isLossy();
        this.releasedAfter = subscription.isResumable();
    }

    Served deliver(long tail, PullListener<Object> listener) {
        if (lossy && subscription.isTooSlow(tail)) {
            subscription.skip(tail);
        }
        long from = cursor.position();
        long demand = subscription.requested();
        int share = (int) Math.min(subscription.topic.config().batch(), demand);
        if (from == tail || share == 0) {
            return Served.QUIET;
        }
        int delivered = drain(from, tail, share, listener);
        subscription.topic.moved((int) (cursor.position() - from));
        long left = subscription.produced(delivered);
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
            subscription.skip(SegmentedLog.sequenceOf(subscription.topic.log().tailVolatile()));
            return Served.AGAIN;
        }
        return Served.AWAIT_STORE;
    }

    /** Hands out until the tail, the share, the time, a slot that is not stored, or the end; tells how many. */
    private int drain(long from, long tail, int share, PullListener<Object> listener) {
        long began = subscription.topic.nanoTime();
        int delivered = 0;
        int passed = 0;
        int clockAt = 1;
        long sequence = from;
        try {
            while (sequence < tail && delivered < share && subscription.isActive()) {
                Object slot = reader.slotAcquire(sequence);
                if (slot == null) {
                    break;
                }
                if (handOut(slot, sequence++, listener)) {
                    delivered++;
                }
                if (++passed == clockAt) {
                    if (subscription.topic.nanoTime() - began >= SHARE_NANOS) {
                        break;
                    }
                    clockAt += Math.min(clockAt, CLOCK_STRIDE);
                }
            }
        } catch (Throwable thrown) {
            subscription.subscriberThrew(thrown);
        }
        return delivered;
    }

    /** False if the filter rejected it. */
    private boolean handOut(Object slot, long sequence, PullListener<Object> listener) {
        Object item = plain ? Enveloped.payloadOf(slot) : take(slot, sequence);
        if (item == null) {
            cursor.passRelease(sequence + 1, 0, 1);
            return false;
        }
        if (releasedAfter) {
            listener.onNext(item);
            cursor.positionRelease(sequence + 1);
        } else {
            cursor.positionRelease(sequence + 1);
            listener.onNext(item);
        }
        return true;
    }

    /** What the user's filter or copier throws is the subscriber's; a plain cursor has moved on by then. */
    private @Nullable Object take(Object slot, long sequence) {
        try {
            return intake.take(slot, cursor, sequence);
        } catch (Throwable thrown) {
            if (!releasedAfter) {
                cursor.positionRelease(sequence + 1);
            }
            throw thrown;
        }
    }
}
