package io.fanlog.topic.reactor;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.Fuseable;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.Scheduler;

/**
 * A link that draws from its cursors itself and counts the demand, for what the loop cannot hand out one by one: batches,
 * several topics, delivery on a scheduler's thread.
 *
 * <pre>
 *   loop ── ready() ─┐                  ┌── take() ◀── cursors
 *                    ├─▶ run(): drain ──┤
 *   request() ───────┘   one at a time  └── onNext ──▶ downstream          within the demand
 *     has the loop come by
 * </pre>
 *
 * <p>INVARIANTS
 *
 * <ol>
 *   <li>Signals of the downstream never overlap: {@link #wip} lets one drain run, and has it run again for those who came
 *       meanwhile. It is left above zero after a downstream has thrown and after the last signal, so that none follows.
 *   <li>Nothing is taken without demand, so at most what is being handed out is neither in the log nor with the
 *       downstream; if the downstream has cancelled meanwhile, it goes to its discard hook.
 *   <li>No demand is overlooked: who has run out of it sets {@link #stalled}, then looks at it again; who requests adds
 *       to it, then looks at stalled.
 *   <li>{@link #ended} is set after all was taken, or when what is left is not to be delivered; so it needs no demand.
 * </ol>
 *
 * @param <O> what the downstream gets
 */
abstract class DrainingLink<O> extends TopicLink<O> implements Runnable {
    /** So much in one visit of a loop, as in the loop's own deliveries. */
    private static final int VISIT_MESSAGES = 1_024;

    private static final long VISIT_NANOS = 200_000;
    private static final int CLOCK_STRIDE = 32;

    @SuppressWarnings("rawtypes")
    private static final AtomicLongFieldUpdater<DrainingLink> REQUESTED =
            AtomicLongFieldUpdater.newUpdater(DrainingLink.class, "requested");

    @SuppressWarnings("rawtypes")
    private static final AtomicIntegerFieldUpdater<DrainingLink> WIP =
            AtomicIntegerFieldUpdater.newUpdater(DrainingLink.class, "wip");

    /** Where to deliver; null for on the loop. */
    final Scheduler.@Nullable Worker worker;

    private volatile long requested;

    @SuppressWarnings("unused") // by WIP
    private volatile int wip;

    private volatile boolean stalled;
    private volatile boolean ended;
    private @Nullable Throwable failure;
    private volatile boolean fused;

    DrainingLink(CoreSubscriber<? super O> actual, Scheduler.@Nullable Worker worker, String step) {
        super(actual, step);
        this.worker = worker;
    }

    // ---------------------------------------------------------------- what the cursors are asked

    /** Takes the next signal's worth, null if nothing is there; then {@link #ready} follows when there is. */
    abstract @Nullable O take();

    /** Has {@link #ready} called on a loop, if there is something to take. */
    abstract void wakeLoop();

    /** Tells the cursors that the downstream has made progress, when it polls itself. */
    abstract void tellProgress();

    /** Ends it with an error for a request that is not positive. */
    abstract void refuse(long n);

    abstract void cancelCursors();

    abstract int weight(O item);

    abstract void discard(O item);

    abstract @Nullable Throwable pendingFailure();

    // ---------------------------------------------------------------- downstream

    @Override
    public int requestFusion(int requestedMode) {
        return worker == null ? super.requestFusion(requestedMode) : Fuseable.NONE;
    }

    @Override
    final void activate(boolean isFused) {
        fused = isFused;
        activateCursors();
    }

    abstract void activateCursors();

    @Override
    public final void request(long n) {
        if (n <= 0) {
            refuse(n);
        } else if (fused) {
            tellProgress();
        } else {
            Operators.addCap(REQUESTED, this, n);
            if (stalled) {
                stalled = false;
                goOn();
            }
        }
    }

    /** Has the drain run, where it is to run. */
    private void goOn() {
        if (worker == null) {
            wakeLoop();
        } else {
            ready();
        }
    }

    final long requested() {
        return fused ? 0 : requested;
    }

