package io.fanlog.topic.internal.worker;

import io.fanlog.topic.worker.PoolStateException;
import io.fanlog.topic.worker.PoolStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Who works: the workers of a pool, how many of them may be active, and the pool's status, which decides that.
 *
 * <pre>
 *                       wake: room, start a thread               rest: a minimum is idle already
 *   (no worker) ───────────────────────────────▶ ACTIVE ──────────────────────────────────▶ (gone)
 *                                                 ▲  │ rest                                    ▲
 *                                  wake: room     │  ▼                                         │
 *                                                IDLE ─────────────────────────────────────────┘
 *                                                        expired; stopped or closed; resized
 *   field                         guard                         read without it
 *   ───────────────────────────   ───────────────────────────   ─────────────────────────────────────
 *   workers, departed             monitor                       -
 *   status, active, room, limits  monitor (written)             volatile
 *   generation                    monitor (written)             volatile, before each job
 *   onTheWay                      monitor (up), worker (down)   atomic
 *
 *   INVARIANTS
 *   - Jobs run on ACTIVE workers only, one each, so in flight <= active. A worker becomes ACTIVE only while
 *     active < workers allowed; after a resize to fewer the next ones that look at the generation rest.
 *   - PAUSED and STOPPED: active == 0, and nobody becomes active before the next move. What changes status or limits
 *     changes the generation, which every worker looks at before every job.
 *   - No lost wake-up. Who brings work (1) makes it visible to mayHaveWork, then (2) reads room and onTheWay. Who rests
 *     (a) adds to room, then (b) reads mayHaveWork and calls the loop if it is true. If (2) comes before (a) then (1)
 *     comes before (b). Who is on the way looks for work after it has been counted down, and if it finds no time to look
 *     it rests, so whoever relied on it loses nothing.
 *   - No thread is made, started or unparked, and no user code runs, under the monitor.
 * </pre>
 */
final class Crew {
    /** What a crew tells its pool; called without the monitor. */
    interface Listener {
        /** A worker has become idle, or has left. */
        void rested();

        /** A worker has died; another one may be needed. */
        void lost();

        /** A thread could not be made or started; the pool is to call {@link Crew#allowThreads} after a while. */
        void threadFailed(Throwable cause);
    }

    private final PoolConfig config;
    private final Listener listener;
    private final Supplier<Worker> recruit;

    // Guarded by this; the volatile ones are read without.

    private final WorkerList workers = new WorkerList();
    private final Tally departed = new Tally();
    private volatile PoolStatus status = PoolStatus.CREATED;
    private volatile Limits limits;
    private volatile int active;
    private volatile int room;
    private volatile int generation;
    private volatile boolean threadsBarred;

    private final AtomicInteger onTheWay = new AtomicInteger();

    Crew(PoolConfig config, Listener listener, Supplier<Worker> recruit) {
        this.config = config;
        this.listener = listener;
        this.recruit = recruit;
        this.limits = Limits.of(config, config.concurrency());
    }

    // Any thread.

    PoolStatus status() {
        return status;
    }

    Limits limits() {
        return limits;
    }

    /** Workers that are not idle. */
    int active() {
        return active;
    }

    /** How many more workers could be active. */
    int room() {
        return room;
    }

    /** Workers that were woken or started and have not looked for work yet. */
    int onTheWay() {
        return onTheWay.get();
    }

    /** Whether no thread is to be started now, because the last attempt failed. */
    boolean threadsBarred() {
        return threadsBarred;
    }

    /** Changes with everything that a worker must know before it starts another job. */
    int generation() {
        return generation;
    }

    synchronized int live() {
        return workers.live();
    }

    synchronized List<Worker> workers() {
        return workers.list();
    }

    synchronized boolean has(Thread thread) {
        return workers.has(thread);
    }

    /** Sums up what all workers have done, those that are gone as well; answers how many are idle. */
    synchronized int addTo(Tally tally) {
        tally.add(departed);
        workers.addTo(tally);
        return workers.idle();
    }

    // Moves: any thread.

    /**
     * Changes the status.
     *
     * @return false if the move has no effect
     * @throws PoolStateException if it is refused
     */
    boolean move(Move move) {
        List<Worker> dismissed = new ArrayList<>();
        synchronized (this) {
            PoolStatus before = status;
            PoolStatus after = move.from(before);
            if (after == null) {
                throw new PoolStateException(config.name(), move.name().toLowerCase(Locale.ROOT), before);
            }
            if (after == before) {
                return false;
            }
            status = after;
            if (!keepsThreads()) {
                dismissIdle(0, dismissed);
            }
            changed();
        }
        dismissed.forEach(Worker::dismiss);
        return true;
    }

