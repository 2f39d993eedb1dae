package io.fanlog.topic.reactor;

import io.fanlog.topic.worker.PoolExecutor;
import io.fanlog.topic.worker.WorkerPool;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.Exceptions;
import reactor.core.Scannable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * A worker pool as a scheduler. What is scheduled is a job of the pool. A worker of the scheduler runs its tasks one after
 * another, in order, on whichever workers of the pool are free.
 *
 * <p>Delays and periods are timed by {@link Schedulers#parallel()}, which only hands the task to the pool; so virtual time
 * reaches them. A period is a fixed rate whose runs never overlap: the next one is timed when the last has ended.
 */
final class PoolScheduler implements Scheduler, Scannable {
    private final String name;
    private final PoolExecutor executor;
    private final Scheduler direct;

    /** What waits for its time; not what waits in the pool. */
    private final Disposable.Composite timed = Disposables.composite();

    PoolScheduler(WorkerPool<Runnable> pool) {
        this.name = "pool(" + pool.name() + ")";
        this.executor = PoolExecutor.over(pool);
        this.direct = Schedulers.fromExecutor(executor, true);
    }

    @Override
    public Disposable schedule(Runnable task) {
        return direct.schedule(task);
    }

    @Override
    public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
        return delay <= 0 ? direct.schedule(task) : later(direct::schedule, timed, task, delay, unit);
    }

    @Override
    public Disposable schedulePeriodically(Runnable task, long initialDelay, long period, TimeUnit unit) {
        return Periodic.start(direct::schedule, timed, task, initialDelay, period, unit);
    }

    @Override
    public Worker createWorker() {
        return new PoolWorker(direct.createWorker());
    }

    @Override
    public void dispose() {
        timed.dispose();
        direct.dispose();
        executor.shutdownNow();
    }

    @Override
    public boolean isDisposed() {
        return executor.isShutdown();
    }

    @Override
    @SuppressWarnings("rawtypes") // as declared by Scannable
    public @Nullable Object scanUnsafe(Attr key) {
        if (key == Attr.NAME) {
            return name;
        }
        if (key == Attr.TERMINATED || key == Attr.CANCELLED) {
            return isDisposed();
        }
        return null;
    }

    @Override
    public String toString() {
        return name;
    }

    /** Where tasks are run at once. */
    @FunctionalInterface
    private interface Now {
        Disposable schedule(Runnable task);
    }

    private static Disposable later(Now now, Disposable.Composite owner, Runnable task, long delay, TimeUnit unit) {
        Disposable.Composite whole = Disposables.composite();
        own(owner, whole);
        Runnable andForget = () -> {
            try {
                task.run();
            } finally {
                owner.remove(whole);
            }
        };
        whole.add(Schedulers.parallel().schedule(() -> whole.add(now.schedule(andForget)), delay, unit));
        return whole;
    }

    /** Has it end with its owner, whose end has everything rejected. */
    private static void own(Disposable.Composite owner, Disposable owned) {
        if (!owner.add(owned)) {
            throw Exceptions.failWithRejected();
        }
    }

    /** A task at a fixed rate, one run after another. */
    private static final class Periodic implements Runnable, Disposable {
        private final Now now;
        private final Disposable.Composite owner;
        private final Runnable task;
        private final long periodNanos;
        private final Disposable.Swap waiting = Disposables.swap();
        private final Disposable.Swap running = Disposables.swap();

        /** When the next run is due; owned by whoever times it. */
        private long due;

        private Periodic(Now now, Disposable.Composite owner, Runnable task, long periodNanos) {
            this.now = now;
            this.owner = owner;
            this.task = task;
            this.periodNanos = periodNanos;
        }

        static Disposable start(
                Now now, Disposable.Composite owner, Runnable task, long initialDelay, long period, TimeUnit unit) {
            Periodic periodic = new Periodic(now, owner, task, Math.max(1, unit.toNanos(period)));
            own(owner, periodic);
            long first = Math.max(0, unit.toNanos(initialDelay));
            periodic.due = nanoTime() + first;
            periodic.time(first);
            return periodic;
        }

        private static long nanoTime() {
            return Schedulers.parallel().now(TimeUnit.NANOSECONDS);
        }

        private void time(long delay) {
            waiting.replace(Schedulers.parallel()
                    .schedule(() -> running.replace(now.schedule(this)), delay, TimeUnit.NANOSECONDS));
        }

        @Override
        public void run() {
            try {
                task.run();
            } catch (Throwable thrown) { // ends the series, as with Reactor's own schedulers
                dispose();
                throw thrown;
            }
            due += periodNanos;
            if (!isDisposed()) {
                time(Math.max(0, due - nanoTime()));
            }
        }

        @Override
        public void dispose() {
            waiting.dispose();
            running.dispose();
            owner.remove(this);
        }

        @Override
        public boolean isDisposed() {
            return waiting.isDisposed();
        }
    }

    /** Runs its tasks one after another. */
    private static final class PoolWorker implements Worker {
        private final Worker direct;
        private final Disposable.Composite timed = Disposables.composite();

        PoolWorker(Worker direct) {
            this.direct = direct;
        }

        @Override
        public Disposable schedule(Runnable task) {
            return direct.schedule(task);
        }

        @Override
        public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
            return delay <= 0 ? direct.schedule(task) : later(direct::schedule, timed, task, delay, unit);
        }

        @Override
        public Disposable schedulePeriodically(Runnable task, long initialDelay, long period, TimeUnit unit) {
            return Periodic.start(direct::schedule, timed, task, initialDelay, period, unit);
        }

        @Override
        public void dispose() {
            timed.dispose();
            direct.dispose();
        }

        @Override
        public boolean isDisposed() {
            return timed.isDisposed();
        }
    }
}
