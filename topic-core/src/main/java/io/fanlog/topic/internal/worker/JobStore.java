package io.fanlog.topic.internal.worker;

import io.fanlog.topic.worker.AddResult;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Where the jobs of one queue wait. Knows neither pools nor handles: a slot holds any object but null.
 *
 * <pre>
 *   INVARIANTS
 *   - added counts what was accepted since the beginning; it is accepted only while added is below the limit and the store
 *     has not ended. Who takes jobs out raises the limit.
 *   - A slot is nulled when its job is taken.
 * </pre>
 */
abstract class JobStore {
    /** How far {@link #added} may get; written under the queue's monitor, read by whoever adds. */
    private volatile long limit;

    JobStore(long limit) {
        this.limit = limit;
    }

    // Any thread.

    /** Adds a job if there is room; ACCEPTED, FULL or CLOSED. A full fence lies between the store and the return. */
    final AddResult add(Object job, int priority) {
        return add(job, priority, false);
    }

    abstract AddResult add(Object job, int priority, boolean beyondLimit);

    /** How many were accepted. */
    abstract long added();

    /** Accepts nothing from now on; what was accepted stays. */
    abstract void end();

    abstract boolean isEnded();

    final long limitVolatile() {
        return limit;
    }

    // One thread at a time: with the queue's monitor.

    final void limit(long added) {
        limit = added;
    }

    /** Takes the next job out; null if there is none, or the next one is being stored right now. */
    @Nullable
    abstract Object poll();

    /** Shows the jobs in the order in which they would be taken, until the visitor answers false. */
    abstract void visit(Predicate<Object> visitor);
}
