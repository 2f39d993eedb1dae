package io.fanlog.topic.internal.dispatch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Where the publishers of one topic meet the loop that serves it. It says whether the loop will come by anyway (READY),
 * has to be called (IDLE), or need not know (MUTED), so that a burst of publishes signals once and the rest of it only reads.
 *
 * <pre>
 *            published(), signal(): CAS, push on the loop's list, ring
 *          ┌───────────────────────────────────────────┐
 *          │                                           ▼
 *        IDLE ◀──────────────────────────────────── READY   visited once per turn of the loop
 *          │    loop: CAS, then asks hasWork();        │
 *          │    true: CAS back to READY, stays         │
 *          ├──────────────▶ CLOSED ◀───────────────────┤    close(), any thread, final
 *          │                                           │
 *          └──── listen(): CAS ────── MUTED ◀──────────┘    as to IDLE, after a visit that said mute()
 *                                       └─ signal(), but not published(): READY
 *
 *   publisher                               loop
 *   1  CAS the tail                         a  CAS the state READY ─▶ IDLE
 *   2  store the slot (release)             b  read the tail (hasWork)
 *   3  read the state (volatile)
 *
 *   INVARIANTS
 *   - READY: the station is on the loop's list or in its ready set, once; the loop will visit it.
 *   - Only who turns IDLE or MUTED to READY may push the station.
 *   - No wake-up is lost (D1). 1, 3, a and b are sequentially consistent, so they have one order. If 3 comes before
 *     a, then 1 does, and b sees the new tail: the loop keeps the station. If 3 comes after a, it sees IDLE and calls
 *     the loop, unless somebody else has just done so. Step 2 is NOT part of the argument: a loop that looked at the
 *     slot in b could miss a store that still sits in the publisher's store buffer while 3 has read READY.
 *   - Nor while MUTED: who needs to hear of publishes says so where hasWork looks (sequentially consistent), then calls
 *     listen(), then reads the tail. A publisher that read MUTED in 3 has moved the tail before; a loop that mutes after
 *     listen() has found nothing to turn asks hasWork after that.
 * </pre>
 */
public final class Station extends StationState {
    private static final VarHandle STATE =
            Fields.handle(MethodHandles.lookup(), StationState.class, "state", int.class);

    private static final int IDLE = 0;
    private static final int READY = 1;
    private static final int CLOSED = 2;
    private static final int MUTED = 3;

    long unused11;
    long unused12;
    long unused13;
    long unused14;
    long unused15;
    long unused16;
    long unused17;
    long unused18;

    private final EventLoop loop;

    /** Null once closed, so that a station somebody still holds does not hold a topic. Racy, see {@link #visit}. */
    private volatile @Nullable LoopTask task;

    /** Owned by the loop. */
    private boolean quiet;

    /** Owned by the loop. */
    private boolean mutes;

    Station(EventLoop loop, LoopTask task) {
        this.loop = loop;
        this.task = task;
    }

    /**
     * Makes sure that the loop visits the task after this call, unless the station is MUTED. For a publisher, each time.
     * Any thread. Costs one volatile read when the station is READY or MUTED; never blocks and allocates nothing.
     */
    public void published() {
        if (stateVolatile() == IDLE && casStateVolatile(IDLE, READY)) {
            loop.signalled(this);
        }
    }

    /**
     * Does what {@link #published()} does and ends a nap of the loop, or keeps it from the nap that would follow the turn
     * that is running. For a publisher that found no room. Any thread.
     */
    public void refused() {
        published();
        loop.wakeFromNap();
    }

    /** Turns MUTED to IDLE: from now on publishers call the loop again. The caller then looks for what they published. */
    public void listen() {
        if (stateVolatile() == MUTED) {
            casStateVolatile(MUTED, IDLE);
        }
    }

    /**
     * Makes sure that the loop visits the task after this call, MUTED or not. Any thread. Costs one volatile read when the
     * station is READY; never blocks and allocates nothing.
     */
    public void signal() {
        int state = stateVolatile();
        while (state == IDLE || state == MUTED) {
            if (casStateVolatile(state, READY)) {
                loop.signalled(this);
                return;
            }
            state = stateVolatile();
        }
    }

    /** Does what {@link #signal()} does, and ends a nap, or keeps the loop from it, as {@link #refused()} does. Any thread. */
    public void wake() {
        signal();
        loop.wakeFromNap();
    }

    /**
     * Ends the station: the loop runs its task no more once it has observed this, that is, except for a visit that has
     * begun. Later signals do nothing. Any thread, any number of times.
     */
    public void close() {
        STATE.setVolatile((StationState) this, CLOSED);
        task = null;
    }

    /** Whether the loop will visit this station without being signalled. A snapshot, for tests. */
    boolean isReady() {
        return stateVolatile() == READY;
    }

    /** Visits the task, unless the station was closed. Only the loop. */
    void visit(Turn turn) {
        turn.beginVisit();
        LoopTask current = task;
        if (current != null && stateVolatile() == READY) {
            try {
                current.run(turn);
            } catch (Throwable thrown) {
                Uncaught.report(thrown);
            }
        }
        quiet = !turn.visitStaysReady();
        mutes = turn.visitMutes();
    }

    /** Whether the last visit left nothing to do. Only the loop. */
    boolean isQuiet() {
        return quiet;
    }

    /**
     * Lets a quiet station go IDLE, or MUTED, and looks again. Only the loop.
     *
     * @return true if there was work and the loop keeps it
     */
    boolean settle() {
        // The first CAS fails if the station was closed meanwhile, the second if it was signalled or closed.
        int rest = mutes ? MUTED : IDLE;
        if (!casStateVolatile(READY, rest) || !taskHasWork()) {
            return false;
        }
        // A poller may have begun to listen meanwhile.
        return casStateVolatile(rest, READY) || (mutes && casStateVolatile(IDLE, READY));
    }

    private boolean taskHasWork() {
        LoopTask current = task;
        try {
            return current != null && current.hasWork();
        } catch (Throwable thrown) {
            Uncaught.report(thrown);
            return false;
        }
    }

    private int stateVolatile() {
        return (int) STATE.getVolatile((StationState) this);
    }

    private boolean casStateVolatile(int expected, int state) {
        return STATE.compareAndSet((StationState) this, expected, state);
    }
}
