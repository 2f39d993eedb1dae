package io.fanlog.topic.internal.worker;

import io.fanlog.topic.worker.Job;
import io.fanlog.topic.worker.JobGroup;
import io.fanlog.topic.worker.JobHandle;
import io.fanlog.topic.worker.JobOptions;
import io.fanlog.topic.worker.QueueOptions;
import io.fanlog.topic.worker.ResultQueue;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A queue from which only pools that compute R may take. */
final class LocalResultQueue<T, R extends @Nullable Object> extends LocalQueue<T> implements ResultQueue<T, R> {
    LocalResultQueue(String name, QueueOptions<T> options, Consumer<LocalQueue<?>> whenClosed) {
        super(name, options, whenClosed);
    }

    @Override
    public JobHandle<R> submit(T job, UnaryOperator<JobOptions> options) {
        return submitted(job, options);
    }

    @Override
    public JobHandle<R> submitAsync(T job, UnaryOperator<JobOptions> options) {
        return submittedAsync(job, options);
    }

    @Override
    public JobGroup<R> addAll(Iterable<Job<T>> jobs) {
        return addedAll(jobs);
    }
}
