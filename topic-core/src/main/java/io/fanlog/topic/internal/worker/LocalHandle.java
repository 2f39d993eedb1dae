package io.fanlog.topic.internal.worker;

import io.fanlog.topic.internal.dispatch.BlockingChecks;
import io.fanlog.topic.internal.dispatch.Nanos;
import io.fanlog.topic.worker.AddResult;
import io.fanlog.topic.worker.JobClosedException;
import io.fanlog.topic.worker.JobHandle;
import io.fanlog.topic.worker.JobRefusedException;
import io.fanlog.topic.worker.JobStatus;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A job as whoever submitted it sees it. An object of its own, so that what waits in a queue is no larger for it, and a
 * queue of handles cannot be mistaken for a queue of the jobs behind them.
 */
record LocalHandle<R extends @Nullable Object>(QueuedJob job) implements JobHandle<R> {
    @Override
    public Optional<String> id() {
        return Optional.ofNullable(job.id);
    }

    @Override
    public JobStatus status() {
        return job.status();
    }

    @Override
    public Optional<AddResult> refusal() {
        return Optional.ofNullable(job.refusal());
    }

    @Override
    public boolean close() {
        return job.close(JobClosedException.Reason.HANDLE_CLOSED) || job.status() == JobStatus.CLOSED;
    }

    @Override
    public CompletableFuture<R> result() {
        return shared().copy();
    }

    @SuppressWarnings("unchecked") // the pool that runs it computes R
    private CompletableFuture<R> shared() {
        return (CompletableFuture<R>) job.result();
    }

    @Override
    public R await(Duration timeout) throws InterruptedException, ExecutionException, TimeoutException {
        CompletableFuture<R> result = shared();
        long nanos = Nanos.saturated(timeout);
        if (!result.isDone() && nanos > 0) {
            checkMayWait(job.queue, "await", "result()");
        }
        try {
            return result.get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            if (job.status() == JobStatus.CLOSED && e.getCause() instanceof JobClosedException closed) {
                throw closed;
            } else if (job.status() == JobStatus.CLOSED && e.getCause() instanceof JobRefusedException refused) {
                throw refused;
            }
            throw e;
        }
    }

    /** Refuses where waiting for jobs of this queue would block who must not, or a worker that should run them. */
    static void checkMayWait(QueueCore queue, String call, String instead) {
        if (WaitRule.forbidsBlocking() || queue.isTakenFromBy(Thread.currentThread())) {
            throw BlockingChecks.refusal(call, instead);
        }
    }

    @Override
    public String toString() {
        return "JobHandle[" + id().map(id -> id + ", ").orElse("") + status() + "]";
    }
}
