package io.fanlog.topic.internal.worker;

import io.fanlog.topic.internal.dispatch.EventLoop;

/** What kind of workers a pool is to have. */
@FunctionalInterface
interface Staffing {
    /**
     * Who makes them.
     *
     * @param failures to be told of failed jobs
     * @param loop of the pool
     */
    Recruiter recruiter(JobFailures failures, EventLoop loop);
}
