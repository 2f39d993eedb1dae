package io.fanlog.topic.internal.worker;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One reusable thread of a pool: takes batches and runs them until it finds none, then parks or leaves.
 *
 * <pre>
 *   started ──▶ ACTIVE ──▶ fill ─▶ run the batch ─┐      looks at the crew's generation before each job;
 *                 ▲         ▲                     │      has it changed, the rest of the batch is given back
 *                 │         └─────────────────────┘      and the crew is asked whether to go on
 *                 │           nothing, or not to go on
 *                 │                 ▼
 *                 └── woken ───── IDLE ──▶ LEAVING ──▶ the thread ends
 *
 *   INVARIANTS
 *   - It touches jobs only while ACTIVE; the crew counts it as active for longer than that.
 *   - state is changed by the crew only, under its monitor.
 * </pre>
 */
final class Worker implements Runnable {
    /** Where a worker is; written under the crew's monitor, read by the worker. */
    enum State {
        ACTIVE,
        IDLE,
        LEAVING
    }

    private final Crew crew;
    private final PoolEngine engine;
    private final JobRunner runner;
    private final Batch batch = new Batch();
    final JobCounts counts = new JobCounts();

    private volatile State state = State.ACTIVE;

    /** Set once, before the thread is started. */
    private volatile @Nullable Thread thread;

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

    // Owned by the worker.

    /** The crew's generation when it was last asked whether to go on. */
    private int generation;

    Worker(Crew crew, PoolEngine engine, JobRunner runner) {
        this.crew = crew;
        this.engine = engine;
        this.runner = runner;
    }

    @Override
    public void run() {
        try {
            do {
                serve();
            } while (crew.rest(this));
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
            if (!engine.fill(this, batch)) {
                return;
            }
            // Batch after batch, without a look at anything but the generation.
            do {
                runBatch();
            } while (generation == crew.generation() && engine.fill(this, batch));
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
            runner.run(batch.job(index), counts);
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

    State state() {
        return state;
    }

    void state(State next) {
        state = next;
    }

    @Nullable
    Thread thread() {
        return thread;
    }

    void thread(Thread made) {
        thread = made;
    }

    void unpark() {
        LockSupport.unpark(thread);
    }

    /**
     * Parks while idle.
     *
     * @param expiryNanos after which the crew is asked whether to leave; 0 for never
     * @return false if it is to leave
     */
    boolean park(long expiryNanos) {
        long begin = expiryNanos == 0 ? 0 : System.nanoTime();
        boolean mayExpire = expiryNanos > 0;
        while (state == State.IDLE) {
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
        return state == State.ACTIVE;
    }
}