    @Override
    public final void cancel() {
        cancelled = true;
        cancelCursors();
        disposeWorker();
    }

    @Override
    public final @Nullable O poll() {
        return cancelled ? null : take();
    }

    @Override
    public final void clear() {
        if (!cancelled) {
            cancelCursors();
        }
    }

    // ---------------------------------------------------------------- loops

    /** There is something to take, or the end to tell. */
    final void ready() {
        if (WIP.getAndIncrement(this) != 0) {
            return;
        }
        if (worker == null) {
            run();
            return;
        }
        try {
            worker.schedule(this);
        } catch (RejectedExecutionException rejected) {
            if (!cancelled) {
                cancelCursors();
                signalEnd(Operators.onRejectedExecution(rejected, this, null, null, actual.currentContext()));
            }
        }
    }

    /** All was taken, or nothing more is to be. */
    final void end(@Nullable Throwable cause) {
        failure = cause;
        ended = true;
        ready();
    }

    // ---------------------------------------------------------------- the drain

    @Override
    public final void run() {
        int missed = 1;
        try {
            do {
                if (!(fused ? tellDownstream() : handOut())) {
                    return;
                }
                missed = WIP.addAndGet(this, -missed);
            } while (missed != 0);
        } catch (Throwable thrown) {
            drop(thrown);
            abandon();
            if (worker == null || thrown instanceof VirtualMachineError) {
                throw thrown;
            }
        }
    }

    /** False after the last signal. */
    private boolean tellDownstream() {
        if (ended) {
            signalEnd(failure);
            return false;
        }
        actual.onNext(null);
        return true;
    }

    /** False after the last signal. */
    private boolean handOut() {
        Visit visit = worker == null ? new Visit() : null;
        long emitted = 0;
        while (!cancelled) {
            if (ended) {
                return finish(failure);
            }
            if (emitted == requested && isStalled(emitted)) {
                break;
            }
            O item;
            try {
                item = take();
            } catch (Throwable thrown) {
                return failTaking(thrown);
            }
            if (item == null) {
                break;
            }
            if (cancelled) {
                discard(item);
                break;
            }
            emitted++;
            actual.onNext(item);
            Throwable pending = pendingFailure();
            if (pending != null) {
                return failTaking(pending);
            }
            if (visit != null && visit.isOver(weight(item))) {
                wakeLoop();
                break;
            }
        }
        if (emitted != 0) {
            Operators.produced(REQUESTED, this, emitted);
        }
        return true;
    }

    private boolean isStalled(long emitted) {
        stalled = true;
        if (emitted == requested) {
            return true;
        }
        stalled = false;
        return false;
    }

    private boolean finish(@Nullable Throwable cause) {
        try {
            signalEnd(cause);
        } finally {
            disposeWorker();
        }
        return false;
    }

    /** The filter or the copier threw. */
    private boolean failTaking(Throwable thrown) {
        if (cancelled) {
            Operators.onErrorDropped(thrown, actual.currentContext());
            return false;
        }
        cancelCursors();
        return finish(Operators.onOperatorError(null, thrown, actual.currentContext()));
    }

    /** The downstream threw. On the loop, who called ends the cursor that it called for. */
    private void abandon() {
        cancelled = true;
        if (worker == null) {
            abandonOthers();
        } else {
            cancelCursors();
            disposeWorker();
        }
    }

    /** Cancels all cursors but the one whose listener is being called. */
    abstract void abandonOthers();

    private void disposeWorker() {
        if (worker != null) {
            worker.dispose();
        }
    }

    /** A loop's visit, which is to end so that others have their turn. */
    private static final class Visit {
        private final long began = System.nanoTime();
        private int messages;
        private int items;

        boolean isOver(int weight) {
            messages += weight;
            items++;
            boolean looksAtTheClock = weight > 1 || items % CLOCK_STRIDE == 0;
            return messages >= VISIT_MESSAGES || (looksAtTheClock && System.nanoTime() - began >= VISIT_NANOS);
        }
    }
}
