package io.fanlog.topic.internal.worker;

import io.fanlog.topic.worker.AddResult;
import io.fanlog.topic.worker.QueueOptions;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * First in, first out: a chain of chunks, added to by any number of threads without a lock, taken from by one at a time.
 *
 * <pre>
 *        taken                                   added
 *          │                                       │
 *   ┌──────▼───────┐   ┌───────────────────┐   ┌───▼──────────────────────┐
 *   │ · · · D E F G│──▶│ H I J ...         │──▶│ Y Z · · · · · · · · · · ·│──▶ (made by whoever needs it first)
 *   └──────────────┘   └───────────────────┘   └──────────────────────────┘
 *    1,024 slots        1,536                   2,304 ... up to maxChunk; small again once it was drained
 *
 *   add: chunk at hand ─▶ CAS tail + 1 (the claim) ─▶ store into the slot, full fence ─▶ tell whoever takes
 *
 *   INVARIANTS
 *   - Between claim and store there is nothing that can throw: a claim without a store would be a hole that stops every
 *     taker. The chunk is found or made before the claim.
 *   - The sign bit of the tail, set once, is the end: no claim can succeed afterwards.
 *   - A taker that finds a null slot has found one that is not stored yet, or the tail. Who stores into it looks
 *     afterwards whether a taker must be told, and both do so behind a full fence: one of them sees the other.
 *   - Waiting jobs are never moved; a taken slot is nulled at once, a passed chunk is unlinked.
 * </pre>
 */
final class FifoStore extends JobStore {
    private static final VarHandle TAIL = Handles.of(MethodHandles.lookup(), FifoStore.class, "tail", long.class);
    private static final VarHandle TAKEN = Handles.of(MethodHandles.lookup(), FifoStore.class, "taken", long.class);

    private final int maxChunk;

    /** Places claimed; negative once ended: then its other bits are the end. */
    @SuppressWarnings("unused") // by TAIL
    private volatile long tail;

    /** Near the tail; a hint that may go back, since whoever looks for a chunk walks forward. */
    private Chunk tailChunk;

    // Written with the queue's monitor.

    private volatile Chunk headChunk;
    private volatile long taken;

    FifoStore(QueueOptions<?> options) {
        super(options.capacity());
        maxChunk = options.maxChunk();
        Chunk first = Chunk.first();
        tailChunk = first;
        headChunk = first;
    }

    // Any thread.

    @Override
    AddResult add(Object job, int priority, boolean beyondLimit) {
        for (; ; ) {
            long seen = tail;
            if (seen < 0) {
                return AddResult.CLOSED;
            }
            if (!beyondLimit && seen >= limitVolatile()) {
                return AddResult.FULL;
            }
            Chunk chunk = tailChunk;
            if (seen < chunk.base || seen >= chunk.end()) {
                chunk = find(seen);
                if (chunk == null) {
                    continue; // the tail was read too long ago
                }
            }
            @Nullable Object[] slots = chunk.slots;
            int index = (int) (seen - chunk.base);
            if (TAIL.compareAndSet(this, seen, seen + 1)) {
                store(slots, index, job);
                return AddResult.ACCEPTED;
            }
        }
    }

    private static void store(@Nullable Object[] slots, int index, Object job) {
        try {
            Chunk.storeVolatile(slots, index, job);
        } catch (StackOverflowError here) {
            slots[index] = job; // without a call: a hole would stop every taker
        }
    }

    /** The chunk of a place at the tail, made if need be; null if the tail has moved on. */
    private @Nullable Chunk find(long place) {
        Chunk chunk = tailChunk;
        while (place >= chunk.end()) {
            Chunk next = chunk.nextOrAppend(sizeBehind(chunk));
            chunk = next == Chunk.DEAD ? headChunk : next;
        }
        if (place < chunk.base) {
            return null;
        }
        tailChunk = chunk;
        return chunk;
    }

    /** Half as many again; but where hardly anything waits, the burst that grew the chunks is over. */
    private int sizeBehind(Chunk chunk) {
        if (chunk.end() - taken < QueueOptions.FIRST_CHUNK) {
            return QueueOptions.FIRST_CHUNK;
        }
        return (int) Math.min(maxChunk, chunk.slots.length * 3L / 2);
    }

    @Override
    long added() {
        return tail & Long.MAX_VALUE;
    }

    @Override
    void end() {
        long seen;
        do {
            seen = tail;
        } while (seen >= 0 && !TAIL.compareAndSet(this, seen, seen | Long.MIN_VALUE));
    }

    @Override
    boolean isEnded() {
        return tail < 0;
    }

    // One at a time.

    @Override
    @Nullable
    Object poll() {
        Chunk chunk = headChunk;
        long place = taken;
        if (place == chunk.end()) {
            Chunk next = chunk.nextAcquire();
            if (next == null) {
                return null;
            }
            headChunk = next;
            chunk.killRelease();
            chunk = next;
        }
        int index = (int) (place - chunk.base);
        Object job = chunk.slotVolatile(index);
        if (job != null) {
            chunk.slots[index] = null;
            TAKEN.setRelease(this, place + 1);
        }
        return job;
    }

    /** Where the next job is taken from; its chunks are linked from here on. */
    Chunk headChunk() {
        return headChunk;
    }

    @Override
    void visit(Predicate<Object> visitor) {
        Chunk chunk = headChunk;
        long place = taken;
        long end = added();
        while (chunk != null && place < end) {
            if (place == chunk.end()) {
                chunk = chunk.nextAcquire();
                continue;
            }
            Object job = chunk.slotVolatile((int) (place - chunk.base));
            if (job == null || !visitor.test(job)) {
                return;
            }
            place++;
        }
    }
}
