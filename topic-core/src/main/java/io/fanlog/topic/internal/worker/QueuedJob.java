package io.fanlog.topic.internal.worker;

import io.fanlog.topic.worker.AddResult;
import io.fanlog.topic.worker.JobClosedException;
import io.fanlog.topic.worker.JobRefusedException;
import io.fanlog.topic.worker.JobStatus;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A job that is more than its payload: it has an id, or a handle. It takes the payload's place in slots, batches and rests,
 * and whoever runs a job unwraps it.
 *
 * <pre>
 *            admit              start (worker)            succeed, fail (worker)
 *   CREATED ────────▶ QUEUED ──────────────────▶ IN_FLIGHT ──────────────────────────▶ FINISHED
 *      │  ◀──────────    │
 *      │    dismiss      └──▶ CLOSED   close: its handle, a purge, the end of its queue
 *      └────────────────────▶ CLOSED   refuse: its queue;  close: its handle, while it waits for room
 *
 *   state      content
 *   ────────   ──────────────────────────────────────────────
 *   CREATED    the payload
 *   QUEUED     the payload
 *   IN_FLIGHT  null
 *   FINISHED   the result, or what it failed with
 *   CLOSED     why, once whoever closed it has said so
 *
 *   INVARIANTS
 *   - A job is started or closed, never both: both leave QUEUED by compare-and-set.
 *   - Who asks for the result sees its end: the future is put here before the state is read, the state is changed before
 *     the future is looked for, and one of the two completes it. Never under a lock.
 *   - The id is free as soon as the job has left QUEUED.
 * </pre>
 */
class QueuedJob {
    private static final VarHandle STATE =
            Handles.of(MethodHandles.lookup(), QueuedJob.class, "state", JobStatus.class);
    private static final VarHandle FUTURE =
            Handles.of(MethodHandles.lookup(), QueuedJob.class, "future", CompletableFuture.class);

    final @Nullable String id;
    final QueueCore queue;

    private volatile JobStatus state = JobStatus.CREATED;

    /** Owned by whoever has changed the state, before the future is completed; null while one of them is at it. */
    private volatile @Nullable Object content;

    /** Made when somebody asks. */
    @SuppressWarnings("unused") // written by FUTURE
    private volatile @Nullable CompletableFuture<@Nullable Object> future;

    /**
     * A job that is about to be added.
     *
     * @param queue where it waits
     * @param payload for the handler
     * @param id null for none
     */
    QueuedJob(QueueCore queue, Object payload, @Nullable String id) {
        this.queue = queue;
        this.content = payload;
        this.id = id;
    }

    // Whoever adds it.

    /** It is about to be stored; false if it was closed while it waited for room. */
    boolean admit() {
        return STATE.compareAndSet(this, JobStatus.CREATED, JobStatus.QUEUED);
    }

    /** It was not stored after all. */
    void dismiss() {
        STATE.compareAndSet(this, JobStatus.QUEUED, JobStatus.CREATED);
    }

    /** It will never be stored. */
    void refuse(AddResult result) {
        if (STATE.compareAndSet(this, JobStatus.CREATED, JobStatus.CLOSED)) {
            content = new Refused(result);
            tell();
        }
    }

    // Any thread.

    JobStatus status() {
        return state;
    }

    /** The payload, or null once it has left the queue. */
    @Nullable
    Object payload() {
        Object seen = content;
        return state == JobStatus.QUEUED ? seen : null;
    }

    /** Closes it for this reason; false if it has started, or was closed before. */
    boolean close(JobClosedException.Reason reason) {
        if (!STATE.compareAndSet(this, JobStatus.QUEUED, JobStatus.CLOSED)
                && !STATE.compareAndSet(this, JobStatus.CREATED, JobStatus.CLOSED)) {
            return false;
        }
        free();
        content = new Closed(reason);
        tell();
        ended();
        return true;
    }

    // The worker that runs it.

    /** Claims it for running: its payload, or null if it was closed. */
    @Nullable
    Object start() {
        if (!STATE.compareAndSet(this, JobStatus.QUEUED, JobStatus.IN_FLIGHT)) {
            return null;
        }
        Object payload = Objects.requireNonNull(content);
        content = null;
        free();
        return payload;
    }

    /** Its end: the error, or else the result. */
    void end(@Nullable Object result, @Nullable Throwable error) {
        if (error == null) {
            succeed(result);
        } else {
            fail(error);
        }
    }

    void succeed(@Nullable Object result) {
        content = result;
        finish();
    }

    void fail(Throwable cause) {
        content = new Failed(cause);
        finish();
    }

    private void finish() {
        state = JobStatus.FINISHED;
        tell();
        ended();
    }

    /** Called once when it has ended, unless it was refused; under no lock. */
    void ended() {}

    private void free() {
        if (id != null) {
            queue.ids.free(id, this);
        }
    }

    // Whoever waits.

    /** Completes when it has ended. */
    CompletableFuture<@Nullable Object> result() {
        CompletableFuture<@Nullable Object> made = future;
        if (made == null) {
            CompletableFuture<@Nullable Object> fresh = new CompletableFuture<>();
            @SuppressWarnings("unchecked")
            CompletableFuture<@Nullable Object> before =
                    (CompletableFuture<@Nullable Object>) FUTURE.compareAndExchange(this, null, fresh);
            made = before == null ? fresh : before;
            complete(made);
        }
        return made;
    }

    private void tell() {
        CompletableFuture<@Nullable Object> asked = future;
        if (asked != null) {
            complete(asked);
        }
    }

    private void complete(CompletableFuture<@Nullable Object> asked) {
        JobStatus seen = state;
        Throwable failure = failure();
        if (failure != null) {
            asked.completeExceptionally(failure);
        } else if (seen == JobStatus.FINISHED) {
            asked.complete(content);
        }
    }

    /** Why there is no result; null if there is one, or it has not ended. */
    @Nullable
    Throwable failure() {
        Object outcome = content;
        if (outcome instanceof Failed failed) {
            return failed.cause;
        } else if (outcome instanceof Closed closed) {
            return new JobClosedException(id, closed.reason);
        }
        return outcome instanceof Refused refused ? new JobRefusedException(refused.result) : null;
    }

    /** Why it was refused; null if it was not. */
    @Nullable
    AddResult refusal() {
        return content instanceof Refused refused ? refused.result : null;
    }

    /** The result; null also as long as there is none. */
    @Nullable
    Object value() {
        return state == JobStatus.FINISHED && !(content instanceof Failed) ? content : null;
    }

    /** What a job failed with. */
    private record Failed(Throwable cause) {}

    /** Why a job was never in its queue. */
    private record Refused(AddResult result) {}

    /** Why a job was closed. */
    private record Closed(JobClosedException.Reason reason) {}
}
