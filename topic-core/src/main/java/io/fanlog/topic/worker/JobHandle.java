package io.fanlog.topic.worker;

import io.fanlog.topic.CheckReturnValue;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * What a submitted job is watched and closed by. From any thread.
 *
 * <pre>{@code
 * JobHandle<Receipt> shipping = orders.submit(order).orThrow();
 * shipping.result().thenAccept(this::print);                 // or shipping.await(Duration.ofSeconds(5))
 * if (!shipping.close()) { ... }                             // too late: it has started
 * }</pre>
 *
 * @param <R> type of the result; on a pool that computes none the result is null
 */
public interface JobHandle<R extends @Nullable Object> {
    /**
     * Its id.
     *
     * @return empty if it has none
     */
    Optional<String> id();

    /**
     * Where it is.
     *
     * @return the status now
     */
    JobStatus status();

    /**
     * Why its queue refused it.
     *
     * @return empty if it was accepted, or waits for room
     */
    Optional<AddResult> refusal();

    /**
     * Turns a refusal into an exception, for callers who have no better answer to one.
     *
     * @return this, if its queue has not refused it
     * @throws JobRefusedException if it has; it carries {@link #refusal()}
     */
    default JobHandle<R> orThrow() {
        refusal().ifPresent(AddResult::orThrow);
        return this;
    }

    /**
     * Closes the job if it has not started: it will not run, its payload and id are free at once, and whoever waits for it
     * gets a {@link JobClosedException}. Its place in the queue counts until it is reached. Takes constant time.
     *
     * @return true if it will not run, also when it was closed before; false if this came too late: it has started
     */
    @CheckReturnValue
    boolean close();

    /**
     * The result, or why there is none: what the handler threw, a {@link JobClosedException} or a
     * {@link JobRefusedException}. Reading it twice gives the same. What is done to the future does nothing to the job.
     *
     * @return completes when the job has ended. Dependent actions run on the worker, or on the thread that closed the job
     *     or its queue
     */
    CompletableFuture<R> result();

    /**
     * Waits for the result. Reading it twice gives the same.
     *
     * @param timeout zero or less does not wait
     * @return the result; null on a pool that computes none
     * @throws InterruptedException if interrupted while waiting
     * @throws ExecutionException if the handler threw; the cause is what it threw
     * @throws TimeoutException if it has not ended when the time is over
     * @throws JobClosedException if it was closed before it started
     * @throws JobRefusedException if its queue refused it
     * @throws IllegalStateException if it had to wait on a thread that must not block, or on a worker of a pool that takes
     *     from its queue
     */
    R await(Duration timeout) throws InterruptedException, ExecutionException, TimeoutException;
}
