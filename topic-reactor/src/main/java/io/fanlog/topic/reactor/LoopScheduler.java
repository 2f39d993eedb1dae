package io.fanlog.topic.reactor;

import io.fanlog.topic.Dispatcher;
import io.fanlog.topic.spi.LoopExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.Exceptions;
import reactor.core.Scannable;
import reactor.core.scheduler.Scheduler;

/**
 * The loops of a dispatcher as a scheduler. A worker is one loop, so what it is given runs in order; what is scheduled
 * without a worker runs on the loops in turn. Time is the dispatcher's. Disposing of it takes back what has not run, and
 * leaves the loops as they are.
 */
final class LoopScheduler implements Scheduler, Scannable {
    private final Dispatcher dispatcher;
    private final LoopExecutor timekeeper;
    private final Disposable.Composite open = Disposables.composite();

    LoopScheduler(Dispatcher dispatcher) {
        this.dispatcher = dispatcher;
        this.timekeeper = dispatcher.nextLoop();
    }

    @Override
    public Disposable schedule(Runnable task) {
        return LoopAction.start(task, dispatcher.nextLoop(), open, 0, LoopAction.ONCE);
    }

    @Override
    public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
        return LoopAction.start(task, dispatcher.nextLoop(), open, unit.toNanos(delay), LoopAction.ONCE);
    }

    @Override
    public Disposable schedulePeriodically(Runnable task, long initialDelay, long period, TimeUnit unit) {
        return LoopAction.start(
                task, dispatcher.nextLoop(), open, unit.toNanos(initialDelay), Math.max(1, unit.toNanos(period)));
    }

    @Override
    public Worker createWorker() {
        if (open.isDisposed()) {
            throw Exceptions.failWithRejected();
        }
        LoopWorker worker = new LoopWorker(dispatcher.nextLoop());
        open.add(worker);
        return worker;
    }

    /** The wall clock's time for milliseconds and what is coarser, as Reactor has it; else the monotonic clock's. */
    @Override
    public long now(TimeUnit unit) {
        return unit.compareTo(TimeUnit.MILLISECONDS) >= 0
                ? unit.convert(timekeeper.clock().now().toEpochMilli(), TimeUnit.MILLISECONDS)
                : unit.convert(timekeeper.clock().nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public void dispose() {
        open.dispose();
    }

    @Override
    public boolean isDisposed() {
        return open.isDisposed();
    }

    @Override
    @SuppressWarnings("rawtypes") // as declared by Scannable
    public @Nullable Object scanUnsafe(Attr key) {
        if (key == Attr.NAME) {
            return toString();
        }
        if (key == Attr.TERMINATED || key == Attr.CANCELLED) {
            return isDisposed();
        }
        return null;
    }

    @Override
    public String toString() {
        return "eventLoops(" + timekeeper + ")";
    }

    /** One loop. */
    private final class LoopWorker implements Worker {
        private final LoopExecutor loop;
        private final Disposable.Composite given = Disposables.composite();

        LoopWorker(LoopExecutor loop) {
            this.loop = loop;
        }

        @Override
        public Disposable schedule(Runnable task) {
            return LoopAction.start(task, loop, given, 0, LoopAction.ONCE);
        }

        @Override
        public Disposable schedule(Runnable task, long delay, TimeUnit unit) {
            return LoopAction.start(task, loop, given, unit.toNanos(delay), LoopAction.ONCE);
        }

        @Override
        public Disposable schedulePeriodically(Runnable task, long initialDelay, long period, TimeUnit unit) {
            return LoopAction.start(task, loop, given, unit.toNanos(initialDelay), Math.max(1, unit.toNanos(period)));
        }

        @Override
        public void dispose() {
            given.dispose();
            open.remove(this);
        }

        @Override
        public boolean isDisposed() {
            return given.isDisposed();
        }
    }
}
