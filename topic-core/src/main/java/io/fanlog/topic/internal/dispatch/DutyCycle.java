package io.fanlog.topic.internal.dispatch;

import io.fanlog.topic.spi.IdleStrategy;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * What a loop does, over and over: a turn, then a rest. Owned by the loop's thread.
 *
 * <pre>
 *     signal ────▶ signalled ─┐     ┌───────────────────── one turn ─────────────────────┐
 *     execute,                ├───▶ │ take ─▶ run jobs ─▶ run timers ─▶ visit each station │ ─▶ rest
 *     schedule ──▶ inbox ─────┘     │ then: hot ─▶ stations stay READY, else settle        │
 *                                   └──────────────────────────────────────────────────────┘
 *     rest:  hot ─▶ one nap                        only awaits a store ─▶ spin, yield, nap
 *            more to do ─▶ next turn at once       nothing ─▶ as the idle strategy says, by default park
 *
 *   INVARIANTS
 *   - A turn is bounded: each station once, of timers and jobs a portion (D2).
 *   - The loop parks only when no station is READY, after it saw signalled and inbox empty, which it does after it
 *     has announced the park (D1, see Doorbell); and with a timeout only if there is a timer (D4).
 *   - One nap at most: it follows a hot turn, and the next turn is hot only if 256 messages have moved again since. What
 *     counts is the stretch since the last rest, not one turn: a loop that chases a publisher, a few messages a turn,
 *     only takes the publisher's cache lines away.
 *   - Whatever a turn has taken and not finished is in a field, so nothing is lost if memory runs out on the way.
 * </pre>
 */
final class DutyCycle {
    private static final VarHandle TURNS = Fields.handle(MethodHandles.lookup(), DutyCycle.class, "turns", long.class);

    /** How much of the inbox a turn takes; a timer counts 1, a job, which may do anything, {@link #JOB_SHARE}. */
    private static final int ARRIVALS_PER_TURN = 4_096;

    private static final int JOB_SHARE = 16;

    // Shared with other threads, safe.
    private final EventLoop loop;
    private final SignalList signalled;
    private final SignalList inbox;
    private final Doorbell bell;

    /** Counts turns for the watchdog; written by the loop only. */
    @SuppressWarnings("unused") // by VarHandle
    private long turns;

    // The loop's own.
    private final IdleStrategy strategy;
    private final LoopTimers timers;
    private final ReadyStations ready = new ReadyStations();
    private final Turn turn = new Turn();
    private final StoreWait storeWait = new StoreWait();

    /** Stations and arrivals that were taken from the lists and not yet dealt with, oldest first. */
    private @Nullable Link calls;

    private @Nullable Link arrivals;

    /** What the strategy said to a hot turn; {@link IdleStrategy#PARK} if the last turn was not hot, or is to end as if. */
    private long hotAnswer = IdleStrategy.PARK;

    /** Messages moved since the last rest; a loop that keeps up with a busy publisher moves a few at a time. */
    private long stretch;

    private boolean revived;
    private int emptyTurns;

    DutyCycle(
            EventLoop loop,
            IdleStrategy strategy,
            SignalList signalled,
            SignalList inbox,
            Doorbell bell,
            LoopTimers timers) {
        this.loop = loop;
        this.strategy = strategy;
        this.signalled = signalled;
        this.inbox = inbox;
        this.bell = bell;
        this.timers = timers;
    }

    /** Changes with each turn; any thread may ask. */
    long turnsOpaque() {
        return (long) TURNS.getOpaque(this);
    }

    /** One turn. Returns about how much was done: messages, jobs, timers; 0 only if another turn would do nothing. */
    int turn() {
        TURNS.setOpaque(this, turnsOpaque() + 1);
        bell.allowNap();
        turn.begin();
        takeCalls();
        long work = takeArrivals();
        work += timers.runDue();
        ready.visit(turn);
        timers.stampFresh();
        stretch += turn.messagesMoved();
        hotAnswer = turn.isHot(stretch) && !hasMore() ? ask(0, true) : IdleStrategy.PARK;
        revived = hotAnswer == IdleStrategy.PARK && ready.settle();
        if (hotAnswer != IdleStrategy.PARK || ready.isEmpty()) {
            stretch = 0; // a rest follows
        }
        work += turn.messagesMoved();
        boolean goesOn = turn.someAgain() || revived || hasMore();
        return (int) Math.min(Integer.MAX_VALUE, work + (goesOn ? 1 : 0));
    }

