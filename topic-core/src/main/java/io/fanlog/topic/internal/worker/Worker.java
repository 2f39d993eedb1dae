package io.fanlog.topic.internal.worker;

import org.jspecify.annotations.Nullable;

/**
 * One of a crew: takes jobs and runs them until it finds none, then rests. What it runs on is its own business: a
 * {@link ThreadWorker} is a thread.
 *
 * <pre>
 *   launch ──▶ ACTIVE ──▶ fill, run, fill, run …
 *                ▲             │ nothing to do, or not to go on: Crew.rest
 *                │             ▼
 *                └── wake ── IDLE ── dismiss ──▶ LEAVING
 *
 *   INVARIANTS
 *   - It touches jobs only while ACTIVE; the crew counts it as active for at least as long.
 *   - state is changed by the crew only, under its monitor.
 *   - batch is filled and counts are written by whatever runs the worker, one thread at a time.
 * </pre>
 */
abstract class Worker {
    /** Where a worker is; written under the crew's monitor, read by the worker. */
    enum State {
        ACTIVE,
        IDLE,
        LEAVING
    }

    final Batch batch = new Batch();
    final JobCounts counts = new JobCounts();

    private volatile State state = State.ACTIVE;

    // Guarded by the crew's monitor: its lists.

    @Nullable
    Worker nextIdle;

    @Nullable
    Worker previousIdle;

    @Nullable
    Worker nextListed;

    @Nullable
    Worker previousListed;

    /** Woken or started, and has not looked for work since. Handed over with the state. */
    boolean isOnTheWay;

    final State state() {
        return state;
    }

    final void state(State next) {
        state = next;
    }

    // Called by the crew, without its monitor, on whatever thread brings work or changes its size.

    /**
     * Begins to work, for the first time. If it throws, this worker never was.
     *
     * @throws Exception if what it would run on cannot be had
     */
    abstract void launch() throws Exception;

    /** Goes on working: it is ACTIVE again. */
    abstract void wake();

    /** Ends what it runs on: it is LEAVING, and was idle. */
    abstract void dismiss();

    /** Whether it is this thread that must not be made to wait for the worker. */
    abstract boolean runsOn(Thread thread);

    /** Whether what it runs on may spin or yield for a moment while another worker takes jobs. */
    abstract boolean mayAwaitTurn();

    /** The pool was closed before it was drained: gives up on a job that nobody need wait for. On the loop. */
    abstract void abandon(Throwable why);
}
