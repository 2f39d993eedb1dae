package io.fanlog.topic.internal.worker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where workers get their batches: parked jobs first, then the sources, as the strategy wants.
 *
 * <pre>
 *   worker ──▶ turnstile ──▶ parked jobs? ──yes──▶ oldest rest ───────────┐
 *                                │ no                                     ├──▶ order rule ──▶ batch
 *                                └──▶ next ready source, poll ────────────┘        │
 *                                                                                  └─ broken: take the oldest rest back
 *                                                                                     from its worker, and begin again
 *   INVARIANTS
 *   - Jobs are taken, and get their tickets, by one thread at a time: the holder of the turnstile.
 *   - A batch holds jobs of one source, in order.
 *   - No job starts before all jobs more than 32 x concurrency older have started: a batch is opened only if its last
 *     ticket is within that of the oldest job that is neither claimed nor in this batch.
 *   - No lost wake-up: while the pool has room for another worker, either no source is queued and nothing is parked, or
 *     somebody is on the way who will look (see {@link Crew}). That is why a fill that has taken all it knows of, while
 *     there is room, takes one job more: only a take that finds nothing makes a source call.
 *   - Jobs taken and not finished never exceed (workers x maxBatch), so maxUnfinished is kept by choosing those two.
 * </pre>
 */
final class Intake {
    private static final VarHandle SUBMITTED =
            Handles.of(MethodHandles.lookup(), Intake.class, "submitted", long.class);

    private final Turnstile turnstile = new Turnstile();
    private final ReadySources ready;
    private final ParkedJobs parked = new ParkedJobs();
    private final OpenBatches open = new OpenBatches();
    private final Crew crew;
    private final Runnable signal;

    // Owned by the holder of the turnstile.

    private final @Nullable Object[] probe = new Object[1];
    private long nextTicket;

    /** Jobs counted when taken; release, acquire. */
    private long submitted;

    /** Something that must not run any more was given back. */
    private volatile boolean anyPast;

    /** From now on what is there is dropped. */
    private volatile boolean closed;

    /**
     * An empty one.
     *
     * @param order which source is next
     * @param crew says how many workers there may be
     * @param signal makes the pool's loop come by
     */
    Intake(SourceOrder order, Crew crew, Runnable signal) {
        this.ready = new ReadySources(order);
        this.crew = crew;
        this.signal = signal;
    }

    // Any thread.

    /** A source has something: true if nobody knew. The caller sees to it that somebody comes. */
    boolean arrive(Source source) {
        if (!source.tryQueue()) {
            return false;
        }
        ready.arrive(source);
        return true;
    }

    /** A source will never have anything again; also called while it is taken from. */
    void forget(Source source) {
        ready.forget(source);
    }

    /** Lets go of forgotten sources now, unless somebody takes, who then does. */
    void sweep() {
        whileNobodyTakes(ready::collect);
    }

    /** Jobs that a worker was handed and has not started. The caller sees to it that somebody comes. */
    void giveBack(Rest rest) {
        parked.giveBack(rest);
        if (rest.isPast()) { // else whoever begins a new era finds it among the parked ones
            anyPast = true;
            signal.run();
        }
    }

    /** Begins a new era of a source: what was taken and has not started will not run, and is answered, oldest first. */
    List<Object> retract(Source source) {
        List<Rest> removed = new ArrayList<>();
        boolean entered = turnstile.enter();
        try {
            source.beginEra();
            parked.removeOf(source, removed);
            open.takeBackOf(source, removed);
        } finally {
            if (entered) {
                leave();
            }
        }
        return removed.stream().sorted().flatMap(rest -> rest.jobs().stream()).toList();
    }

    /** Sends back what must not run any more. The loop. */
    void dropPast() {
        if (anyPast) {
            anyPast = false;
            if (!whileNobodyTakes(parked::dropPast)) {
                anyPast = true;
            }
        }
    }

    /** Whether a fill might find something. */
    boolean mayHaveWork() {
        return !closed && !(ready.isEmpty() && parked.isEmpty());
    }

    /** Whether a worker may sit on jobs that another could run. */
    boolean hasOpenBatches() {
        return !open.isEmpty();
    }

    /** Jobs counted when taken. */
    long submittedAcquire() {
        return (long) SUBMITTED.getAcquire(this);
    }

    /** Runs an action while nobody takes; false if somebody does now, and the loop will be signalled when he is done. */
    boolean whileNobodyTakes(Runnable action) {
        while (!turnstile.tryEnter()) {
            if (turnstile.askWhenLeft()) {
                return false;
            }
        }
        try {
            action.run();
        } finally {
            leave();
        }
        return true;
    }

    private boolean enter(boolean mayWait) {
        return mayWait ? turnstile.tryEnterSpinning() : turnstile.tryEnter();
    }

    private void leave() {
        if (turnstile.leave()) {
            signal.run();
        }
    }

