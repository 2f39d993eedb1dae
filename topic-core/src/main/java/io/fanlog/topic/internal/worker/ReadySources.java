package io.fanlog.topic.internal.worker;

import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The sources from which something might be taken, served in turn.
 *
 * <pre>
 *   source: tryQueue ──▶ arrived (any thread, pushed) ──▶ collect ──▶ [ s1 s2 s3 ]  first: take a batch, move to the end
 *                                                                                 drained: unqueue, remove
 *
 *   INVARIANTS
 *   - A queued source is in arrived or in the turn, once. One that is not queued is in neither.
 *   - isEmpty answers true only if no source is queued and pushed: a source stays in the turn while it is taken from.
 * </pre>
 *
 * All but {@link #arrive} and {@link #isEmpty} is for the holder of the turnstile.
 */
final class ReadySources {
    private final AtomicReference<@Nullable Source> arrived = new AtomicReference<>();
    private final ArrayDeque<Source> turn = new ArrayDeque<>();

    /** Size of the turn; written by the holder, read by anybody. */
    private volatile int ready;

    /** Any thread; for one whose tryQueue was true. */
    void arrive(Source source) {
        Source first;
        do {
            first = arrived.get();
            source.nextArrived = first;
        } while (!arrived.compareAndSet(first, source));
    }

    /** Any thread. */
    boolean isEmpty() {
        return ready == 0 && arrived.get() == null;
    }

    /** Lets arrived sources join the turn, in the order they came. */
    void collect() {
        if (arrived.get() == null) {
            return;
        }
        Source latest = arrived.getAndSet(null);
        Source earliest = null;
        while (latest != null) {
            Source next = latest.nextArrived;
            latest.nextArrived = earliest;
            earliest = latest;
            latest = next;
        }
        while (earliest != null) {
            Source next = earliest.nextArrived;
            earliest.nextArrived = null;
            turn.addLast(earliest);
            earliest = next;
        }
        ready = turn.size();
    }

    @Nullable
    Source first() {
        return turn.peekFirst();
    }

    int size() {
        return turn.size();
    }

    /** Lets the next source be first. */
    void rotate() {
        if (turn.size() > 1) {
            turn.addLast(turn.removeFirst());
        }
    }

    void removeFirst() {
        turn.removeFirst();
        ready = turn.size();
    }

    /** For one whose tryQueue was true. */
    void add(Source source) {
        turn.addLast(source);
        ready = turn.size();
    }

    void clear() {
        collect();
        turn.clear();
        ready = 0;
    }
}
