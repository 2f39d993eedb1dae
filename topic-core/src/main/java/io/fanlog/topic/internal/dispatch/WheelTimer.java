package io.fanlog.topic.internal.dispatch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A timer: its action, its tick, and its place on the wheel. 48 bytes with compressed oops.
 *
 * <pre>
 *   WAITING (action set) ── cancel(): action := null ──▶ CANCELLED
 *            └───────────── takeAction(): action := null ──▶ FIRED
 *
 *   INVARIANTS
 *   - Whoever swaps the action for null decides the timer's end; so it fires or is cancelled, never both, and nothing
 *     but that thread's stack holds the action afterwards.
 *   - listed: the timer is on the loop's inbox. Only who turns it to true may push it. The loop turns it to false and
 *     then reads the action; who cancels nulls the action and then reads listed: one of the two sees the other, so a
 *     cancelled timer never stays on the wheel.
 *   - due, slot, earlier and later belong to the loop's thread once the timer was handed over.
 * </pre>
 */
final class WheelTimer extends Link implements Timer {
    /** The slot of a timer that is not on the wheel. */
    static final short NO_SLOT = -1;

    private static final VarHandle ACTION =
            Fields.handle(MethodHandles.lookup(), WheelTimer.class, "action", Runnable.class);
    private static final VarHandle LISTED =
            Fields.handle(MethodHandles.lookup(), WheelTimer.class, "listed", boolean.class);

    /** When it is due, in ticks of its loop, {@link TimingWheel#NEVER} for never; its delay in ns while it is fresh. */
    long due;

    /** The wheel's list it is on. */
    short slot = NO_SLOT;

    /** Its neighbours on that list, which is circular; itself while it is on none. */
    WheelTimer earlier = this;

    WheelTimer later = this;

    private final EventLoop loop;

    @SuppressWarnings("unused") // by VarHandle
    private @Nullable Runnable action;

    @SuppressWarnings("unused") // by VarHandle
    private boolean listed;

    /**
     * Makes a timer that waits.
     *
     * @param listed whether the caller will push it on the loop's inbox
     */
    WheelTimer(EventLoop loop, long due, Runnable action, boolean listed) {
        this.loop = loop;
        this.due = due;
        this.action = action;
        this.listed = listed;
    }

    @Override
    public boolean cancel() {
        if (takeAction() == null) {
            return false;
        }
        loop.cancelled(this);
        return true;
    }

    /** Ends the timer; whoever gets the action decides how. */
    @Nullable
    Runnable takeAction() {
        // Most calls on an ended timer come from owners that cancel to be sure; a read is enough for them.
        return actionVolatile() == null ? null : (Runnable) ACTION.getAndSet(this, (Runnable) null);
    }

    boolean isWaiting() {
        return actionVolatile() != null;
    }

    boolean isOnWheel() {
        return slot != NO_SLOT;
    }

    /** Claims the right to push this timer on the inbox. */
    boolean claimListing() {
        return LISTED.compareAndSet(this, false, true);
    }

    /** The loop took it from the inbox. */
    void unlist() {
        LISTED.setVolatile(this, false);
    }

    private @Nullable Runnable actionVolatile() {
        return (Runnable) ACTION.getVolatile(this);
    }
}
