package io.fanlog.topic.internal.worker;

import org.jspecify.annotations.Nullable;

/**
 * A worker that is no thread: a place for one job that somebody else runs. It takes its steps on the pool's loop.
 *
 * <pre>
 *   launch, wake ──▶ line ──▶ step: take a job, start it ─┬─ ended already: take the next one, a few in a row
 *                     ▲                                   └─ not yet: the step is over, the slot waits for it
 *                     │                                                │
 *                     └──────────── ended, any thread ◀────────────────┘
 *
 *   INVARIANTS
 *   - It is on the line at most once: put there by the crew while it has no job, by its job's end, or by itself at the end
 *     of a step; each has the slot to itself.
 *   - An unfinished job keeps its slot active, so unfinished &lt;= active &lt;= limit, and nothing is unfinished when active is
 *     0.
 *   - It takes one job at a time, so that none waits behind an unfinished one.
 *   - Everything here but ended is done by the loop.
 * </pre>
 */
final class SlotWorker extends Worker {
    private final Crew crew;
    private final PoolEngine engine;
    private final SlotLine line;

    /** Link of the line. */
    @Nullable
    SlotWorker next;

    private @Nullable StartedJob job;

    /** Whether and since when its job is timed. */
    private boolean isTimed;

    private long began;
    /** What it was in its queue, if it is to hear of its end. */
    private @Nullable QueuedJob queued;

    /** The crew's generation when it was last asked whether to go on. */
    private int generation;

    SlotWorker(Crew crew, PoolEngine engine, SlotLine line) {
        this.crew = crew;
        this.engine = engine;
        this.line = line;
        this.generation = crew.generation() - 1; // it has not asked
    }

    // The crew.

    @Override
    void launch() {
        line.push(this);
    }

    @Override
    void wake() {
        line.push(this);
    }

    @Override
    void dismiss() {
        // nothing runs, so nothing ends
    }

    @Override
    boolean runsOn(Thread thread) {
        return false;
    }

    @Override
    boolean mayAwaitTurn() {
        return false;
    }

    @Override
    void abandon(Throwable why) {
        StartedJob unfinished = job;
        if (unfinished != null) {
            unfinished.cancel(why);
        }
    }

    // Its job: any thread.

    void ended() {
        line.push(this);
    }

    // The loop.

    /**
     * Goes on until a job does not end at once, or there is none.
     *
     * @param most how many jobs to start
     * @return how many were settled or started, at least 1
     */
    int step(int most) {
        int done = 1;
        if (job != null) {
            settle(job);
        }
        while (take()) {
            if (!start()) {
                return done;
            }
            if (++done >= most) {
                line.push(this);
                return done;
            }
        }
        crew.rest(this);
        return done;
    }

    private boolean take() {
        while (true) {
            int seen = crew.generation();
            if (seen != generation) {
                generation = seen;
                if (!crew.mayGoOn()) {
                    crew.looked(this);
                    return false;
                }
            }
            if (!engine.fill(this)) {
                return false;
            }
            if (generation == crew.generation()) {
                return true;
            }
            engine.giveBack(batch.takeBackFrom(0));
        }
    }

    /** False if the job goes on by itself. */
    private boolean start() {
        Object payload = batch.job(0);
        if (payload instanceof QueuedJob waiting) {
            payload = waiting.start();
            if (payload == null) {
                engine.skipped(waiting);
                return true;
            }
            queued = waiting;
        }
        counts.start();
        StartedJob begun = new StartedJob(this);
        job = begun;
        isTimed = line.isTimed(payload);
        began = isTimed ? System.nanoTime() : 0;
        try {
            line.start(payload, begun);
        } catch (Throwable thrown) {
            begun.fail(thrown);
            if (JobFailures.isFatal(thrown)) {
                end(begun);
                throw (Error) thrown;
            }
        } finally {
            Thread.interrupted(); // an interrupt was meant for this job, not for the next
        }
        if (begun.run()) {
            begun.timer(line.timeOut(begun));
            return false;
        }
        settle(begun);
        return true;
    }

    /** The step ends with an error: the next one goes on. */
    private void end(StartedJob begun) {
        settle(begun);
        line.push(this);
    }

    private void settle(StartedJob ended) {
        Throwable error = ended.settle();
        QueuedJob told = queued;
        job = null;
        queued = null;
        if (isTimed) {
            line.attempted(System.nanoTime() - began, error == null);
        }
        if (error == null) {
            counts.succeed();
        } else {
            line.failing(error);
            counts.fail();
            line.failed(error);
        }
        if (told != null) {
            told.end(null, error);
        }
    }
}