    /** Changes the concurrency; has no effect when closed. */
    void resize(int concurrency) {
        List<Worker> dismissed = new ArrayList<>();
        synchronized (this) {
            if (status == PoolStatus.CLOSED) {
                return;
            }
            limits = Limits.of(config, concurrency);
            if (config.idleExpiryNanos() == 0) {
                dismissIdle(idleMinimum(), dismissed);
            }
            changed();
        }
        dismissed.forEach(Worker::dismiss);
    }

    /** Threads may be started again. */
    void allowThreads() {
        threadsBarred = false;
    }

    // Waking: any thread; maySpawn only where a user's thread factory may be called.

    /**
     * Makes one more worker active, if there is room.
     *
     * @param maySpawn whether to start a thread if none is idle
     * @return false if a thread would have to be started, and may not
     */
    boolean wake(boolean maySpawn) {
        Worker worker;
        boolean isNew = false;
        synchronized (this) {
            if (room == 0) {
                return true; // each active worker looks for more before it rests
            }
            worker = workers.popIdle();
            if (worker == null) {
                if (!maySpawn || threadsBarred) {
                    return false;
                }
                worker = recruit.get();
                workers.add(worker);
                isNew = true;
            }
            worker.isOnTheWay = true;
            onTheWay.incrementAndGet();
            worker.state(Worker.State.ACTIVE);
            activeNow(active + 1);
            updateRoom();
        }
        if (isNew) {
            launch(worker);
        } else {
            worker.wake();
        }
        return true;
    }

    private void launch(Worker worker) {
        try {
            worker.launch();
        } catch (Throwable cause) {
            threadsBarred = true;
            looked(worker);
            leave(worker);
            listener.threadFailed(cause);
        }
    }

    // Workers: the worker's own thread.

    /** Whether an active worker may start another job. */
    synchronized boolean mayGoOn() {
        return status.startsJobs() && active <= limits.workers();
    }

    /** It has looked for work since it was woken. */
    void looked(Worker worker) {
        if (worker.isOnTheWay) {
            worker.isOnTheWay = false;
            onTheWay.decrementAndGet();
        }
    }

    /**
     * A worker found nothing to do, or may not go on. It does nothing more until it is woken, which may be before this
     * returns.
     *
     * @return false if it is to leave
     */
    boolean rest(Worker worker) {
        boolean stays;
        synchronized (this) {
            stays = keepsThreads() && (config.idleExpiryNanos() > 0 || workers.idle() < idleMinimum());
            activeNow(active - 1);
            if (stays) {
                worker.state(Worker.State.IDLE);
                workers.pushIdle(worker);
            } else {
                depart(worker);
            }
            settle();
        }
        listener.rested();
        return stays;
    }

    /** An idle worker has been idle for so long that it leaves, unless it is one of those that are kept. */
    synchronized void expire(Worker worker) {
        if (worker.state() == Worker.State.IDLE && workers.idle() > idleMinimum()) {
            workers.removeIdle(worker);
            depart(worker);
        }
    }

    /** A worker's thread is about to end because of an error; another one may take its place. */
    void died(Worker worker) {
        looked(worker);
        leave(worker);
        listener.lost();
    }

    private synchronized void leave(Worker worker) {
        activeNow(active - 1);
        depart(worker);
        settle();
    }

    // Guarded by this.

    private void depart(Worker worker) {
        worker.state(Worker.State.LEAVING);
        worker.counts.addTo(departed);
        workers.remove(worker);
    }

    private void dismissIdle(int left, List<Worker> dismissed) {
        while (workers.idle() > left) {
            Worker worker = Objects.requireNonNull(workers.popIdle());
            depart(worker);
            dismissed.add(worker);
        }
    }

    private int idleMinimum() {
        return (int) Math.max(1, (long) limits.workers() * config.minIdleRatio() / 100);
    }

    private boolean keepsThreads() {
        return switch (status) {
            case CREATED, RUNNING, PAUSING, PAUSED, DRAINING -> true;
            case STOPPING, STOPPED, CLOSED -> false;
        };
    }

    private void activeNow(int count) {
        assert count >= 0 && count <= workers.live() + 1 : count;
        active = count;
    }

    private void changed() {
        int before = generation;
        generation = before + 1; // the monitor makes this atomic; volatile is for those who read without it
        settle();
    }

    private void settle() {
        if (active == 0) {
            if (status == PoolStatus.PAUSING) {
                status = PoolStatus.PAUSED;
            } else if (status == PoolStatus.STOPPING) {
                status = PoolStatus.STOPPED;
            }
        }
        updateRoom();
    }

    private void updateRoom() {
        room = status.startsJobs() ? Math.max(0, limits.workers() - active) : 0;
    }
}
