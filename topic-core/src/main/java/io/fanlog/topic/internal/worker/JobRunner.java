package io.fanlog.topic.internal.worker;

import org.jspecify.annotations.Nullable;

/** Runs the user's code for one job: the handler, and where it throws those who hear of it. */
final class JobRunner {
    private final Work work;
    private final JobFailures failures;

    JobRunner(Work work, JobFailures failures) {
        this.work = work;
        this.failures = failures;
    }

    /**
     * Runs a job and counts it.
     *
     * @return false if it was closed, and did not run
     * @throws Error if the job failed with one that the worker must not survive
     */
    boolean run(Object job, JobCounts counts) {
        if (!(job instanceof QueuedJob queued)) {
            run(job, null, counts);
            return true;
        }
        Object payload = queued.start();
        if (payload == null) {
            return false;
        }
        run(payload, queued, counts);
        return true;
    }

    private void run(Object job, @Nullable QueuedJob queued, JobCounts counts) {
        counts.start();
        @Nullable Object result;
        try {
            if (job instanceof PollFailure untaken) {
                throw untaken.cause();
            }
            result = work.run(job);
        } catch (Throwable error) {
            failures.tell(error);
            counts.fail();
            if (queued != null) {
                queued.fail(error);
            }
            if (JobFailures.isFatal(error)) {
                throw (Error) error;
            }
            return;
        } finally {
            Thread.interrupted(); // an interrupt was meant for this job, not for the next
        }
        counts.succeed();
        if (queued != null) {
            queued.succeed(result);
        }
    }
}
