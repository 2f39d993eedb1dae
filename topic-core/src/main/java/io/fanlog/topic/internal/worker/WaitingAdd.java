package io.fanlog.topic.internal.worker;

import io.fanlog.topic.worker.AddResult;
import io.fanlog.topic.worker.JobClosedException.Reason;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** An add that waits for room: stands in its queue's line, until there is room or it is cancelled. */
final class WaitingAdd extends CompletableFuture<AddResult> {
    private final QueueCore queue;
    final int priority;

    /** Dropped when whoever waits has been told. Guarded by the queue while in line. */
    private @Nullable Object job;

    private AddResult decision = AddResult.FULL;

    WaitingAdd(QueueCore queue, Object job, int priority) {
        this.queue = queue;
        this.job = job;
        this.priority = priority;
    }

    Object job() {
        return Objects.requireNonNull(job);
    }

    /** With the queue's monitor. */
    void decide(AddResult result) {
        decision = result;
    }

    /** Under no lock, after {@link #decide}. */
    void answer() {
        if (decision == AddResult.CLOSED && job instanceof QueuedJob waited) {
            waited.close(Reason.QUEUE_CLOSED);
        }
        answer(decision);
    }

    /** Under no lock, for one that never stood in line. */
    void answer(AddResult result) {
        if (!result.isAccepted() && job instanceof QueuedJob refused) {
            refused.refuse(result);
        }
        job = null;
        complete(result);
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        if (!queue.withdraw(this)) {
            return false;
        }
        job = null;
        return super.cancel(mayInterruptIfRunning);
    }

    /** As {@link #cancel}: a time-out, for one. */
    @Override
    public boolean completeExceptionally(Throwable cause) {
        if (!queue.withdraw(this)) {
            return false;
        }
        job = null;
        return super.completeExceptionally(cause);
    }

    /** Dependents are plain futures. */
    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>();
    }
}
