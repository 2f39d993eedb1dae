package io.fanlog.topic.internal.worker;

import io.fanlog.topic.internal.dispatch.Timer;
import io.fanlog.topic.spi.JobEnd;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One job of a {@link SlotWorker}, from its begin to its end.
 *
 * <pre>
 *   STARTING ── the starter returned ──▶ RUNNING ── succeed, fail, cancel ──▶ outcome: the slot joins the line
 *       └────── succeed, fail, cancel ──────────────────────────────────────▶ outcome: the slot, still there, goes on
 *
 *   INVARIANTS
 *   - state changes by CAS, so there is one outcome, and the slot joins the line for it at most once.
 *   - A cancel runs what was given for it exactly once: it is set before cancelled is read, cancelled before it is taken.
 * </pre>
 */
final class StartedJob implements JobEnd {
    private static final Logger LOG = System.getLogger("io.fanlog.topic.worker");

    private static final VarHandle STATE = Handles.of(MethodHandles.lookup(), StartedJob.class, "state", Object.class);
    private static final VarHandle ON_CANCEL =
            Handles.of(MethodHandles.lookup(), StartedJob.class, "onCancel", Runnable.class);

    private static final Object STARTING = new Object();
    private static final Object RUNNING = new Object();
    private static final Object SUCCEEDED = new Object();

    private final SlotWorker slot;

    /** One of the constants, or the Throwable that it failed with. */
    private volatile Object state = STARTING;

    private volatile boolean cancelled;
    private volatile boolean timed = true;

    @SuppressWarnings("unused") // by ON_CANCEL
    private volatile @Nullable Runnable onCancel;

    private volatile @Nullable Timer timer;

    StartedJob(SlotWorker slot) {
        this.slot = slot;
    }

    // Any thread.

    @Override
    public boolean succeed() {
        return end(SUCCEEDED);
    }

    @Override
    public boolean fail(Throwable error) {
        return end(Objects.requireNonNull(error, "error"));
    }

    private boolean end(Object outcome) {
        if (STATE.compareAndSet(this, STARTING, outcome)) {
            return true;
        }
        if (STATE.compareAndSet(this, RUNNING, outcome)) {
            slot.ended();
            return true;
        }
        return false;
    }

    @Override
    public void onCancel(Runnable cancel) {
        onCancel = Objects.requireNonNull(cancel, "cancel");
        if (cancelled) {
            runOnCancel();
        }
    }

    /** Gives up on it. */
    void cancel(Throwable why) {
        if (fail(why)) {
            cancelled = true;
            runOnCancel();
        }
    }

    private void runOnCancel() {
        Runnable action = (Runnable) ON_CANCEL.getAndSet(this, null);
        if (action == null) {
            return;
        }
        try {
            action.run();
        } catch (Throwable thrown) {
            LOG.log(Level.WARNING, "a job that was given up on could not be cancelled", thrown);
        }
    }

    @Override
    public void stopTimeout() {
        timed = false;
        cancelTimer();
    }

    private void cancelTimer() {
        Timer set = timer;
        if (set != null) {
            set.cancel();
        }
    }

    // The loop.

    /** The starter has returned: false if the job has ended already. */
    boolean run() {
        return STATE.compareAndSet(this, STARTING, RUNNING);
    }

    /** Gives up on it when this fires. */
    void timer(@Nullable Timer made) {
        timer = made;
        if (!timed) {
            cancelTimer(); // whoever said so did not see it
        }
    }

    /** It has taken too long. */
    void expire(Throwable why) {
        if (timed) {
            cancel(why);
        }
    }

    /** How it ended: null if well. Only after it has. */
    @Nullable
    Throwable settle() {
        cancelTimer();
        Object outcome = state;
        assert outcome != STARTING && outcome != RUNNING : "a job was settled before it ended";
        return outcome == SUCCEEDED ? null : (Throwable) outcome;
    }
}