    // The worker that owns the batch.

    /**
     * Hands the next jobs to a worker; the first one is claimed.
     *
     * @param batch the worker's, without a rest
     * @return how many, 0 if there are none or somebody else is taking all the time
     */
    int fill(Batch batch) {
        return fill(batch, true);
    }

    /**
     * As {@link #fill(Batch)}.
     *
     * @param mayWait whether to spin and yield for a moment while somebody else is taking
     */
    int fill(Batch batch, boolean mayWait) {
        if ((ready.isEmpty() && parked.isEmpty()) || !enter(mayWait)) {
            return 0;
        }
        Source source = null;
        int got;
        try {
            got = fillHeld(batch);
            source = got > 0 ? batch.source() : null;
        } finally {
            leave();
        }
        if (source != null) {
            source.progressed();
        }
        return got;
    }

    // The holder of the turnstile.

    private int fillHeld(Batch batch) {
        if (closed) {
            clear();
            return 0;
        }
        open.remove(batch);
        ready.collect();
        Limits limits = crew.limits();
        int got;
        do {
            got = parked.collect() > 0 ? fillFromParked(batch, limits) : fillFromSources(batch, limits);
        } while (got < 0);
        if (batch.hasRest()) {
            open.add(batch);
        }
        return got;
    }

    /** How many, or -1 if older jobs were found that must go first. */
    private int fillFromParked(Batch batch, Limits limits) {
        int waiting = parked.collect(); // first: what is given back meanwhile may be older than what was the oldest
        Rest rest = parked.oldest();
        if (rest == null) {
            return 0;
        }
        if (rest.isPast()) {
            parked.dropPast();
            return -1;
        }
        int size = BatchSize.of(waiting, limits.workers(), rest.source.jobNanosOpaque(), limits.maxBatch());
        int count = Math.min(size, rest.size());
        long ticket = rest.ticket();
        if (olderMustGoFirst(ticket + count - 1, limits)) {
            return -1;
        }
        parked.takeOldest(batch.slots(count), count);
        batch.open(rest.source, ticket, count);
        return count;
    }

    private int fillFromSources(Batch batch, Limits limits) {
        for (Source source = ready.next(); source != null; source = ready.next()) {
            long waiting = source.waiting((long) BatchSize.MAX * limits.workers());
            int size = BatchSize.of(waiting, limits.workers(), source.jobNanosOpaque(), limits.maxBatch());
            if (olderMustGoFirst(nextTicket + size - 1, limits)) {
                return -1;
            }
            @Nullable Object[] slots = batch.slots(size);
            int got = source.take(slots, 0, size);
            if (got < size) {
                got += drained(source, slots, got, size);
            }
            if (got > 0) {
                ready.took(source);
                number(source, got);
                batch.open(source, nextTicket - got, got);
                if (got == size) {
                    lookAhead(source);
                }
                return got;
            }
        }
        return 0;
    }

    private boolean olderMustGoFirst(long lastTicket, Limits limits) {
        if (open.isEmpty()) {
            return false;
        }
        Rest older = open.takeBackBefore(lastTicket, (long) BatchSize.MAX * limits.workers());
        if (older != null) {
            parked.park(older);
        }
        return older != null;
    }

    /** Lets a source call when it has something again; looks once more, since it may have tried to before. */
    private int drained(Source source, @Nullable Object[] slots, int from, int end) {
        ready.remove(source);
        source.unqueue();
        int late = source.take(slots, from, end - from);
        if (late > 0 && source.tryQueue()) {
            ready.add(source);
        }
        return late;
    }

    /** While another worker could come, a source must either be known to have more, or call when it has. */
    private void lookAhead(Source source) {
        // Where other sources are ready, who comes for them will come by this one, too; so will who collects it, if it
        // has arrived anew.
        if (crew.room() == 0 || !ready.isOnly(source) || source.waiting(1) > 0) {
            return;
        }
        int got = source.take(probe, 0, 1);
        if (got == 0) {
            got = drained(source, probe, 0, 1);
        }
        Object job = probe[0];
        if (got > 0 && job != null) {
            number(source, 1);
            parked.park(new Rest(source, source.era(), nextTicket - 1, new Object[] {job}));
        }
        probe[0] = null;
    }

    private void number(Source source, int taken) {
        nextTicket += taken;
        SUBMITTED.setRelease(this, submitted + source.countWhenTaken(taken));
    }

    /** Takes back what workers have been sitting on since the last call. */
    void takeBackStuck() {
        open.takeBackStuck(crew.room(), parked);
    }

    /** Drops everything, now and from now on. */
    void close() {
        closed = true;
        whileNobodyTakes(this::clear);
    }

    boolean isClear() {
        return ready.isEmpty() && parked.isEmpty();
    }

    private void clear() {
        ready.clear();
        parked.clear();
    }
}
