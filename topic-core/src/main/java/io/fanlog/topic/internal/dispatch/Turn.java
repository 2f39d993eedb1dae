package io.fanlog.topic.internal.dispatch;

/**
 * The report of the visits of one turn of a loop. There is one per loop, reused, touched by the loop's thread only.
 *
 * <pre>
 *   visit reports      station afterwards                         loop afterwards
 *   ───────────────    ────────────────────────────────────────   ──────────────────────────────────
 *   (nothing)          IDLE, unless hasWork()                     may nap or park
 *   moved(n)           as above                                   256 since the last rest: hot, may nap
 *   again()            READY, visited in the next turn            goes on at once
 *   awaitStore()       READY, visited in the next turn            spins, yields, naps; does not park
 *   noNap()            as without it                              does not nap after this turn
 *   mute()             MUTED in the place of IDLE                 as without it
 * </pre>
 */
public final class Turn {
    /** A stretch of turns without a rest that moved this many messages was busy enough to let producers run ahead. */
    static final int HOT_MESSAGES = 256;

    private int moved;
    private boolean napBarred;
    private boolean someAgain;
    private boolean someAwait;
    private boolean visitStaysReady;
    private boolean visitMutes;

    Turn() {}

    /**
     * Reports messages that this visit moved on: delivered, handed to workers, skipped.
     *
     * @param messages how many more, at least 0
     */
    public void moved(int messages) {
        assert messages >= 0 : messages;
        int sum = moved + messages;
        moved = sum < 0 ? Integer.MAX_VALUE : sum;
    }

    /** Reports that there is more to do at once; the visit ended only because its batch was full. */
    public void again() {
        someAgain = true;
        visitStaysReady = true;
    }

    /** Reports that something was claimed and is not yet stored, which can only be a moment away. */
    public void awaitStore() {
        someAwait = true;
        visitStaysReady = true;
    }

    /** Reports that somebody waits for what the loop does next, so it must not nap after this turn. */
    public void noNap() {
        napBarred = true;
    }

    /** Reports that the loop need not hear of publishes until somebody listens or signals. */
    public void mute() {
        visitMutes = true;
    }

    void begin() {
        moved = 0;
        napBarred = false;
        someAgain = false;
        someAwait = false;
    }

    void beginVisit() {
        visitStaysReady = false;
        visitMutes = false;
    }

    /** Whether the visit that just ended asked for peace from publishers. */
    boolean visitMutes() {
        return visitMutes;
    }

    /** Whether the visit that just ended asked to be visited again, for whatever reason. */
    boolean visitStaysReady() {
        return visitStaysReady;
    }

    int messagesMoved() {
        return moved;
    }

    boolean someAgain() {
        return someAgain;
    }

    /** Nothing moved and nobody has anything to do but wait for a store. */
    boolean onlyAwaitsStore() {
        return someAwait && !someAgain && moved == 0;
    }

    /** Whether a stretch that moved so many, this turn included, ends with it, and nobody minds a nap. */
    boolean isHot(long movedInStretch) {
        return movedInStretch >= HOT_MESSAGES && !napBarred && !someAgain && !someAwait;
    }
}
