package io.fanlog.topic.internal.worker;

import io.fanlog.topic.worker.JobFunction;
import io.fanlog.topic.worker.JobHandler;
import org.jspecify.annotations.Nullable;

/** What a pool does with a job, whatever kind of pool it is. */
@FunctionalInterface
interface Work {
    /** Does it; the result is null where there is none. */
    @Nullable
    Object run(Object job) throws Exception;

    /** A handler's; its pool sees to it that it gets nothing but its own type of jobs. */
    @SuppressWarnings("unchecked")
    static Work handling(JobHandler<?> handler) {
        JobHandler<Object> any = (JobHandler<Object>) handler;
        return job -> {
            any.handle(job);
            return null;
        };
    }

    /** A function's; as above. */
    @SuppressWarnings("unchecked")
    static Work computing(JobFunction<?, ?> function) {
        JobFunction<Object, @Nullable Object> any = (JobFunction<Object, @Nullable Object>) function;
        return any::compute;
    }
}
