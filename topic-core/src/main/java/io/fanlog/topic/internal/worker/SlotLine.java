package io.fanlog.topic.internal.worker;

import io.fanlog.topic.internal.dispatch.EventLoop;
import io.fanlog.topic.internal.dispatch.LoopTask;
import io.fanlog.topic.internal.dispatch.Nanos;
import io.fanlog.topic.internal.dispatch.Station;
import io.fanlog.topic.internal.dispatch.Timer;
import io.fanlog.topic.internal.dispatch.Turn;
import io.fanlog.topic.spi.JobStarter;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The slots of a pool that can take a step, in the order in which they could, and the pool's loop that lets them.
 *
 * <pre>
 *   any thread ── push ──▶ arrived ──┐ collect
 *                                    ▼
 *                    first ▶ slot ▶ slot ▶ slot ◀ last        a visit: steps of slots, until it has begun 256 jobs
 *                      │                                       or 200 us are over; then it comes again
 *                      └──▶ step ──▶ starter
 *
 *   INVARIANTS
 *   - A slot is in arrived or in the line, once, see {@link SlotWorker}.
 *   - A slot that was pushed is visited: it is in arrived before the station is signalled, and hasWork reads arrived.
 *   - A visit is bounded, whatever ends at once (D2).
 * </pre>
 */
final class SlotLine implements Recruiter, LoopTask {
    private static final Logger LOG = System.getLogger("io.fanlog.topic.worker");

    private static final int JOBS_PER_STEP = 8;
    private static final int JOBS_PER_VISIT = 256;
    private static final long VISIT_NANOS = 200_000;

    private final String pool;
    private final JobStarter<Object> starter;
    private final JobFailures failures;
    private final AttemptTimes times;
    private final Duration timeout;
    private final EventLoop loop;
    private final Station station;
    private final AtomicReference<@Nullable SlotWorker> arrived = new AtomicReference<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    // Owned by the loop.

    private @Nullable SlotWorker first;
    private @Nullable SlotWorker last;

    /**
     * An empty one.
     *
     * @param loop of the pool
     * @param timeout of each job; zero for none
     */
    SlotLine(
            String pool,
            EventLoop loop,
            JobStarter<Object> starter,
            JobFailures failures,
            AttemptTimes times,
            Duration timeout) {
        this.pool = pool;
        this.loop = loop;
        this.starter = starter;
        this.failures = failures;
        this.times = times;
        this.timeout = timeout;
        this.station = loop.register(this);
    }

    @Override
    public Worker recruit(Crew crew, PoolEngine engine) {
        return new SlotWorker(crew, engine, this);
    }

    // Any thread.

    /** Lets a slot take a step; for who has it to himself. */
    void push(SlotWorker slot) {
        SlotWorker before;
        do {
            before = arrived.get();
            slot.next = before;
        } while (!arrived.compareAndSet(before, slot));
        station.signal();
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        station.close();
        try {
            starter.onClosed();
        } catch (Throwable thrown) {
            LOG.log(Level.WARNING, "the job starter of pool '" + pool + "' threw when the pool was closed", thrown);
        }
    }

    // The loop.

    @Override
    public void run(Turn turn) {
        collect();
        long begin = System.nanoTime();
        int done = 0;
        for (SlotWorker slot; (slot = poll()) != null; ) {
            done += slot.step(JOBS_PER_STEP);
            if (done >= JOBS_PER_VISIT || System.nanoTime() - begin > VISIT_NANOS) {
                break;
            }
        }
        turn.moved(done);
        if (hasWork()) {
            turn.again();
        }
    }

    @Override
    public boolean hasWork() {
        return first != null || arrived.get() != null;
    }

    private void collect() {
        SlotWorker latest = arrived.get() == null ? null : arrived.getAndSet(null);
        SlotWorker newest = latest;
        SlotWorker oldest = null;
        while (latest != null) {
            SlotWorker earlier = latest.next;
            latest.next = oldest;
            oldest = latest;
            latest = earlier;
        }
        if (oldest == null) {
            return;
        }
        if (last == null) {
            first = oldest;
        } else {
            last.next = oldest;
        }
        last = newest;
    }

    private @Nullable SlotWorker poll() {
        SlotWorker slot = first;
        if (slot != null) {
            first = slot.next;
            slot.next = null;
            if (first == null) {
                last = null;
            }
        }
        return slot;
    }

    // The slots, on the loop.

    void start(Object job, StartedJob begun) throws Exception {
        if (job instanceof PollFailure untaken) {
            begun.fail(untaken.cause());
        } else {
            starter.start(job, begun);
        }
    }

    /** Whether somebody wants to hear how long this one takes. */
    boolean isTimed(Object job) {
        return times.areWanted() && !(job instanceof PollFailure);
    }

    void attempted(long nanos, boolean succeeded) {
        times.tell(nanos, succeeded);
    }

    /** Gives up on a job that takes too long; null, and never, if there is no limit. */
    @Nullable
    Timer timeOut(StartedJob begun) {
        if (timeout.isZero()) {
            return null;
        }
        try {
            return loop.schedule(Nanos.saturated(timeout), () -> begun.expire(tookTooLong()));
        } catch (RejectedExecutionException ended) {
            LOG.log(Level.DEBUG, "pool '" + pool + "' has outlived its loop", ended);
            return null;
        }
    }

    private TimeoutException tookTooLong() {
        return new TimeoutException("a job of pool '" + pool + "' took longer than jobTimeout, " + timeout);
    }

    void failing(Throwable error) {
        failures.tell(error);
    }

    void failed(Throwable error) {
        try {
            starter.onFailed(error);
        } catch (Throwable thrown) {
            LOG.log(Level.WARNING, "the job starter of pool '" + pool + "' threw when told of a failure", thrown);
        }
    }
}
