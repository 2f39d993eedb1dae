package io.fanlog.topic.internal.worker;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Lets one thread at a time take jobs. Nobody blocks on it: who finds it held for longer than a
 * moment of spinning goes away, and who holds it tells the pool's
 * loop when it leaves, if the loop has asked.
 *
 * <pre>
 *          tryEnter                  askWhenLeft
 *   FREE ───────────▶ HELD ───────────────────────────▶ HELD_ASKED
 *     ▲                │ leave: false                         │
 *     └────────────────┴──────────────────────────────────────┘ leave: true, signal the loop
 *
 *   INVARIANTS
 *   - Between tryEnter (true) and leave there is one thread; what it wrote happens before the next one's tryEnter.
 *   - An askWhenLeft that answers true is followed by a leave that answers true.
 * </pre>
 */
final class Turnstile {
    private static final int FREE = 0;
    private static final int HELD = 1;
    private static final int HELD_ASKED = 2;

    /** About as long as it takes to draw a batch. */
    private static final int SPINS = 100;

    /** The holder has lost its processor, then: let it have this one. Much cheaper than to park and be woken. */
    private static final int YIELDS = 16;

    private final AtomicInteger state = new AtomicInteger(FREE);

    /** Read by that thread itself only. */
    private @Nullable Thread holder;

    boolean tryEnter() {
        if (state.get() == FREE && state.compareAndSet(FREE, HELD)) {
            holder = Thread.currentThread();
            return true;
        }
        return false;
    }

    /**
     * Enters, however long it takes: as long as others take jobs, which is microseconds unless a topic's filter is slow.
     *
     * @return false if this thread is inside already
     */
    boolean enter() {
        if (holder == Thread.currentThread()) {
            return false;
        }
        boolean entered = false;
        while (!entered) {
            entered = tryEnterSpinning();
        }
        return true;
    }

    /** Tries for about a microsecond, then gives way to other threads a few times. */
    @SuppressWarnings("ThreadPriorityCheck") // a hint: nothing but speed relies on it
    boolean tryEnterSpinning() {
        for (int attempt = 0; attempt < SPINS + YIELDS; attempt++) {
            if (tryEnter()) {
                return true;
            }
            if (attempt < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
        return false;
    }

    /** Asks to be told when it becomes free; false if it is. */
    boolean askWhenLeft() {
        return state.compareAndSet(HELD, HELD_ASKED) || state.get() == HELD_ASKED;
    }

    /** Leaves; true if somebody asked to be told. */
    boolean leave() {
        holder = null;
        return state.getAndSet(FREE) == HELD_ASKED;
    }
}
