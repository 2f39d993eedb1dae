package io.fanlog.topic.internal.worker;

import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A worker that is a thread: runs batches until it finds none, then parks or leaves.
 *
 * <pre>
 *   started ──▶ ACTIVE ──▶ fill ─▶ run the batch ─┐      looks at the crew's generation before each job;
 *                 ▲         ▲                     │      has it changed, the rest of the batch is given back
 *                 │         └─────────────────────┘      and the crew is asked whether to go on
 *                 │           nothing, or not to go on
 *                 │                 ▼
 *                 └── woken ───── IDLE ──▶ LEAVING ──▶ the thread ends
 * </pre>
 */
final class ThreadWorker extends Worker implements Runnable {
    private final Crew crew;
    private final PoolEngine engine;
    private final JobRunner runner;

    /** Set once, before the thread is started. */
    private volatile @Nullable Thread thread;

    // Owned by the worker.

    /** The crew's generation when it was last asked whether to go on. */
    private int generation;

    ThreadWorker(Crew crew, PoolEngine engine, JobRunner runner) {
        this.crew = crew;
        this.engine = engine;
        this.runner = runner;
    }

    @Override
    public void run() {
        try {
            do {
                serve();
            } while (crew.rest(this) && park(engine.config.idleExpiryNanos()));
        } catch (Throwable fatal) {
            giveBackRest();
            crew.died(this);
            throw fatal;
        }
    }

    private void serve() {
        while (true) {
            generation = crew.generation();
            if (!crew.mayGoOn()) {
                crew.looked(this);
                return;
            }
            if (!engine.fill(this)) {
                return;
            }
            // Batch after batch, without a look at anything but the generation.
            do {
                runBatch();
            } while (generation == crew.generation() && engine.fill(this));
            if (generation == crew.generation()) {
                return;
            }
        }
    }

    private void runBatch() {
        Source source = batch.source();
        long begin = System.nanoTime();
        int ran = 0;
        int index = 0;
        do {
            if (generation != crew.generation()) {
                engine.giveBack(batch.takeBackFrom(index));
                return;
            }
            Object job = batch.job(index);
            if (!runner.run(job, counts)) {
                engine.skipped((QueuedJob) job);
            }
            ran++;
            index = batch.claim();
        } while (index >= 0);
        source.measured((System.nanoTime() - begin) / ran);
    }

    private void giveBackRest() {
        Rest rest = batch.takeBack();
        if (rest != null) {
            engine.giveBack(rest);
        }
    }

    // The crew.

    @Override
    void launch() {
        Thread made =
                Objects.requireNonNull(engine.config.threads().newThread(this), "the thread factory returned null");
        thread = made;
        made.start();
    }

    @Override
    void wake() {
        LockSupport.unpark(thread);
    }

    @Override
    void dismiss() {
        LockSupport.unpark(thread);
    }

    @Override
    boolean runsOn(Thread some) {
        return thread == some;
    }

    @Override
    boolean mayAwaitTurn() {
        return true;
    }

    @Override
    void abandon(Throwable why) {
        // a thread cannot be made to give up its job
    }

    /**
     * Parks while idle.
     *
     * @param expiryNanos after which the crew is asked whether to leave; 0 for never
     * @return false if it is to leave
     */
    private boolean park(long expiryNanos) {
        long begin = expiryNanos == 0 ? 0 : System.nanoTime();
        boolean mayExpire = expiryNanos > 0;
        while (state() == State.IDLE) {
            if (!mayExpire) {
                LockSupport.park(crew);
            } else {
                long left = expiryNanos - (System.nanoTime() - begin);
                if (left > 0) {
                    LockSupport.parkNanos(crew, left);
                } else {
                    mayExpire = false; // one of the few that stay
                    crew.expire(this);
                }
            }
            Thread.interrupted(); // nobody interrupts an idle worker for a reason of ours; park must block again
        }
        return state() == State.ACTIVE;
    }
}
