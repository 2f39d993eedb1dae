package io.fanlog.topic.internal.worker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What one worker has run. Written by that worker only, release, so that counting costs no shared cache line; read by
 * anybody, acquire.
 *
 * <pre>
 *   INVARIANT   started - succeeded - failed is 1 while a job runs, else 0
 * </pre>
 */
final class JobCounts extends JobCountsFields {
    private static final VarHandle STARTED = handle("started");
    private static final VarHandle SUCCEEDED = handle("succeeded");
    private static final VarHandle FAILED = handle("failed");

    /** More often than a worker could finish a job in between. */
    private static final int MAX_TRIES = 1_000;

    long unused11;
    long unused12;
    long unused13;
    long unused14;
    long unused15;
    long unused16;
    long unused17;
    long unused18;

    private static VarHandle handle(String field) {
        return Handles.of(MethodHandles.lookup(), JobCountsFields.class, field, long.class);
    }

    void start() {
        STARTED.setRelease(this, started + 1);
    }

    void succeed() {
        SUCCEEDED.setRelease(this, succeeded + 1);
    }

    void fail() {
        FAILED.setRelease(this, failed + 1);
    }

    /**
     * Adds a consistent view of this to a sum: where no job ended between the two looks at the ended ones, started can
     * be ahead of them by one at most.
     */
    void addTo(Tally tally) {
        long ok;
        long bad;
        long begun;
        int tries = 0;
        do {
            ok = acquire(SUCCEEDED);
            bad = acquire(FAILED);
            begun = acquire(STARTED);
        } while ((ok != acquire(SUCCEEDED) || bad != acquire(FAILED)) && ++tries < MAX_TRIES);
        tally.add(ok, bad, (int) Math.min(1, begun - ok - bad));
    }

    private long acquire(VarHandle field) {
        return (long) field.getAcquire(this);
    }
}
