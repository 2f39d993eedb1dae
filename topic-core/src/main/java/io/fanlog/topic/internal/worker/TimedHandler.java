package io.fanlog.topic.internal.worker;

import io.fanlog.topic.worker.JobHandler;

/** A pool's handler, timed while an observer wants to hear of it. On the workers. */
final class TimedHandler<T> implements JobHandler<T> {
    private final JobHandler<? super T> handler;
    private final AttemptTimes times;

    TimedHandler(JobHandler<? super T> handler, AttemptTimes times) {
        this.handler = handler;
        this.times = times;
    }

    @Override
    public void handle(T job) throws Exception {
        if (times.areWanted()) {
            handleTimed(job);
        } else {
            handler.handle(job);
        }
    }

    private void handleTimed(T job) throws Exception {
        long began = System.nanoTime();
        boolean succeeded = false;
        try {
            handler.handle(job);
            succeeded = true;
        } finally {
            times.tell(System.nanoTime() - began, succeeded);
        }
    }
}
