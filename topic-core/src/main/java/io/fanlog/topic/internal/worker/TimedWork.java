package io.fanlog.topic.internal.worker;

import org.jspecify.annotations.Nullable;

/** A pool's work, timed while an observer wants to hear of it. On the workers. */
final class TimedWork implements Work {
    private final Work work;
    private final AttemptTimes times;

    TimedWork(Work work, AttemptTimes times) {
        this.work = work;
        this.times = times;
    }

    @Override
    @Nullable
    public Object run(Object job) throws Exception {
        return times.areWanted() ? runTimed(job) : work.run(job);
    }

    private @Nullable Object runTimed(Object job) throws Exception {
        long began = System.nanoTime();
        boolean succeeded = false;
        try {
            Object result = work.run(job);
            succeeded = true;
            return result;
        } finally {
            times.tell(System.nanoTime() - began, succeeded);
        }
    }
}
