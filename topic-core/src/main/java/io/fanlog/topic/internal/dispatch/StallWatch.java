package io.fanlog.topic.internal.dispatch;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * The watchdog of a group: reports a turn that lasts too long while it lasts, with the stack of who blocks it (D5). It
 * looks at the loops' turn counters four times per limit, so the loops themselves never read a clock for it.
 *
 * <pre>
 *     loop wakes from a park ─▶ arm(): a volatile read; the first one starts or unparks the watchdog
 *
 *     ASLEEP ──── arm ────▶ WATCHING ── looks every limit / 4; same turn again and awake: it lasts ──▶ report
 *        ▲                      │           reports at limit, 2 x limit, 4 x limit, ...
 *        └── all parked for ────┘
 *            eight looks
 *
 *   INVARIANTS
 *   - While a loop is awake the watchdog is armed: the loop turns AWAKE and then reads armed; the watchdog clears armed
 *     and then reads the loops' modes; both sequentially consistent.
 *   - When all loops are parked the watchdog is, too (D4), after a while: a loop that wakes often must not pay for
 *     waking the watchdog each time.
 *   - A stack is reported only if the turn was still the same after it had been taken.
 * </pre>
 */
final class StallWatch implements Runnable {
    private static final Logger LOG = System.getLogger("io.fanlog.topic.dispatch");
    private static final VarHandle ARMED =
            Fields.handle(MethodHandles.lookup(), StallWatch.class, "armed", boolean.class);
    private static final int QUIET_LOOKS = 8;
    private static final int LOOKS_PER_LIMIT = 4;

    /** Limits longer than this one are looked at as often, so that any report comes within a second of its limit. */
    private static final long LONGEST_PERIOD_NANOS = 250_000_000;

    private final long limitNanos;
    private final long periodNanos;
    private final Thread thread;
    private final List<StallListener> listeners = new CopyOnWriteArrayList<>();
    private volatile List<Sighting> sightings = List.of();
    private volatile boolean closing;

    @SuppressWarnings("unused") // by VarHandle
    private boolean armed;

    /** Written by who armed it first, before the thread can clear {@link #armed}. */
    private boolean started;

    // Owned by the watchdog's thread.
    private int quietLooks;
    private long lastLook;

    StallWatch(String groupName, Duration limit) {
        limitNanos = Nanos.saturated(limit);
        periodNanos = Math.max(1, Math.min(limitNanos / LOOKS_PER_LIMIT, LONGEST_PERIOD_NANOS));
        thread = new Thread(null, this, groupName + "-watchdog", 0, false);
        thread.setDaemon(true);
    }

    // Any thread.

    /** Says which loops to watch. Once, before any of them runs. */
    void watch(List<EventLoop> loops) {
        sightings = loops.stream().map(Sighting::new).toList();
    }

    void add(StallListener listener) {
        listeners.add(listener);
    }

    void remove(StallListener listener) {
        listeners.remove(listener);
    }

    /** A loop woke: makes sure that somebody watches. */
    void arm() {
        if (!armedVolatile() && ARMED.compareAndSet(this, false, true)) {
            if (started) {
                LockSupport.unpark(thread);
            } else {
                started = true;
                thread.start();
            }
        }
    }

    /** Ends the watchdog when all loops have ended. */
    void close() {
        closing = true;
        LockSupport.unpark(thread);
    }

    // The watchdog's thread.

    @Override
    public void run() {
        lastLook = System.nanoTime();
        while (!isOver()) {
            LockSupport.parkNanos(this, periodNanos);
            look(System.nanoTime());
            if (quietLooks >= QUIET_LOOKS) {
                sleep();
            }
        }
    }

    private boolean isOver() {
        return closing && sightings.stream().allMatch(sighting -> sighting.loop.isEnded());
    }

    private void sleep() {
        quietLooks = 0;
        setArmedVolatile(false);
        if (sightings.stream().anyMatch(sighting -> sighting.loop.isAwake())) {
            setArmedVolatile(true);
            return;
        }
        while (!armedVolatile() && !closing) {
            LockSupport.park(this);
        }
        lastLook = System.nanoTime();
    }

    private void look(long now) {
        long gap = now - lastLook;
        lastLook = now;
        // If the watchdog itself did not run, the whole process did not, and no loop is to blame for that time.
        long slept = gap > Math.max(limitNanos, 2 * periodNanos) ? gap - periodNanos : 0;
        boolean quiet = true;
        for (Sighting sighting : sightings) {
            if (!sighting.isSameTurn()) {
                quiet &= sighting.begin(now, limitNanos);
                continue;
            }
            quiet = false;
            sighting.since += slept;
            long lasting = now - sighting.since;
            if (lasting >= sighting.reportAt) {
                report(sighting, lasting);
            }
        }
        quietLooks = quiet ? quietLooks + 1 : 0;
    }

    private void report(Sighting sighting, long lastingNanos) {
        Thread blocked = sighting.loop.thread();
        if (blocked == null) {
            return;
        }
        StackTraceElement[] stack = blocked.getStackTrace();
        if (!sighting.isSameTurn()) {
            return;
        }
        sighting.reportAt = lastingNanos > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : 2 * lastingNanos;
        Duration lasting = Duration.ofNanos(lastingNanos);
        if (Flight.IS_AVAILABLE) {
            StalledLoopEvent.emit(sighting.loop.name(), blocked, lastingNanos, stack);
        }
        LOG.log(Level.WARNING, () -> describe(sighting.loop.name(), lasting, stack));
        for (StallListener listener : listeners) {
            try {
                listener.stalled(sighting.loop.name(), lasting, stack.clone());
            } catch (Throwable thrown) {
                Uncaught.report(thrown);
            }
        }
    }

    private static String describe(String loop, Duration lasting, StackTraceElement[] stack) {
        StringBuilder text = new StringBuilder(1_024);
        text.append("The loop ").append(loop).append(" has been blocked for ").append(lasting.toMillis());
        text.append(" ms; nothing else that lives on it is served. It must not block. It is at");
        Stream.of(stack).forEach(frame -> text.append("\n\tat ").append(frame));
        return text.toString();
    }

    private boolean armedVolatile() {
        return (boolean) ARMED.getVolatile(this);
    }

    private void setArmedVolatile(boolean value) {
        ARMED.setVolatile(this, value);
    }

    /** What the watchdog saw of one loop. */
    private static final class Sighting {
        final EventLoop loop;
        long since;
        long reportAt;
        private long turn = -1;

        Sighting(EventLoop loop) {
            this.loop = loop;
        }

        /** Whether the loop is still in the turn in which it was seen last. */
        boolean isSameTurn() {
            return loop.turns() == turn && loop.isAwake();
        }

        /** Notes the current turn as begun now; returns whether the loop sleeps and has done so since the last look. */
        boolean begin(long now, long limitNanos) {
            long seen = loop.turns();
            boolean slept = seen == turn && !loop.isAwake();
            turn = seen;
            since = now;
            reportAt = limitNanos;
            return slept;
        }
    }
}
