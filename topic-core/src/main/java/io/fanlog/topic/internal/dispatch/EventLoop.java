package io.fanlog.topic.internal.dispatch;

import io.fanlog.topic.spi.IdleStrategy;
import io.fanlog.topic.spi.TopicClock;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One thread that serves many topics: it visits the stations that are ready and runs the timers that are due and the
 * jobs it was given, one after another, and sleeps when there are none. This is the handle that any thread may use,
 * platform or virtual, and the life of the thread; what it does in each turn is its {@link DutyCycle}.
 *
 * <pre>
 *   made ── first signal, job or timer ──▶ running ── close ──▶ closing ── nothing ready, or out of time ──▶ ended
 *
 *   INVARIANTS
 *   - Tasks, jobs and timers run on the loop's thread, one at a time, never under a lock (D3); what they throw is
 *     reported and ends nothing.
 *   - A job runs once or is refused: the end closes the inbox in one step and runs what that step found.
 *   - owner is the thread that runs turns, and null when none does. A stepped loop has one stepper at a time, and
 *     what one wrote the next one sees, by the flag they take.
 * </pre>
 */
public final class EventLoop {
    private static final VarHandle STEPPING =
            Fields.handle(MethodHandles.lookup(), EventLoop.class, "stepping", boolean.class);

    // Final or safe, any thread.
    private final String name;
    private final TopicClock clock;
    private final StallWatch watch;
    private final TurnTimes turnTimes;
    private final @Nullable Thread thread;
    private final Doorbell bell;
    private final SignalList signalled = new SignalList();
    private final SignalList inbox = new SignalList();
    private final LoopTimers timers;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean closing;
    private volatile long closeByNanos;

    @SuppressWarnings("unused") // by VarHandle
    private boolean stepping;

    private final DutyCycle cycle;

    /** Plain: a thread asks whether it is its own, and sees either what it wrote itself or something else. */
    private @Nullable Thread owner;

    EventLoop(LoopSettings settings, int number, StallWatch watch, TurnTimes turnTimes) {
        this.name = settings.loopName(number);
        this.clock = settings.clock();
        this.watch = watch;
        this.turnTimes = turnTimes;
        IdleStrategy idle =
                Objects.requireNonNull(settings.idle().get(), "the supplier of idle strategies returned null");
        this.thread = settings.stepped()
                ? null
                : Objects.requireNonNull(
                        settings.threads().newThread(this::runThread), "the thread factory returned null");
        this.bell = new Doorbell(thread);
        this.timers = new LoopTimers(this, clock, inbox, bell);
        this.cycle = new DutyCycle(this, idle, signalled, inbox, bell, timers);
    }

    // What others ask of a loop: any thread.

    /**
     * Makes a station for a task. It is IDLE: signal it to get the first visit. Costs some 200 bytes and nothing else
     * until it is signalled.
     *
     * @param task what to run
     * @return its station
     * @throws RejectedExecutionException if the loop was closed
     */
    public Station register(LoopTask task) {
        if (closing) {
            throw refused();
        }
        return new Station(this, Objects.requireNonNull(task, "task"));
    }

    /**
     * Runs an action once on the loop. Actions run in the order in which a thread hands them over. Ends a nap.
     *
     * @param action must not block; what it throws goes to the thread's uncaught-exception handler
     * @throws RejectedExecutionException if the loop has ended; otherwise the action will be run
     */
    public void execute(Runnable action) {
        if (inbox.push(new LoopJob(Objects.requireNonNull(action, "action"))) == 0) {
            throw refused();
        }
        bell.ringNap();
    }

    /**
     * Runs an action on the loop when a delay has passed, never earlier, and about a millisecond later when the loop is
     * free. Timers that are pending when the loop ends are dropped.
     *
     * @param delayNanos how long to wait; 0 or less means the next turn; {@link Long#MAX_VALUE}, or so much that it
     *     would be more than 292 years after the start of the loop, means never
     * @param action must not block; what it throws goes to the thread's uncaught-exception handler
     * @return a handle to cancel it
     * @throws RejectedExecutionException if the loop has ended
     */
    public Timer schedule(long delayNanos, Runnable action) {
        return timers.schedule(delayNanos, Objects.requireNonNull(action, "action"));
    }

    /**
     * Counts the timers that have neither fired nor been cancelled.
     *
     * @return the number; exact unless another thread is scheduling or cancelling right now
     */
    public long pendingTimers() {
        return timers.pending();
    }

    /**
     * Whether the current thread runs this loop.
     *
     * @return true on the loop's thread, and on a thread that is stepping the loop
     */
    public boolean inLoop() {
        return owner == Thread.currentThread();
    }

    /**
     * The loop's name, which by default is that of its thread, too.
     *
     * @return for instance {@code fanlog-loop-1}
     */
    public String name() {
        return name;
    }

