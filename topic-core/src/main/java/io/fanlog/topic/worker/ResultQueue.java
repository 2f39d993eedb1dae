package io.fanlog.topic.worker;

import io.fanlog.topic.CheckReturnValue;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A queue whose jobs have results, made by {@link ResultPool#bindQueue()}.
 *
 * @param <T> type of the jobs
 * @param <R> type of the results
 */
public interface ResultQueue<T, R extends @Nullable Object> extends JobQueue<T> {
    @Override
    @CheckReturnValue
    default JobHandle<R> submit(T job) {
        return submit(job, o -> o);
    }

    @Override
    @CheckReturnValue
    JobHandle<R> submit(T job, UnaryOperator<JobOptions> options);

    @Override
    @CheckReturnValue
    default JobHandle<R> submitAsync(T job) {
        return submitAsync(job, o -> o);
    }

    @Override
    @CheckReturnValue
    JobHandle<R> submitAsync(T job, UnaryOperator<JobOptions> options);

    @Override
    @CheckReturnValue
    JobGroup<R> addAll(Iterable<Job<T>> jobs);
}
