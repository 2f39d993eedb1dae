package io.fanlog.topic.internal.worker;

import io.fanlog.topic.worker.JobClosedException.Reason;
import io.fanlog.topic.worker.SourceOptions;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A queue as a source of one pool's jobs.
 *
 * <pre>
 *   bind ──▶ told of each job ──▶ unbind, close of the pool: what was taken and not started goes back to the queue
 *                             └─▶ purge, close of the queue: what was taken and not started is closed
 * </pre>
 */
final class QueueSource extends Source {
    private static final long NO_LIMIT = Long.MAX_VALUE;

    final QueueCore queue;

    /** Whether the pool made the queue, which then ends with it. */
    final boolean isOwner;

    private final PoolEngine engine;

    /** Set when unbound: from then on what comes back goes to the queue. */
    private volatile boolean left;

    /** How many jobs a draining pool still takes; written by the holder of the turnstile once it was set. */
    private volatile long quota = NO_LIMIT;

    QueueSource(PoolEngine engine, QueueCore queue, SourceOptions options, boolean isOwner) {
        super(engine.sources.rank(options.name().isEmpty() ? queue.name : options.name(), options.priority()));
        this.engine = engine;
        this.queue = queue;
        this.isOwner = isOwner;
    }

    // The queue: any thread.

    /** It has a job. */
    void announce() {
        engine.arrived(this);
    }

    /** The queue was closed. */
    void ended() {
        left = true;
        engine.finished(this);
    }

    boolean isWorker(Thread thread) {
        return engine.crew.has(thread);
    }

    /** Closes what the pool has taken and not started; how many that were. */
    long drop(Reason why) {
        return close(engine.retract(this), why);
    }

    private long close(List<Object> jobs, Reason why) {
        long count = 0;
        for (Object job : jobs) {
            count += !(job instanceof QueuedJob queued) || queued.close(why) ? 1 : 0;
        }
        queue.closedOutside(jobs.size());
        return count;
    }

    // The pool: any thread.

    /** Takes nothing any more; what was taken and not started goes back to the queue. */
    void leave() {
        queue.detach(this);
        left = true;
        queue.giveBack(engine.retract(this));
    }

    /** Takes what is there and nothing else. */
    void endHere() {
        if (isOwner) {
            queue.seal();
            engine.afterwards(queue::answer);
        } else {
            quota = queue.size();
        }
    }

    // Taking: the holder of the turnstile.

    @Override
    int take(@Nullable Object[] slots, int from, int max) {
        long allowed = left ? 0 : quota;
        if (allowed == 0) {
            return 0;
        }
        int got = queue.take(slots, from, (int) Math.min(max, allowed));
        if (allowed != NO_LIMIT) {
            quota = allowed - got;
        }
        if (queue.hasDecided()) {
            engine.afterwards(queue::answer);
        }
        return got;
    }

    @Override
    long waiting(long enough) {
        return waiting();
    }

    @Override
    int countWhenTaken(int taken) {
        return taken;
    }

    /** What came back too late for {@link #leave} and {@link #drop}. */
    @Override
    void comeBack(List<Object> jobs) {
        engine.withdrawn(jobs.size());
        if (left) {
            engine.afterwards(() -> queue.giveBack(jobs));
        } else {
            engine.afterwards(() -> close(jobs, Reason.PURGED));
        }
    }

    // Any thread.

    @Override
    long waiting() {
        return left ? 0 : Math.min(quota, queue.size());
    }
}