    /**
     * The clock that the loop's timers go by.
     *
     * @return the clock of the group
     */
    public TopicClock clock() {
        return clock;
    }

    /**
     * The loop that the current thread runs.
     *
     * @return the loop, or null on a thread that runs none
     */
    public static @Nullable EventLoop current() {
        return LoopThreads.loopOf(Thread.currentThread());
    }

    /**
     * Whether a thread runs a loop, of any group.
     *
     * @param thread any thread
     * @return true if it is a loop's thread, or is stepping a loop right now
     */
    public static boolean isLoopThread(Thread thread) {
        return LoopThreads.loopOf(thread) != null;
    }

    @Override
    public String toString() {
        return name;
    }

    // What the room asks of a loop: any thread.

    void signalled(Station station) {
        signalled.push(station); // refused only after the end, when nobody visits any more
        bell.ring();
    }

    void wakeFromNap() {
        bell.barNap();
    }

    void cancelled(WheelTimer timer) {
        timers.cancelled(timer);
    }

    /** The clock was moved by hand. */
    void clockMoved() {
        bell.ringNap();
    }

    /** Asks the loop to end: when nothing is ready any more, but at that time at the latest. */
    void close(long byNanos) {
        closeByNanos = byNanos;
        closing = true;
        if (thread == null) {
            endStepped();
        } else if (bell.claimUnstarted()) {
            runThread(); // nothing to end but the books
        } else {
            bell.ringNap();
        }
    }

    boolean awaitEnd(long nanos) throws InterruptedException {
        return ended.await(nanos, TimeUnit.NANOSECONDS);
    }

    boolean isEnded() {
        return ended.getCount() == 0;
    }

    /** Whether the loop's thread is running rather than asleep. A snapshot. */
    boolean isAwake() {
        return !isEnded() && bell.isAwake();
    }

    /** How its thread sleeps, as a mode of {@link Doorbell}. A snapshot. */
    int mode() {
        return bell.mode();
    }

    @Nullable
    Thread thread() {
        return thread;
    }

    /** Changes with each turn. */
    long turns() {
        return cycle.turnsOpaque();
    }

    /**
     * Whether this was closed: it takes nothing new, even while it goes on with what is ready.
     *
     * @return true from the close on
     */
    public boolean isClosing() {
        return closing;
    }

    /** Woke from a park. */
    void woke() {
        watch.arm();
    }

    private RejectedExecutionException refused() {
        return new RejectedExecutionException("the loop was closed: " + name);
    }

    // The life of the loop: its own thread.

    private void runThread() {
        EventLoop before = enter();
        watch.arm();
        try {
            while (!isOver()) {
                turnAndRest();
            }
        } finally {
            end();
            leave(before);
        }
    }

    private void turnAndRest() {
        try {
            cycle.rest(turn());
        } catch (Throwable thrown) { // out of memory, at worst: what was not done yet is still at hand
            Uncaught.report(thrown);
        }
    }

    private int turn() {
        if (!turnTimes.isWanted()) {
            return cycle.turn();
        }
        long began = System.nanoTime();
        int work = cycle.turn();
        if (work > 0) {
            turnTimes.tell(name, System.nanoTime() - began);
        }
        return work;
    }

    /** Runs one duty cycle of a stepped loop on the current thread; returns how much was done. */
    int step() {
        if (thread != null) {
            throw new IllegalStateException("a loop with a thread of its own cannot be stepped: " + name);
        }
        if (isEnded()) {
            return 0;
        }
        if (!STEPPING.compareAndSet(this, false, true)) {
            throw new IllegalStateException("the loop is being stepped already: " + name);
        }
        EventLoop before = enter();
        int work;
        try {
            work = turn();
        } finally {
            leave(before);
            STEPPING.setVolatile(this, false);
        }
        endStepped();
        return work;
    }

    /** Ends a stepped loop that was closed. Who steps it meanwhile, or closes it from within a step, comes by here again. */
    private void endStepped() {
        while (closing && !isEnded() && STEPPING.compareAndSet(this, false, true)) {
            EventLoop before = enter();
            try {
                while (!isOver() && turn() > 0) {
                    // on to the next: turns are all there is to do
                }
                end();
            } finally {
                leave(before);
                STEPPING.setVolatile(this, false);
            }
        }
    }

    private boolean isOver() {
        return closing && (cycle.isDrained() || System.nanoTime() - closeByNanos >= 0);
    }

    private void end() {
        cycle.end();
        ended.countDown();
    }

    private @Nullable EventLoop enter() {
        owner = Thread.currentThread();
        return LoopThreads.enter(this);
    }

    private void leave(@Nullable EventLoop before) {
        owner = null;
        LoopThreads.leave(before);
    }
}
