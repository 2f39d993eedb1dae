package io.fanlog.topic.internal.worker;

import io.fanlog.topic.worker.SourceView;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a pool's jobs come from. A source is queued while a take might find something; who finds nothing unqueues it, and
 * the source queues itself again when there is something new.
 */
abstract class Source {
    private static final VarHandle QUEUED = Handles.of(MethodHandles.lookup(), Source.class, "queued", boolean.class);
    private static final VarHandle JOB_NANOS = Handles.of(MethodHandles.lookup(), Source.class, "jobNanos", long.class);

    /** Where it stands among the sources of its pool. */
    final Rank rank;

    /** Whether it is in {@link ReadySources}, or about to be put there by who has set this. */
    private volatile boolean queued;

    /** Time per job in the last finished batch; a hint, opaque. */
    @SuppressWarnings("unused") // by JOB_NANOS
    private long jobNanos = BatchSize.UNMEASURED;

    /** Which jobs still count: those taken in an earlier era {@link #comeBack} instead of running. Moved by the holder. */
    private volatile int era;

    /** Link of the inbox of {@link ReadySources}. */
    @Nullable
    Source nextArrived;

    /** Set when it will never have anything again. */
    volatile boolean isForgotten;

    /** Number of the batch that was last taken from it; 0 if none was. Owned by the holder of the turnstile. */
    long lastTurn;

    Source(Rank rank) {
        this.rank = rank;
    }

    /**
     * Draws jobs. Only the holder of the turnstile.
     *
     * @param slots where to
     * @param from first slot
     * @param max how many at most
     * @return how many; fewer than max only if there are no more, and then the source will queue itself
     */
    abstract int take(@Nullable Object[] slots, int from, int max);

    /**
     * How many jobs could be taken; a guess that may be old as long as it is at least {@code enough}. Only the holder of
     * the turnstile.
     */
    abstract long waiting(long enough);

    /** Jobs that wait and will become jobs of this pool, seen from any thread. */
    abstract long waiting();

    /** How many of the jobs taken just now are new to the pool's count; the others were counted when they came. */
    abstract int countWhenTaken(int taken);

    /** What a strategy sees of it. Only the holder of the turnstile. */
    final SourceView view() {
        return new SourceView(rank.name(), rank.priority(), waiting(), lastTurn);
    }

    /** Jobs that were taken and will not be run by this pool. Only the holder of the turnstile: completes nothing. */
    void comeBack(List<Object> jobs) {}

    final int era() {
        return era;
    }

    /** Lets no job run that was taken before and has not started. Only the holder of the turnstile. */
    @SuppressWarnings("NonAtomicVolatileUpdate") // one holder at a time
    final void beginEra() {
        era++;
    }

    /** Called without the turnstile after each batch. */
    void progressed() {}

    /** True if the caller must put it into {@link ReadySources}. Any thread. */
    final boolean tryQueue() {
        return !queued && QUEUED.compareAndSet(this, false, true);
    }

    /** Only the holder of the turnstile; what was written before a refused tryQueue is visible afterwards. */
    final void unqueue() {
        QUEUED.getAndSet(this, false);
    }

    final long jobNanosOpaque() {
        return (long) JOB_NANOS.getOpaque(this);
    }

    /** Takes a measurement; leaves the shared cache line alone while it changes little. */
    final void measured(long nanos) {
        long before = jobNanosOpaque();
        long now = Math.max(1, nanos);
        if (now - before > before >> 3 || before - now > before >> 3) {
            JOB_NANOS.setOpaque(this, now);
        }
    }
}
