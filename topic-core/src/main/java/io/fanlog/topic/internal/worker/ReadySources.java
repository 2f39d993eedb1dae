package io.fanlog.topic.internal.worker;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The sources from which something might be taken, and which of them is next.
 *
 * <pre>
 *   source: tryQueue ──▶ arrived (any thread, pushed) ──▶ collect ──▶ [ s1 s2 s3 ] by rank ── strategy ──▶ next: take a batch
 *                                                                          drained: unqueue, remove
 *                                                                          forgotten: swept
 *   INVARIANTS
 *   - A queued source is in arrived or in the list, once. One that is not queued is in neither.
 *   - isEmpty answers true only if no source is queued and pushed: a source stays in the list while it is taken from.
 *   - next answers null only if the list is empty: whatever the strategy, one source after another is taken from until
 *     there are jobs, or each has been found empty.
 *   - A source that was forgotten is let go of by the next collect, also where the strategy starves it.
 * </pre>
 *
 * All but {@link #arrive}, {@link #forget} and {@link #isEmpty} is for the holder of the turnstile.
 */
final class ReadySources {
    private final SourceOrder order;
    private final AtomicReference<@Nullable Source> arrived = new AtomicReference<>();
    private final ArrayList<Source> list = new ArrayList<>();
    private final List<Source> view = Collections.unmodifiableList(list);

    /** Batches taken so far; for the holder. */
    private long turns;

    /** Size of the list; written by the holder, read by anybody. */
    private volatile int ready;

    /** Whether a source was forgotten that may be in the list. */
    private volatile boolean sweepDue;

    ReadySources(SourceOrder order) {
        this.order = order;
    }

    /** Any thread; for one whose tryQueue was true. */
    void arrive(Source source) {
        Source first;
        do {
            first = arrived.get();
            source.nextArrived = first;
        } while (!arrived.compareAndSet(first, source));
    }

    /** A source will never have anything again. Any thread. */
    void forget(Source source) {
        source.isForgotten = true;
        sweepDue = true;
    }

    /** Any thread. */
    boolean isEmpty() {
        return ready == 0 && arrived.get() == null;
    }

    /** Lets arrived sources into the list, and those go that were forgotten. */
    void collect() {
        if (sweepDue) {
            sweepDue = false; // first: who is forgotten from now on sets it again
            list.removeIf(source -> source.isForgotten);
            ready = list.size();
        }
        if (arrived.get() == null) {
            return;
        }
        Source source = arrived.getAndSet(null);
        while (source != null) {
            Source next = source.nextArrived;
            source.nextArrived = null;
            if (!source.isForgotten) {
                add(source);
            }
            source = next;
        }
        ready = list.size();
    }

    /** The one to take the next batch from. */
    @Nullable
    Source next() {
        return switch (list.size()) {
            case 0 -> null;
            case 1 -> list.get(0);
            default -> order.next(view);
        };
    }

    /** A batch was taken from it. */
    void took(Source source) {
        source.lastTurn = ++turns;
    }

    /** Whether it is ready, and no other one is. */
    boolean isOnly(Source source) {
        return list.size() == 1 && list.get(0) == source;
    }

    void remove(Source source) {
        list.remove(indexOf(source));
        ready = list.size();
    }

    /** For one whose tryQueue was true. */
    void add(Source source) {
        list.add(-indexOf(source) - 1, source);
        ready = list.size();
    }

    /** As {@link Collections#binarySearch}, by rank. */
    private int indexOf(Source source) {
        int from = 0;
        int to = list.size() - 1;
        while (from <= to) {
            int middle = (from + to) >>> 1;
            int compared = list.get(middle).rank.compareTo(source.rank);
            if (compared == 0) {
                return middle;
            } else if (compared < 0) {
                from = middle + 1;
            } else {
                to = middle - 1;
            }
        }
        return -from - 1;
    }

    void clear() {
        collect();
        list.clear();
        ready = 0;
    }
}
