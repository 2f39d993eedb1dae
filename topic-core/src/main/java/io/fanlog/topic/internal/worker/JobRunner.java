package io.fanlog.topic.internal.worker;

import io.fanlog.topic.spi.TopicObserver;
import io.fanlog.topic.worker.JobHandler;
import io.fanlog.topic.worker.PoolErrorHandler;
import io.fanlog.topic.worker.WorkerPool;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/** Runs the user's code for one job: the handler, and where it throws those who hear of it. */
final class JobRunner {
    private static final Logger LOG = System.getLogger("io.fanlog.topic.worker");

    private final WorkerPool<?> pool;
    private final JobHandler<Object> handler;
    private final TopicObserver observer;
    private final @Nullable PoolErrorHandler onError;

    JobRunner(
            WorkerPool<?> pool,
            JobHandler<Object> handler,
            TopicObserver observer,
            @Nullable PoolErrorHandler onError) {
        this.pool = pool;
        this.handler = handler;
        this.observer = observer;
        this.onError = onError;
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
            tellAll(error);
            counts.fail();
            if (isFatal(error)) {
                throw (Error) error;
            }
            return;
        } finally {
            Thread.interrupted(); // an interrupt was meant for this job, not for the next
        }
        counts.succeed();
    }

    private void tellAll(Throwable error) {
        try {
            observer.onJobFailed(pool.name(), error);
        } catch (Throwable thrown) {
            LOG.log(Level.WARNING, "the observer of pool '" + pool.name() + "' threw", thrown);
        }
        if (onError == null) {
            return;
        }
        try {
            onError.onError(pool, error);
        } catch (Throwable thrown) {
            LOG.log(Level.WARNING, "the error handler of pool '" + pool.name() + "' threw", thrown);
        }
    }

    /** What Reactor calls fatal, except a StackOverflowError, which says more of the job than of the JVM. */
    @SuppressWarnings("removal") // ThreadDeath is still thrown by Thread.stop on the JDKs that have it
    private static boolean isFatal(Throwable error) {
        return (error instanceof VirtualMachineError && !(error instanceof StackOverflowError))
                || error instanceof LinkageError
                || error instanceof ThreadDeath;
    }
}
