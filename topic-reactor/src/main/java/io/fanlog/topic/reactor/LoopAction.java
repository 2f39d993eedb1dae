package io.fanlog.topic.reactor;

import io.fanlog.topic.spi.LoopExecutor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Exceptions;
import reactor.core.scheduler.Schedulers;

/**
 * A task of a {@link LoopScheduler}: waits for its time, runs once or again and again, or is disposed of before. Reactor's
 * hooks on schedulers apply to it.
 *
 * <p>INVARIANTS
 *
 * <ol>
 *   <li>After it has been disposed of it does not begin to run, and holds its task no longer.
 *   <li>Those it belongs to forget it when it is over.
 * </ol>
 */
final class LoopAction implements Runnable, Disposable {
    /** The period of what runs once. */
    static final long ONCE = 0;

    private final LoopExecutor loop;
    private final Disposable.Composite owner;
    private final long periodNanos;

    /** Null when it is over. */
    private volatile @Nullable Runnable task;

    private volatile LoopExecutor.@Nullable Delayed delayed;

    /** When it is to run next, on the loop's clock. Owned by the loop once it has started. */
    private long dueNanos;

    private LoopAction(Runnable task, LoopExecutor loop, Disposable.Composite owner, long periodNanos) {
        this.task = Schedulers.onSchedule(task);
        this.loop = loop;
        this.owner = owner;
        this.periodNanos = periodNanos;
    }

    static LoopAction start(
            Runnable task, LoopExecutor loop, Disposable.Composite owner, long delayNanos, long periodNanos) {
        LoopAction action = new LoopAction(task, loop, owner, periodNanos);
        if (!owner.add(action)) {
            throw Exceptions.failWithRejected();
        }
        try {
            action.begin(delayNanos);
        } catch (RejectedExecutionException loopHasEnded) {
            action.dispose();
            throw Exceptions.failWithRejected(loopHasEnded);
        }
        return action;
    }

    private void begin(long delayNanos) {
        if (delayNanos <= 0 && periodNanos == ONCE) {
            loop.execute(this);
            return;
        }
        dueNanos = loop.clock().nanoTime() + Math.max(0, delayNanos);
        await(delayNanos);
    }

    private void await(long nanos) {
        LoopExecutor.Delayed timer = loop.schedule(this, nanos);
        delayed = timer;
        if (task == null) {
            timer.cancel();
        }
    }

    @Override
    public void run() {
        Runnable due = task;
        if (due == null) {
            return;
        }
        if (periodNanos == ONCE) {
            over();
            due.run();
        } else {
            due.run(); // a task that throws does not come again
            dueNanos += periodNanos;
            runAgain();
        }
    }

    private void runAgain() {
        if (task == null) {
            return;
        }
        try {
            await(Math.max(0, dueNanos - loop.clock().nanoTime()));
        } catch (RejectedExecutionException loopHasEnded) {
            over();
        }
    }

    private void over() {
        task = null;
        owner.remove(this);
    }

    @Override
    public void dispose() {
        LoopExecutor.Delayed timer = delayed;
        over();
        if (timer != null) {
            timer.cancel();
        }
    }

    @Override
    public boolean isDisposed() {
        return task == null;
    }
}
