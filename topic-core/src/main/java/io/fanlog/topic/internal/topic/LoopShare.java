package io.fanlog.topic.internal.topic;

import io.fanlog.topic.internal.cursor.Cursors;
import io.fanlog.topic.internal.dispatch.EventLoop;
import io.fanlog.topic.internal.dispatch.LoopTask;
import io.fanlog.topic.internal.dispatch.Station;
import io.fanlog.topic.internal.dispatch.Timer;
import io.fanlog.topic.internal.dispatch.Turn;
import io.fanlog.topic.internal.log.LogReader;
import io.fanlog.topic.internal.log.SegmentedLog;
import io.fanlog.topic.internal.topic.CursorSubscription.Served;
import java.util.Arrays;
import java.util.concurrent.RejectedExecutionException;

/**
 * What one loop does for a topic: takes in who signalled, serves its subscriptions in turn, moves head and limit, answers
 * waiters. A topic has one of these, on its home loop, unless its subscriptions are spread over several.
 *
 * <p>INVARIANT (no lost wake-up): a visit reads the tail before it serves anybody, and {@link #hasWork} compares with that
 * reading. What was published after it makes hasWork answer true, what was published before it has been served.
 */
final class LoopShare<T> implements LoopTask {
    private static final CursorSubscription<?>[] NOBODY = {};

    private final LogTopic<T> topic;
    private final SegmentedLog log;
    private final Cursors cursors;
    private final boolean isHome;
    private final boolean mayMute;
    private final EventLoop loop;
    private final Station station;
    private final Signals signals = new Signals();

    // Owned by the loop.

    private CursorSubscription<?>[] served = NOBODY;
    private int count;
    private int movedSinceAdvance;
    private int movedThisVisit;
    private boolean expiryRuns;
    private boolean muted;

    private final LogReader scout;
    private long stored;

    /** The tail as the last visit read it. Read by hasWork, on the loop as well. */
    private long lastRawTail = -1;

    LoopShare(LogTopic<T> topic, EventLoop loop, boolean isHome) {
        this.topic = topic;
        this.log = topic.log();
        this.cursors = topic.cursors();
        this.loop = loop;
        this.isHome = isHome;
        this.scout = new LogReader(log);
        this.stored = log.firstSequence();
        this.mayMute = topic.config().retainCount() == 0;
        this.station = loop.register(this);
    }

    Station station() {
        return station;
    }

    Signals signals() {
        return signals;
    }

    /** Whether a new subscription would be served. */
    boolean isOpen() {
        return !loop.isClosing();
    }

    long nanoTime() {
        return loop.clock().nanoTime();
    }

    /** On this loop, after a while; never if the loop has ended, which ends everything it serves. */
    Timer after(long nanos, Runnable action) {
        try {
            return loop.schedule(nanos, action);
        } catch (RejectedExecutionException loopEnded) {
            return () -> false;
        }
    }

    /** While muted the tail is the pollers' affair, until one of them has run dry. */
    @Override
    public boolean hasWork() {
        return (muted ? !allPolledAhead() : log.tailVolatile() != lastRawTail)
                || !signals.isEmpty()
                || cursors.hasDecided()
                || cursors.isReclaiming();
    }

    @Override
    public void run(Turn turn) {
        takeSignals();
        long raw = log.tailVolatile();
        movedThisVisit = 0;
        scout(SegmentedLog.sequenceOf(raw));
        boolean stays = serveAll(raw, raw != lastRawTail, turn);
        lastRawTail = raw; // not before: if something was thrown, the next visit serves those who were not
        turn.moved(movedThisVisit);
        movedSinceAdvance += movedThisVisit;
        if (!stays || movedSinceAdvance >= Cursors.STRIDE || cursors.waiting() > 0) {
            movedSinceAdvance = 0;
            expireIn(cursors.advance());
            if (log.tailVolatile() != raw) {
                topic.callLoops(); // waiters were admitted here: the other loops have not been told
            }
        }
        cursors.answerDecided();
        if (cursors.hasDecided()) {
            turn.again();
        }
        if (cursors.waiting() > 0 || SegmentedLog.sequenceOf(raw) >= log.limitVolatile()) {
            turn.noNap();
        }
        if (raw < 0 && cursors.isEmpty()) {
            topic.drained();
        }
        muted = raw >= 0 && cursors.waiting() == 0 && (count == 0 ? !isHome : mayMute && allPolledAhead());
        if (muted) {
            turn.mute();
        }
    }

    /** Looks once for all subscriptions how far everything is stored, so that each can read plainly up to there. */
    private void scout(long tail) {
        stored = scout.storedUntil(Math.max(stored, log.headAcquire()), tail);
    }

    /** Whether publishing gives the loop nothing to do: pollers that are busy take what comes, and nothing is retained. */
    private boolean allPolledAhead() {
        for (int i = 0; i < count; i++) {
            if (!served[i].isPolledAhead()) {
                return false;
            }
        }
        return true;
    }

    /** A delivery has moved its cursor by so many. */
    void moved(int messages) {
        movedThisVisit += messages;
    }

    private void takeSignals() {
        CursorSubscription<?> next = signals.takeAll();
        while (next != null) {
            CursorSubscription<?> subscription = next;
            next = subscription.nextSignalled;
            subscription.nextSignalled = null;
            subscription.takeSignal();
            if (subscription.beginServing()) {
                if (count == served.length) {
                    served = Arrays.copyOf(served, Math.max(4, count * 2));
                }
                served[count++] = subscription;
            }
        }
    }

    private boolean serveAll(long raw, boolean tailMoved, Turn turn) {
        boolean stays = false;
        int kept = 0;
        int next = 0;
        try {
            while (next < count) {
                CursorSubscription<?> subscription = served[next];
                Served found = subscription.serve(raw, stored, tailMoved);
                next++;
                stays |= report(found, turn);
                if (found != Served.OVER) {
                    served[kept++] = subscription;
                }
            }
        } finally {
            int rest = count - next; // none, unless something was thrown
            System.arraycopy(served, next, served, kept, rest);
            Arrays.fill(served, kept + rest, count, null);
            count = kept + rest;
        }
        return stays;
    }

    /** Whether the station is to stay READY for it. */
    private static boolean report(Served found, Turn turn) {
        if (found == Served.AGAIN) {
            turn.again();
        } else if (found == Served.AWAIT_STORE) {
            turn.awaitStore();
        } else {
            return false;
        }
        return true;
    }

    private void expireIn(long millis) {
        if (isHome && millis >= 0 && !expiryRuns) {
            expiryRuns = true;
            after(millis > Long.MAX_VALUE / 1_000_000 ? Long.MAX_VALUE : millis * 1_000_000, this::expired);
        }
    }

    private void expired() {
        expiryRuns = false;
        station.signal(); // a visit, since advancing may also admit waiters, who are to be answered then
    }
}
