package io.fanlog.topic.spi;

/** Where a {@link JobStarter} says how a job ended. Any thread; the first end counts. */
public interface JobEnd {
    /**
     * The job has succeeded.
     *
     * @return false if it had ended before
     */
    boolean succeed();

    /**
     * The job has failed.
     *
     * @param error why, not null
     * @return false if it had ended before
     */
    boolean fail(Throwable error);

    /**
     * What to do when the job is given up on, because it took too long or its pool was closed before it was drained. It
     * has failed then, and neither {@link #succeed} nor {@link #fail} has an effect. Called at most once, on the pool's
     * event loop or on the thread that calls this; must not block.
     *
     * @param cancel takes the place of what was given before
     */
    void onCancel(Runnable cancel);

    /** The work is done, only its end is not: from now on the job does not take too long. */
    void stopTimeout();
}