    private void takeCalls() {
        if (calls == null) {
            calls = signalled.takeAll();
        }
        for (Link call = calls; call != null; call = calls) {
            ready.add((Station) call);
            calls = call.next;
            call.next = null;
        }
    }

    private int takeArrivals() {
        if (arrivals == null) {
            arrivals = inbox.takeAll();
        }
        int taken = 0;
        int share = 0;
        for (Link link = arrivals; link != null && share < ARRIVALS_PER_TURN; link = arrivals) {
            arrivals = link.next;
            link.next = null;
            share += arrive(link);
            taken++;
        }
        return taken;
    }

    private int arrive(Link link) {
        if (link instanceof WheelTimer timer) {
            timers.arrived(timer);
            return 1;
        }
        ((LoopJob) link).run();
        return JOB_SHARE;
    }

    private boolean hasMore() {
        return arrivals != null || timers.hasMore();
    }

    /** Rests after a turn that did so much, if it left nothing to do. */
    void rest(int work) {
        emptyTurns = work > 0 ? 0 : Math.min(emptyTurns, Integer.MAX_VALUE - 1) + 1;
        if (hotAnswer != IdleStrategy.PARK) {
            if (hotAnswer > 0) {
                sleep(Doorbell.NAPPING, hotAnswer);
            }
        } else if (ready.isEmpty()) {
            if (!hasMore()) {
                idle();
            }
        } else if (turn.onlyAwaitsStore() && work == 0) {
            awaitStore();
            return;
        }
        storeWait.over();
    }

    private void idle() {
        long answer = ask(emptyTurns, false);
        if (answer > 0) {
            sleep(answer == IdleStrategy.PARK ? Doorbell.PARKED : Doorbell.NAPPING, answer);
        }
    }

    private void awaitStore() {
        long nanos = storeWait.next();
        if (nanos > 0) {
            sleep(Doorbell.NAPPING, nanos);
        }
    }

    private long ask(int empty, boolean hot) {
        try {
            return strategy.idle(empty, hot);
        } catch (Throwable thrown) {
            Uncaught.report(thrown);
            return IdleStrategy.PARK;
        }
    }

    private void sleep(int mode, long nanos) {
        bell.announce(mode, mode == Doorbell.PARKED ? timers.nextTick() : TimingWheel.NEVER);
        if (!isCalled(mode)) {
            // Read after the announcement: a clock that is moved from now on rings.
            long limit = timers.nanosToNextTick();
            if (limit > 0) {
                timers.tellClock(limit);
                bell.sleep(loop, Math.min(nanos, limit));
            }
        }
        bell.awake();
        Thread.interrupted(); // whoever left it set: a thread that is interrupted does not sleep
        if (mode == Doorbell.PARKED) {
            loop.woke();
        }
    }

    private boolean isCalled(int mode) {
        return !signalled.isEmpty()
                || !inbox.isEmpty()
                || loop.isClosing()
                || (mode == Doorbell.NAPPING && bell.isNapBarred());
    }

    /** Whether there is nothing to do but timers that are not due. */
    boolean isDrained() {
        return ready.isEmpty() && !hasMore() && calls == null && signalled.isEmpty() && inbox.isEmpty();
    }

    /** Refuses what comes from now on, runs the jobs that came before, drops the rest. */
    void end() {
        Link left = arrivals;
        arrivals = null;
        endArrivals(left);
        endArrivals(inbox.close());
        signalled.close();
        timers.dropAll();
        ready.clear();
    }

    private void endArrivals(@Nullable Link first) {
        for (Link link = first; link != null; link = link.next) {
            if (link instanceof WheelTimer timer) {
                timers.drop(timer);
            } else {
                ((LoopJob) link).run();
            }
        }
    }
}
