package io.fanlog.topic.internal.dispatch;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * The loops of a dispatcher, their clock and their watchdog. Methods may be called by any thread.
 *
 * <p>Closing is orderly: new stations are refused at once; each loop goes on while stations are ready or jobs are
 * waiting, but for a limited time, then drops its timers, refuses jobs and ends its thread.
 */
public final class LoopGroup implements AutoCloseable {
    /** How long loops go on after {@link #close()} if they do not run out of work. */
    public static final Duration GRACE = Duration.ofSeconds(10);

    private final LoopSettings settings;
    private final StallWatch watch;
    private final TurnTimes turnTimes = new TurnTimes();
    private final List<EventLoop> loops;
    private final AtomicInteger turn = new AtomicInteger();
    private final Runnable whenClockMoves;

    /**
     * Makes the loops; none of their threads is started before there is something to do.
     *
     * @param settings how many, and what they are like
     */
    public LoopGroup(LoopSettings settings) {
        this.settings = settings;
        this.watch = new StallWatch(settings.name(), settings.stallAfter());
        this.loops = IntStream.rangeClosed(1, settings.loops())
                .mapToObj(number -> new EventLoop(settings, number, watch, turnTimes))
                .toList();
        watch.watch(loops);
        List<EventLoop> moved = loops;
        whenClockMoves = () -> moved.forEach(EventLoop::clockMoved);
        settings.clock().addMoveListener(whenClockMoves);
    }

    /**
     * Chooses a loop for a new topic or pool.
     *
     * @return the loops in turn
     */
    public EventLoop next() {
        return loops.get(Math.floorMod(turn.getAndIncrement(), loops.size()));
    }

    /**
     * The loops of this group.
     *
     * @return all of them, immutable
     */
    public List<EventLoop> loops() {
        return loops;
    }

    /**
     * What the group was made from.
     *
     * @return its settings
     */
    public LoopSettings settings() {
        return settings;
    }

    /**
     * Runs one duty cycle of each loop, due timers included, on the current thread, which counts as the loops' thread
     * meanwhile.
     *
     * @return about how much was done; 0 if another step would do nothing until somebody brings work or time passes
     * @throws IllegalStateException if the loops have threads, or are being stepped right now, for instance by the
     *     caller
     */
    public int step() {
        long work = 0;
        for (EventLoop loop : loops) {
            work += loop.step();
        }
        return (int) Math.min(Integer.MAX_VALUE, work);
    }

    /**
     * Adds one more to hear of stalls, besides the log.
     *
     * @param listener called on the watchdog's thread
     */
    public void addStallListener(StallListener listener) {
        watch.add(listener);
    }

    /**
     * Takes a listener back.
     *
     * @param listener as it was added
     */
    public void removeStallListener(StallListener listener) {
        watch.remove(listener);
    }

    /**
     * Adds one more to hear how long turns take.
     *
     * @param listener called on the loops
     */
    public void addTurnListener(TurnListener listener) {
        turnTimes.add(listener);
    }

    /**
     * Takes a listener back.
     *
     * @param listener as it was added
     */
    public void removeTurnListener(TurnListener listener) {
        turnTimes.remove(listener);
    }

    /** Closes the loops and returns at once; they have {@link #GRACE} to finish what is ready. */
    @Override
    public void close() {
        close(GRACE);
    }

    /**
     * Closes the loops and returns at once. A stepped group ends here, on the current thread. May be called again, with
     * less time for instance.
     *
     * @param grace how long the loops may go on with what is ready; beyond it they end after their current turn
     */
    public void close(Duration grace) {
        long graceNanos = Math.max(0, Math.min(Nanos.saturated(grace), Long.MAX_VALUE / 2));
        long by = System.nanoTime() + graceNanos;
        loops.forEach(loop -> loop.close(by));
        settings.clock().removeMoveListener(whenClockMoves);
        watch.close();
    }

    /**
     * Waits until all loops have ended. A loop of this group cannot wait for itself: on such a thread this only looks.
     *
     * @param timeout how long to wait at most
     * @return whether they have ended
     * @throws InterruptedException if the current thread is interrupted
     */
    public boolean awaitTermination(Duration timeout) throws InterruptedException {
        long nanos = loops.stream().anyMatch(EventLoop::inLoop) ? 0 : Nanos.saturated(timeout);
        long start = System.nanoTime();
        for (EventLoop loop : loops) {
            if (!loop.awaitEnd(nanos - (System.nanoTime() - start))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether all loops have ended.
     *
     * @return true once nothing will run any more
     */
    public boolean isTerminated() {
        return loops.stream().allMatch(EventLoop::isEnded);
    }
}
