package io.fanlog.topic.worker;

/** A job that is a function and may throw; see {@link JobHandler#runningThrowing()}. */
@FunctionalInterface
public interface ThrowingRunnable {
    /**
     * Does the job, on a worker's thread.
     *
     * @throws Exception whatever it throws fails this job alone
     */
    void run() throws Exception;
}
