package io.fanlog.topic.internal.topic;

import io.fanlog.topic.internal.cursor.Cursors;
import io.fanlog.topic.internal.dispatch.LoopTask;
import io.fanlog.topic.internal.dispatch.Turn;
import io.fanlog.topic.internal.log.SegmentedLog;
import java.util.Arrays;

/**
 * What a topic's home loop does for it: takes in who signalled, serves each subscription its share, moves head and limit,
 * answers waiters.
 *
 * <p>INVARIANT (no lost wake-up): a visit reads the tail before it serves anybody, and {@link #hasWork} compares with that
 * reading. What was published after it makes hasWork answer true, what was published before it has been served.
 */
final class HomeTask<T> implements LoopTask {
    private static final CursorSubscription<?>[] NOBODY = {};

    private final LogTopic<T> topic;
    private final SegmentedLog log;
    private final Cursors cursors;

    // Owned by the loop.

    private CursorSubscription<?>[] served = NOBODY;
    private int count;
    private int movedSinceAdvance;
    private int movedThisVisit;
    private boolean expiryRuns;

    /** The tail as the last visit read it. Read by hasWork, on the loop as well. */
    private long lastRawTail = -1;

    HomeTask(LogTopic<T> topic) {
        this.topic = topic;
        this.log = topic.log();
        this.cursors = topic.cursors();
    }

    @Override
    public boolean hasWork() {
        return log.tailVolatile() != lastRawTail || !topic.signals().isEmpty() || cursors.hasDecided();
    }

    @Override
    public void run(Turn turn) {
        takeSignals();
        long raw = log.tailVolatile();
        boolean tailMoved = raw != lastRawTail;
        lastRawTail = raw;
        movedThisVisit = 0;
        boolean stays = serveAll(raw, tailMoved, turn);
        turn.moved(movedThisVisit);
        movedSinceAdvance += movedThisVisit;
        if (!stays || movedSinceAdvance >= Cursors.STRIDE) {
            movedSinceAdvance = 0;
            expireIn(cursors.advance());
        }
        cursors.answerDecided();
        if (cursors.waiting() > 0 || SegmentedLog.sequenceOf(raw) >= cursors.limitVolatile()) {
            turn.noNap();
        }
        if (raw < 0 && cursors.isEmpty()) {
            topic.drained();
        }
    }

    /** A delivery has moved its cursor by so many. */
    void moved(int messages) {
        movedThisVisit += messages;
    }

    private void takeSignals() {
        CursorSubscription<?> next = topic.signals().takeAll();
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
        for (int i = 0; i < count; i++) {
            CursorSubscription<?> subscription = served[i];
            switch (subscription.serve(raw, tailMoved)) {
                case OVER -> {
                    continue;
                }
                case AGAIN -> {
                    stays = true;
                    turn.again();
                }
                case AWAIT_STORE -> {
                    stays = true;
                    turn.awaitStore();
                }
                case QUIET -> {}
            }
            served[kept++] = subscription;
        }
        Arrays.fill(served, kept, count, null);
        count = kept;
        return stays;
    }

    private void expireIn(long millis) {
        if (millis >= 0 && !expiryRuns) {
            expiryRuns = true;
            topic.after(Math.multiplyExact(millis, 1_000_000L), this::expired);
        }
    }

    private void expired() {
        expiryRuns = false;
        expireIn(cursors.advance());
    }
}
