package io.fanlog.topic.internal.dispatch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * How a loop's thread sleeps and is woken, at most once per sleep. Who brings work first makes it visible (pushes it),
 * then rings; the loop first announces that it will sleep, then looks for work, then sleeps.
 *
 * <pre>
 *                 first ring: starts the thread          announce(PARKED)
 *      UNSTARTED ────────────────────────────▶  AWAKE  ──────────────────▶  PARKED   ends by ring, ringNap, timeout
 *                                               ▲ ▲ │                          │
 *                                               │ └─┼──────────────────────────┘
 *                                               │   │ announce(NAPPING)
 *                                               │   └───────────────────▶  NAPPING   ends by ringNap, timeout
 *                                               └──────────────────────────────┘
 *
 *   ringing thread                          loop
 *   1  push (CAS)                           a  mode := PARKED (volatile)
 *   2  read the mode (volatile)             b  look for work (volatile); any: mode := AWAKE, no park
 *   3  PARKED: CAS to AWAKE, unpark         c  park, then mode := AWAKE
 *
 *   INVARIANTS
 *   - No ring is lost: 1, 2, a and b have one order; either 2 sees PARKED, or b sees what 1 pushed.
 *   - One unpark per sleep: only who turns PARKED or NAPPING to AWAKE unparks. A burst of rings costs a read each.
 *   - A nap does not survive barNap: that sets napBarred before it reads the mode, and the loop announces NAPPING
 *     before it reads napBarred.
 * </pre>
 *
 * <p>A permit left by an unpark that came just after a timeout makes the next park return at once; that turn finds
 * nothing and does no harm.
 */
final class Doorbell extends DoorbellFields {
    static final int UNSTARTED = 0;
    static final int AWAKE = 1;
    static final int NAPPING = 2;
    static final int PARKED = 3;

    private static final VarHandle MODE =
            Fields.handle(MethodHandles.lookup(), DoorbellFields.class, "mode", int.class);
    private static final VarHandle NAP_BARRED =
            Fields.handle(MethodHandles.lookup(), DoorbellFields.class, "napBarred", boolean.class);
    private static final VarHandle WAKE_TICK =
            Fields.handle(MethodHandles.lookup(), DoorbellFields.class, "wakeTick", long.class);

    long unused11;
    long unused12;
    long unused13;
    long unused14;
    long unused15;
    long unused16;
    long unused17;
    long unused18;

    private final @Nullable Thread thread;

    /**
     * Makes the bell of a thread that was not started; the first ring starts it.
     *
     * @param thread the loop's thread; null for a loop that is stepped by hand and so never sleeps
     */
    Doorbell(@Nullable Thread thread) {
        this.thread = thread;
        this.mode = thread == null ? AWAKE : UNSTARTED;
    }

    // Any thread.

    /** Work was made visible that may not wait longer than a nap: ends a park. */
    void ring() {
        int mode = modeVolatile();
        if (mode == PARKED || mode == UNSTARTED) {
            end(mode);
        }
    }

    /** Work was made visible that may not wait: ends a park or a nap. */
    void ringNap() {
        int mode = modeVolatile();
        if (mode != AWAKE) {
            end(mode);
        }
    }

    /** A timer was made visible: ends a sleep, unless the loop wakes in time for it anyway. */
    void ringBefore(long tick) {
        int mode = modeVolatile();
        if (mode != AWAKE && tick < wakeTickVolatile()) {
            end(mode);
        }
    }

    /** Ends a nap, or keeps the loop from the one that would follow the turn that is running. */
    void barNap() {
        if (!napBarredVolatile()) {
            setNapBarredVolatile(true);
        }
        if (modeVolatile() == NAPPING) {
            end(NAPPING);
        }
    }

    /** Takes the place of the thread that was never started. True for at most one caller. */
    boolean claimUnstarted() {
        return casModeVolatile(UNSTARTED, AWAKE);
    }

    /** Whether the loop is in a turn or between two. A snapshot. */
    boolean isAwake() {
        return modeVolatile() == AWAKE;
    }

    /** One of the four modes. A snapshot. */
    int mode() {
        return modeVolatile();
    }

    private void end(int mode) {
        if (!casModeVolatile(mode, AWAKE)) {
            return; // another ring was faster, or the sleep is over
        }
        if (mode == UNSTARTED && thread != null) {
            start(thread);
        } else {
            LockSupport.unpark(thread);
        }
    }

    private void start(Thread thread) {
        try {
            thread.start();
        } catch (Throwable noThread) { // out of memory or threads: the next ring tries again
            setModeVolatile(UNSTARTED);
            throw noThread;
        }
    }

    // The loop's thread.

    /**
     * Says that the loop is about to sleep. The caller then looks for work once more, and ends the sleep by
     * {@link #awake()} in any case.
     *
     * @param sleep {@link #NAPPING} or {@link #PARKED}
     * @param tick when the loop wakes by itself
     */
    void announce(int sleep, long tick) {
        setWakeTickOpaque(tick);
        setModeVolatile(sleep);
    }

    /** Whether somebody barred the nap that was announced. */
    boolean isNapBarred() {
        return napBarredVolatile();
    }

    /** Begins a turn: what barred a nap until now will be met by the visits of this turn. */
    void allowNap() {
        if (napBarredVolatile()) {
            setNapBarredVolatile(false);
        }
    }

    /** Sleeps until rung, interrupted, or that many nanoseconds have passed; may return early for no reason. */
    void sleep(Object blocker, long nanos) {
        if (nanos == Long.MAX_VALUE) {
            LockSupport.park(blocker);
        } else {
            LockSupport.parkNanos(blocker, nanos);
        }
    }

    /** Ends a sleep, however it came to its end. */
    void awake() {
        if (modeVolatile() != AWAKE) {
            setModeVolatile(AWAKE);
        }
    }

    private int modeVolatile() {
        return (int) MODE.getVolatile((DoorbellFields) this);
    }

    private void setModeVolatile(int mode) {
        MODE.setVolatile((DoorbellFields) this, mode);
    }

    private boolean casModeVolatile(int expected, int mode) {
        return MODE.compareAndSet((DoorbellFields) this, expected, mode);
    }

    private boolean napBarredVolatile() {
        return (boolean) NAP_BARRED.getVolatile((DoorbellFields) this);
    }

    private void setNapBarredVolatile(boolean barred) {
        NAP_BARRED.setVolatile((DoorbellFields) this, barred);
    }

    private long wakeTickVolatile() {
        return (long) WAKE_TICK.getVolatile((DoorbellFields) this);
    }

    private void setWakeTickOpaque(long tick) {
        WAKE_TICK.setOpaque((DoorbellFields) this, tick);
    }
}
