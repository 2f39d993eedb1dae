package io.fanlog.topic.internal.worker;

import io.fanlog.topic.worker.JobHandler;

/** Runs the user's code for one job: the handler, and where it throws those who hear of it. */
final class JobRunner {
    private final JobHandler<Object> handler;
    private final JobFailures failures;

    JobRunner(JobHandler<Object> handler, JobFailures failures) {
        this.handler = handler;
        this.failures = failures;
    }

    /**
     * Runs a job and counts it.
     *
     * @throws Error if the job failed with one that the worker must not survive
     */
    void run(Object job, JobCounts counts) {
        counts.start();
        try {
            if (job instanceof PollFailure untaken) {
                throw untaken.cause();
            }
            handler.handle(job);
        } catch (Throwable error) {
            failures.tell(error);
            counts.fail();
            if (JobFailures.isFatal(error)) {
                throw (Error) error;
            }
            return;
        } finally {
            Thread.interrupted(); // an interrupt was meant for this job, not for the next
        }
        counts.succeed();
    }
}
