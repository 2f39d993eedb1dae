package io.fanlog.topic.internal.worker;

import io.fanlog.topic.spi.TopicObserver;
import io.fanlog.topic.worker.PoolErrorHandler;
import io.fanlog.topic.worker.WorkerPool;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/** Tells those who want to hear of a pool's failed jobs. Any thread. */
final class JobFailures {
    private static final Logger LOG = System.getLogger("io.fanlog.topic.worker");

    private final WorkerPool<?> pool;
    private final TopicObserver observer;
    private final @Nullable PoolErrorHandler onError;

    JobFailures(WorkerPool<?> pool, TopicObserver observer, @Nullable PoolErrorHandler onError) {
        this.pool = pool;
        this.observer = observer;
        this.onError = onError;
    }

    /** Tells all, who may throw without harm. */
    void tell(Throwable error) {
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
    static boolean isFatal(Throwable error) {
        return (error instanceof VirtualMachineError && !(error instanceof StackOverflowError))
                || error instanceof LinkageError
                || error instanceof ThreadDeath;
    }
}
