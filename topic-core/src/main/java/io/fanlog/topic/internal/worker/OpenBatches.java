package io.fanlog.topic.internal.worker;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The batches that have a rest, in the order in which they were handed out: what the order rule is held by, and where to
 * look for a worker that sits on jobs which another could run. Owned by the holder of the turnstile.
 *
 * <pre>
 *   oldest ─▶ [ticket 64: rest 1..31] ─▶ [96: empty] ─▶ [128: rest 5..31] ─▶ null
 *
 *   INVARIANTS
 *   - Every batch with a rest is listed, once. An empty one may be, until it comes to the front or is opened again.
 *   - Tickets in the list do not always grow: parked jobs are handed out again with their old ones. The oldest job that
 *     is not claimed is in one of the first few batches, or parked; the list is kept sorted by inserting from the end.
 * </pre>
 */
final class OpenBatches {
    /** Batches looked at per visit of the loop. */
    private static final int MAX_GLIMPSES = 1_024;

    private @Nullable Batch oldest;
    private @Nullable Batch newest;

    /** How many are listed; for the holder. */
    private int size;

    /** The same, for anybody. */
    private volatile int listed;

    /** Any thread; true only if no batch has a rest. */
    boolean isEmpty() {
        return listed == 0;
    }

    void add(Batch batch) {
        assert !batch.isListed;
        Batch before = newest;
        while (before != null && before.ticket() > batch.ticket()) {
            before = before.older;
        }
        Batch after = before == null ? oldest : before.newer;
        batch.older = before;
        batch.newer = after;
        if (before == null) {
            oldest = batch;
        } else {
            before.newer = batch;
        }
        if (after == null) {
            newest = batch;
        } else {
            after.older = batch;
        }
        batch.isListed = true;
        batch.glimpsedRest = 0;
        count(1);
    }

    void remove(Batch batch) {
        if (!batch.isListed) {
            return;
        }
        Batch before = batch.older;
        Batch after = batch.newer;
        if (before == null) {
            oldest = after;
        } else {
            before.newer = after;
        }
        if (after == null) {
            newest = before;
        } else {
            after.older = before;
        }
        batch.older = null;
        batch.newer = null;
        batch.isListed = false;
        count(-1);
    }

    private void count(int change) {
        size += change;
        listed = size;
    }

    /**
     * Holds the order rule: no job may start before all jobs more than {@code window} older have.
     *
     * @return null if the job of this ticket may start; else jobs that must start first, taken back from their worker
     */
    @Nullable
    Rest takeBackBefore(long ticket, long window) {
        for (Batch batch = oldest; batch != null; batch = oldest) {
            if (batch.hasRest() && ticket - batch.oldestTicketRacy() <= window) {
                return null;
            }
            Rest rest = batch.takeBack();
            remove(batch);
            if (rest != null) {
                return rest;
            }
        }
        return null;
    }

    /** Takes back the rests of a source's batches. */
    void takeBackOf(Source source, List<Rest> removed) {
        Batch batch = oldest;
        while (batch != null) {
            Batch next = batch.newer;
            if (batch.hasRest() && batch.source() == source) {
                Rest rest = batch.takeBack();
                remove(batch);
                if (rest != null) {
                    removed.add(rest);
                }
            }
            batch = next;
        }
    }

    /**
     * Takes back the rests of workers that have claimed nothing since the last call, oldest first.
     *
     * @param wanted how many jobs are enough
     * @param parked takes them
     */
    void takeBackStuck(int wanted, ParkedJobs parked) {
        Batch batch = oldest;
        int found = 0;
        for (int looks = 0; batch != null && looks < MAX_GLIMPSES && found < wanted; looks++) {
            Batch next = batch.newer;
            int rest = batch.restAcquire();
            boolean stuck = rest == batch.glimpsedRest && batch.ticket() == batch.glimpsedTicket;
            batch.glimpsedRest = rest;
            batch.glimpsedTicket = batch.ticket();
            if (!batch.hasRest()) {
                remove(batch);
            } else if (stuck) {
                Rest back = batch.takeBack();
                remove(batch);
                if (back != null) {
                    found += back.size();
                    parked.park(back);
                }
            }
            batch = next;
        }
    }
}
