package io.fanlog.topic.worker;

import io.fanlog.topic.CheckReturnValue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What jobs that were added together are watched and closed by. From any thread.
 *
 * <pre>{@code
 * JobGroup<Receipt> all = orders.addAll(batch);
 * if (all.refused() > 0) { log(all.refusals()); }            // {FULL=12}
 * all.results(Duration.ofMinutes(1)).forEach(this::print);   // as they come
 * }</pre>
 *
 * @param <R> type of the results; on a pool that computes none they are null
 */
public interface JobGroup<R extends @Nullable Object> {
    /**
     * How many jobs were given.
     *
     * @return accepted and refused ones
     */
    int total();

    /**
     * How many the queue has taken in.
     *
     * @return of {@link #total()}
     */
    int accepted();

    /**
     * How many the queue has refused.
     *
     * @return of {@link #total()}
     */
    default int refused() {
        return total() - accepted();
    }

    /**
     * Why jobs were refused.
     *
     * @return how many for each reason that there was; empty if all were accepted
     */
    Map<AddResult, Integer> refusals();

    /**
     * How many have ended: run, well or not, or closed.
     *
     * @return of {@link #accepted()}
     */
    int done();

    /**
     * Whether all accepted jobs have ended.
     *
     * @return true also if none was accepted
     */
    default boolean isDone() {
        return done() == accepted();
    }

    /**
     * A handle for each job, refused ones as well, in the order they were given.
     *
     * @return a new list
     */
    List<JobHandle<R>> handles();

    /**
     * The first of the accepted jobs that did not succeed, in the order they ended.
     *
     * @return what it threw, or a {@link JobClosedException}; empty as long as there is none
     */
    Optional<Throwable> firstError();

    /**
     * Closes those that have not started.
     *
     * @return how many were closed by this
     */
    int close();

    /**
     * Shows each accepted job when it has ended, in the order they end: those that have already now, the others later.
     *
     * @param action called once for each accepted job, one at a time, on this thread, on a worker, or on the thread that
     *     closes a job; it must not block
     */
    void forEachEnded(Consumer<? super JobHandle<R>> action);

    /**
     * Completes when all accepted jobs have ended.
     *
     * @return never completes exceptionally. Dependent actions run on a worker, or on the thread that closed the last job
     */
    CompletableFuture<Void> whenDone();

    /**
     * Waits until all accepted jobs have ended.
     *
     * @param timeout zero or less does not wait
     * @return false if the time was over
     * @throws InterruptedException if interrupted while waiting
     * @throws IllegalStateException if it had to wait on a thread that must not block, or on a worker of a pool that takes
     *     from the queue
     */
    @CheckReturnValue
    boolean await(Duration timeout) throws InterruptedException;

    /**
     * The results in the order the jobs end, each as soon as it is there; null ones are left out. Where a job did not
     * succeed the stream ends, after all the others' results, with a {@link java.util.concurrent.CompletionException} of
     * {@link #firstError()}. It ends with one of a {@link java.util.concurrent.TimeoutException} when the time is over,
     * and of an {@link InterruptedException} when interrupted, which leaves the thread interrupted.
     *
     * @param timeout for all, from now on
     * @return a sequential stream that waits where it has to, and refuses to with an {@link IllegalStateException} on a
     *     thread that must not block, or on a worker of a pool that takes from the queue
     */
    Stream<R> results(Duration timeout);
}
