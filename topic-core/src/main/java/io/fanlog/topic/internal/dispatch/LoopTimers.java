package io.fanlog.topic.internal.dispatch;

import io.fanlog.topic.spi.TopicClock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The timers of a loop, as any thread sees them: puts a {@link TimingWheel}, which belongs to the loop's thread, behind
 * the loop's inbox, and turns nanoseconds into ticks of a millisecond.
 *
 * <pre>
 *   loop's thread    schedule ─▶ end of turn: stamped ─▶ wheel ◀───────────────────── cancel
 *   other threads    schedule ─▶ inbox ─▶ arrived ─────▶ wheel ◀─── arrived ◀─ inbox ◀─ cancel
 *
 *   INVARIANTS
 *   - Nothing is early: a delay is rounded up to the tick it ends in, and a tick is due when all of it has begun.
 *     A timer is late by one tick, the rest of the turn that made it, the turn that is running when it is due, and
 *     what the operating system takes to wake a thread.
 *   - cancel takes the action away at once, on any thread; the wheel forgets the timer in a turn of the loop, which
 *     is rung for that only when 1,024 have piled up.
 *   - pending is counted where it changes: by the loop plainly, by others atomically; the sum is exact.
 * </pre>
 */
final class LoopTimers {
    /** How many nanoseconds a tick has. */
    static final long TICK_NANOS = 1_000_000;

    private static final long LAST_TICK = Long.MAX_VALUE / TICK_NANOS;
    private static final int MAX_MOVES_PER_TURN = 4_096;
    private static final int MAX_FIRED_PER_TURN = 256;
    private static final int PILE = 1_024;

    private static final VarHandle LOOP_PENDING =
            Fields.handle(MethodHandles.lookup(), LoopTimers.class, "loopPending", long.class);

    private final EventLoop loop;
    private final TopicClock clock;
    private final long startNanos;
    private final SignalList inbox;
    private final Doorbell bell;
    private final AtomicLong othersPending = new AtomicLong();

    // Written by the loop's thread only.
    private final TimingWheel wheel = new TimingWheel();
    private boolean behind;

    @SuppressWarnings("unused") // by VarHandle
    private long loopPending;

    LoopTimers(EventLoop loop, TopicClock clock, SignalList inbox, Doorbell bell) {
        this.loop = loop;
        this.clock = clock;
        this.startNanos = clock.nanoTime();
        this.inbox = inbox;
        this.bell = bell;
    }

    // Any thread.

    /** How many timers have neither fired nor been cancelled; exact when nobody is about to change it. */
    long pending() {
        return loopPendingOpaque() + othersPending.get();
    }

    Timer schedule(long delayNanos, Runnable action) {
        if (loop.inLoop()) {
            WheelTimer timer = new WheelTimer(loop, delayNanos, action, false);
            wheel.addFresh(timer);
            addLoopPending(1);
            return timer;
        }
        WheelTimer timer = new WheelTimer(loop, tickAfter(elapsedNanos(), delayNanos), action, true);
        handOver(timer, timer.due);
        return timer;
    }

    /** A timer's action was taken by a cancel. */
    void cancelled(WheelTimer timer) {
        if (loop.inLoop()) {
            addLoopPending(-1);
            if (timer.isOnWheel()) {
                wheel.remove(timer);
            } // else it is in the inbox, and will be dropped when it arrives
        } else {
            othersPending.decrementAndGet();
            if (timer.claimListing() && isPile(inbox.push(timer))) {
                bell.ring();
            }
        }
    }

    private void handOver(WheelTimer timer, long tick) {
        othersPending.incrementAndGet();
        int depth = inbox.push(timer);
        if (depth == 0) {
            othersPending.decrementAndGet();
            throw new RejectedExecutionException("the loop has ended: " + loop.name());
        }
        if (isPile(depth)) {
            bell.ringNap();
        } else {
            bell.ringBefore(tick);
        }
    }

    private static boolean isPile(int depth) {
        return depth > 0 && depth % PILE == 0;
    }

    private static long tickAfter(long elapsedNanos, long delayNanos) {
        if (delayNanos <= 0) {
            return 0; // due whatever the time
        }
        long due = elapsedNanos + delayNanos;
        if (due < 0 || delayNanos == Long.MAX_VALUE) {
            return TimingWheel.NEVER;
        }
        return due / TICK_NANOS + (due % TICK_NANOS == 0 ? 0 : 1);
    }

    // The loop's thread.

    /** A timer came out of the inbox: it is new, or was cancelled by another thread. */
    void arrived(WheelTimer timer) {
        timer.unlist();
        if (!timer.isWaiting()) {
            if (timer.isOnWheel()) {
                wheel.remove(timer);
            }
        } else if (!timer.isOnWheel()) {
            wheel.add(timer);
        }
    }

    /**
     * Gives the timers their ticks that were made by this turn and live still. Many do not: what guards a call is
     * cancelled before the turn is over, and costs no reading of the clock, which is the dearest part of a timer.
     */
    void stampFresh() {
        if (!wheel.hasFresh()) {
            return;
        }
        long elapsed = elapsedNanos();
        for (WheelTimer timer; (timer = wheel.pollFresh()) != null; ) {
            timer.due = tickAfter(elapsed, timer.due);
            wheel.add(timer);
        }
    }

    /** Runs timers that are due, a bounded number; returns how many. */
    int runDue() {
        if (wheel.isEmpty()) {
            return 0;
        }
        long now = elapsedNanos() / TICK_NANOS;
        behind = wheel.advance(now, MAX_MOVES_PER_TURN) >= MAX_MOVES_PER_TURN;
        int fired = 0;
        for (WheelTimer timer; fired < MAX_FIRED_PER_TURN && (timer = wheel.pollDue()) != null; ) {
            Runnable action = timer.takeAction();
            if (action != null) { // else another thread has just cancelled it, and counted that
                addLoopPending(-1);
                fired++;
                run(action);
            }
        }
        return fired;
    }

    /** Whether {@link #runDue} left something to run or to move at this very time. */
    boolean hasMore() {
        return behind || wheel.hasDue();
    }

    /** The tick at which the loop must come back, or {@link TimingWheel#NEVER}. */
    long nextTick() {
        return wheel.nextTick();
    }

    /** How long until then; {@link Long#MAX_VALUE} for ever, 0 or less when it has come. */
    long nanosToNextTick() {
        long tick = wheel.nextTick();
        return tick >= LAST_TICK ? Long.MAX_VALUE : tick * TICK_NANOS - elapsedNanos();
    }

    /** Before the loop sleeps: the clock may be one that is moved in leaps. */
    void tellClock(long nanosToNextTick) {
        if (nanosToNextTick != Long.MAX_VALUE) {
            clock.wakeLoopsAt(startNanos + wheel.nextTick() * TICK_NANOS);
        }
    }

    /** Drops a timer that came too late. */
    void drop(WheelTimer timer) {
        if (timer.takeAction() != null) {
            addLoopPending(-1);
        }
    }

    /** Drops all that wait, with their actions. */
    void dropAll() {
        wheel.drainTo(this::drop);
    }

    private long elapsedNanos() {
        return clock.nanoTime() - startNanos;
    }

    private static void run(Runnable action) {
        try {
            action.run();
        } catch (Throwable thrown) {
            Uncaught.report(thrown);
        }
    }

    private long loopPendingOpaque() {
        return (long) LOOP_PENDING.getOpaque(this);
    }

    private void addLoopPending(long change) {
        LOOP_PENDING.setOpaque(this, loopPendingOpaque() + change);
    }
}
