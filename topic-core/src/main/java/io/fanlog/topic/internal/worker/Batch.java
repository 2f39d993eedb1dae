package io.fanlog.topic.internal.worker;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The jobs one worker was handed, in its own array, used again for each batch. The worker claims them one by one; the
 * rest can be taken back at any time, and never twice.
 *
 * <pre>
 *   jobs   [ null null  C  | D  E  F ]           the worker runs C
 *   rest   = (next = 3, end = 6)                 claim:    CAS next to 4, run D
 *                                                takeBack: CAS to (0, 0), jobs 3..5 belong to the taker
 *
 *   field            written by                     read by
 *   ──────────────   ────────────────────────────   ─────────────────────────────
 *   jobs             holder of the turnstile (open)  worker; holder (takeBack)
 *   source, ticket,  holder of the turnstile (open)  worker; holder
 *   era
 *   rest             holder (open); CAS: both        anybody
 *   links, glimpse   holder of the turnstile         holder of the turnstile
 *
 *   INVARIANTS
 *   - A job is claimed by its worker or taken back with the rest, exactly one of the two: both change rest by CAS.
 *   - The first job is claimed by being handed over, so with batches of one jobs start in the order of their tickets.
 *   - open is called only when rest is empty, by its worker while it holds the turnstile; takeBack by its worker, or by
 *     somebody else who holds the turnstile.
 *   - A slot is nulled when its job leaves, so that a batch keeps no payload alive.
 * </pre>
 */
final class Batch {
    private static final VarHandle REST = Handles.of(MethodHandles.lookup(), Batch.class, "rest", int.class);

    private static final int NONE = 0;
    private static final @Nullable Object[] NO_JOBS = {};

    private @Nullable Object[] jobs = NO_JOBS;
    private @Nullable Source source;
    private long ticket;
    private int era;

    /** Next index and end, 16 bits each; next == end is stored as NONE. */
    @SuppressWarnings("unused") // by REST
    private int rest;

    // Owned by the holder of the turnstile.

    @Nullable
    Batch newer;

    @Nullable
    Batch older;

    boolean isListed;

    /** What {@link OpenBatches} saw of rest and ticket at its last look. */
    int glimpsedRest;

    long glimpsedTicket;

    /** The array for a batch of this many jobs. */
    @Nullable
    Object[] slots(int count) {
        if (jobs.length < count) {
            jobs = new Object[Integer.highestOneBit(count * 2 - 1)]; // the next power of two: most workers need few
        }
        return jobs;
    }

    /** Hands over the first {@code count} slots; the job in the first is claimed. */
    void open(Source from, long firstTicket, int count) {
        assert restAcquire() == NONE : "a batch was handed to a worker that has one";
        source = from;
        ticket = firstTicket;
        era = from.era();
        if (count > 1) {
            REST.setRelease(this, pack(1, count));
        }
    }

    /** Claims the next job: its index, or -1 if there is none. Only the worker. */
    int claim() {
        for (; ; ) {
            int seen = restAcquire();
            if (seen == NONE) {
                return -1;
            }
            int next = next(seen);
            if (REST.compareAndSet(this, seen, next + 1 == end(seen) ? NONE : pack(next + 1, end(seen)))) {
                return next;
            }
        }
    }

    /** Takes a claimed job out of its slot. Only the worker. */
    Object job(int index) {
        Object job = Objects.requireNonNull(jobs[index]);
        jobs[index] = null;
        return job;
    }

    Source source() {
        return Objects.requireNonNull(source);
    }

    /** Takes what is not claimed away from the worker, or null if there is nothing. */
    @Nullable
    Rest takeBack() {
        int seen = emptyRest();
        return seen == NONE ? null : cut(next(seen), end(seen));
    }

    /** As {@link #takeBack()}, together with the claimed and not started job at this index. Only the worker. */
    Rest takeBackFrom(int claimed) {
        int seen = emptyRest();
        return cut(claimed, seen == NONE ? claimed + 1 : end(seen));
    }

    private int emptyRest() {
        return (int) REST.getAndSet(this, NONE);
    }

    private Rest cut(int from, int end) {
        Object[] cut = new Object[end - from];
        for (int i = from; i < end; i++) {
            cut[i - from] = Objects.requireNonNull(jobs[i]);
            jobs[i] = null;
        }
        return new Rest(source(), era, ticket + from, cut);
    }

    boolean hasRest() {
        return restAcquire() != NONE;
    }

    /** Ticket of the oldest job that is not claimed: a lower bound, since the worker goes on. Only the holder. */
    long oldestTicketRacy() {
        return ticket + next(restAcquire());
    }

    long ticket() {
        return ticket;
    }

    int restAcquire() {
        return (int) REST.getAcquire(this);
    }

    private static int pack(int next, int end) {
        return next << 16 | end;
    }

    private static int next(int rest) {
        return rest >>> 16;
    }

    private static int end(int rest) {
        return rest & 0xFFFF;
    }
}
