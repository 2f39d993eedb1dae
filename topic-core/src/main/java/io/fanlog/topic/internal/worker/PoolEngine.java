package io.fanlog.topic.internal.worker;

import io.fanlog.topic.internal.dispatch.EventLoop;
import io.fanlog.topic.internal.dispatch.LoopTask;
import io.fanlog.topic.internal.dispatch.Station;
import io.fanlog.topic.internal.dispatch.Timer;
import io.fanlog.topic.internal.dispatch.Turn;
import io.fanlog.topic.worker.PoolStats;
import io.fanlog.topic.worker.PoolStatus;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What makes a pool go: brings work and workers together, and is the pool's task on its loop.
 *
 * <pre>
 *   source ── arrived ──▶ intake ◀── fill ── worker (busy: takes its next batch itself)
 *                │           │                  ▲
 *                │ room?     │ more, and room?  │ wake
 *                ▼           ▼                  │
 *             wake an idle worker;  none idle: the loop, or a worker, starts a thread
 *
 *   loop, when nudged:  wake one more worker if there is work and nobody is on the way
 *                       request from publishers as many as workers are free
 *                       every millisecond, while a worker is free: take back what another one sits on
 *                       complete the futures of those who wait for the pool
 *
 *   INVARIANTS
 *   - The loop never runs a handler, and never waits.
 *   - While a batch has a rest and there is room, the millisecond timer is armed (looking).
 *   - A nudge is followed by a visit: nudged is set before the station is signalled, and cleared before the visit looks.
 * </pre>
 */
final class PoolEngine implements LoopTask, Crew.Listener {
    private static final Logger LOG = System.getLogger("io.fanlog.topic.worker");

    private static final long LOOK_NANOS = 1_000_000;
    private static final long THREAD_RETRY_NANOS = 100_000_000;

    /** How many others a worker wakes after each take, so that a crew grows by doubling. */
    private static final int WAKES_PER_FILL = 2;

    private static final Tally ZERO = new Tally();

    final PoolConfig config;
    final EventLoop loop;
    final Crew crew;
    final Intake intake;
    final Sources sources = new Sources();

    /** Jobs counted when a publisher brought them. */
    final AtomicLong received = new AtomicLong();

    /** Jobs counted when taken that left without being run: they were closed, or went back to their queue. */
    private final AtomicLong withdrawn = new AtomicLong();

    /** What must be done under no lock, by whoever comes by. */
    private final ConcurrentLinkedQueue<Runnable> afterwards = new ConcurrentLinkedQueue<>();

    /** What had ended when the counters were reset; not changed once it is here. */
    private volatile Tally base = ZERO;

    private final Station station;
    private final Recruiter recruiter;

    /** Whether somebody's condition holds now; set before the first nudge. */
    private volatile Runnable conditions = () -> {};

    private volatile boolean nudged;
    private volatile boolean looking;

    /** Whether it has left its sources for good. */
    private volatile boolean left;

    /** Whether somebody waits for the last running job. */
    private volatile boolean watched;

    /**
     * One that waits to be moved.
     *
     * @param config of the pool
     * @param loop serves it
     * @param recruiter makes its workers
     */
    PoolEngine(PoolConfig config, EventLoop loop, Recruiter recruiter) {
        this.config = config;
        this.loop = loop;
        this.recruiter = recruiter;
        this.crew = new Crew(config, this, this::recruit);
        this.intake = new Intake(SourceOrder.of(config.strategy(), config.name()), crew, this::nudge);
        try {
            this.station = loop.register(this);
        } catch (RejectedExecutionException closed) {
            throw new IllegalStateException(
                    "the dispatcher is closed: no pool '" + config.name() + "' can be made", closed);
        }
    }

    /**
     * Completes the construction.
     *
     * @param look called on each visit of the loop: who waits for something is to look whether it is so
     */
    void open(Runnable look) {
        conditions = look;
    }

    private Worker recruit() {
        return recruiter.recruit(crew, this);
    }

    // Any thread.

    /** Has the loop come by. */
    void nudge() {
        nudged = true;
        station.signal();
    }

    /** Whether the loop is to be told when the last running job has ended. */
    void watch(boolean on) {
        watched = on;
    }

    /** A source has something to take. */
    void arrived(Source source) {
        if (intake.arrive(source) && crew.room() > 0 && crew.onTheWay() == 0 && !crew.wake(false)) {
            nudge();
        }
    }

    /** Does something soon, on the loop, under no lock. */
    void afterwards(Runnable action) {
        afterwards.add(action);
        nudge();
    }

    private void doAfterwards() {
        for (Runnable action = afterwards.poll(); action != null; action = afterwards.poll()) {
            action.run();
        }
    }

    /** Takes back what was taken of a source and not started. */
    List<Object> retract(Source source) {
        List<Object> jobs = intake.retract(source);
        withdrawn(jobs.size());
        nudge();
        return jobs;
    }

    /** A worker has met a job that was closed after it had been taken. */
    void skipped(QueuedJob closed) {
        withdrawn(1);
        closed.queue.closedOutside(1);
    }

    /** Jobs that were taken will not be run. */
    void withdrawn(int jobs) {
        withdrawn.addAndGet(jobs);
    }

    /** Whether sources are to be subscribed. */
    boolean keepsSources() {
        return switch (crew.status()) {
            case CREATED, RUNNING, PAUSING, PAUSED -> true;
            case STOPPING, STOPPED, DRAINING, CLOSED -> false;
        };
    }

    /** A source will never have anything again. */
    void finished(Source source) {
        sources.remove(source);
        intake.forget(source);
        nudge();
    }

    /** The pool's figures since its counters were reset. */
    PoolStats stats() {
        return stats(base); // before the counting, so that no figure is negative
    }

    /** The pool's figures since it was made. */
    PoolStats total() {
        return stats(ZERO);
    }

    /** Lets {@link #stats} count from here. */
    synchronized void resetCounters() {
        Tally ended = new Tally();
        crew.addTo(ended);
        base = ended;
    }

    private PoolStats stats(Tally from) {
        // In this order what moves meanwhile shows as pending twice, never as a negative count.
        long left = withdrawn.get();
        Tally tally = new Tally();
        int idle = crew.addTo(tally);
        long submitted = sources.queued() + taken() - left;
        return new PoolStats(
                config.name(),
                crew.status(),
                crew.limits().concurrency(),
                submitted - from.completed(),
                tally.completed() - from.completed(),
                tally.succeeded() - from.succeeded(),
                tally.failed() - from.failed(),
                tally.inFlight(),
                submitted - tally.completed() - tally.inFlight(),
                idle);
    }

    private long taken() {
        return intake.submittedAcquire() + received.get();
    }

    /** Whether nothing runs, pends or waits. If it cannot tell now, the loop will come by again. */
    boolean isQuiet() {
        if (crew.active() > 0) {
            return false;
        }
        boolean[] quiet = new boolean[1];
        // A job between its source and its count would be seen in neither.
        intake.whileNobodyTakes(() -> quiet[0] = sources.waiting() == 0 && allCompleted());
        return quiet[0];
    }

    private boolean allCompleted() {
        long left = withdrawn.get();
        Tally tally = new Tally();
        crew.addTo(tally);
        return tally.completed() + left == taken();
    }

    // Workers.

    /** Hands a worker its next batch, and wakes others if there is more. */
    boolean fill(Worker worker) {
        sources.request(crew.room() + 1); // this one is free right now
        int got = intake.fill(worker.batch, worker.mayAwaitTurn());
        crew.looked(worker);
        if (got > 0 && crew.room() > 0) {
            callOthers(worker.batch.source());
        }
        return got > 0;
    }

    private void callOthers(Source source) {
        for (int i = 0; i < WAKES_PER_FILL && crew.room() > 0 && intake.mayHaveWork(); i++) {
            int coming = crew.onTheWay();
            if ((coming > 0 && source.waiting() <= coming) || !crew.wake(true)) {
                break;
            }
        }
        lookIfNeeded();
    }

    private void lookIfNeeded() {
        if (!looking && crew.room() > 0 && intake.hasOpenBatches()) {
            nudge();
        }
    }

    /** A worker has not started these. */
    void giveBack(Rest rest) {
        intake.giveBack(rest);
    }

    @Override
    public void rested() {
        sources.request(crew.room()); // of several that rest at once, the last one sees all the room
        boolean isLast = crew.active() == 0 && (watched || crew.status() == PoolStatus.CLOSED);
        boolean isMissing = crew.room() > 0 && crew.onTheWay() == 0 && intake.mayHaveWork();
        if (isLast || isMissing) {
            nudge();
        } else {
            lookIfNeeded();
        }
    }

    @Override
    public void lost() {
        nudge();
    }

    @Override
    public void threadFailed(Throwable cause) {
        LOG.log(Level.WARNING, "pool '" + config.name() + "' could not start a thread, will try again", cause);
        later(THREAD_RETRY_NANOS, () -> {
            crew.allowThreads();
            nudge();
        });
    }

    // The loop.

    @Override
    public void run(Turn turn) {
        nudged = false;
        doAfterwards();
        if (wakesOneMore()) {
            crew.wake(true);
            turn.moved(1);
        }
        sources.request(crew.room());
        if (!looking && crew.room() > 0 && intake.hasOpenBatches()) {
            looking = true;
            later(LOOK_NANOS, this::look);
        }
        if (crew.status() == PoolStatus.CLOSED) {
            intake.close(); // what a worker gave back after the first time
            doAfterwards();
        }
        intake.dropPast();
        conditions.run();
    }

    @Override
    public boolean hasWork() {
        return nudged || wakesOneMore();
    }

    private boolean wakesOneMore() {
        return crew.room() > 0 && !crew.threadsBarred() && intake.mayHaveWork() && crew.onTheWay() == 0;
    }

    private void look() {
        looking = false;
        if (crew.room() > 0 && intake.hasOpenBatches()) {
            intake.whileNobodyTakes(intake::takeBackStuck);
            nudge();
        }
    }

    /** Does something later, on the loop; null, and never, if the loop has ended. */
    @Nullable
    Timer later(long nanos, Runnable action) {
        try {
            return loop.schedule(nanos, action);
        } catch (RejectedExecutionException ended) {
            LOG.log(Level.DEBUG, "pool '" + config.name() + "' has outlived its loop", ended);
            return null;
        }
    }

    /** Nothing runs, and nothing will: ends the visits. */
    void close() {
        station.close();
        recruiter.close();
    }

    /** Gives up on what runs, where that can be. Any thread; after the pool was closed. */
    void abandon() {
        Throwable why = new CancellationException("pool '" + config.name() + "' was closed before this job had ended");
        Runnable all = () -> crew.workers().forEach(worker -> worker.abandon(why));
        try {
            loop.execute(all);
        } catch (RejectedExecutionException ended) {
            all.run(); // nobody starts anything any more
        }
    }

    /** It has been closed and has left all its sources. */
    void hasLeft() {
        left = true;
    }

    /** Whether nothing runs, and nothing will, and what was given up on is known. */
    boolean isOver() {
        return left && crew.active() == 0;
    }
}
