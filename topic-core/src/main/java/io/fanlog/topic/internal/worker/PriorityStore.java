package io.fanlog.topic.internal.worker;

import io.fanlog.topic.worker.AddResult;
import io.fanlog.topic.worker.QueueOptions;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Lowest priority number first, first in first out within one number: a run of slots for each number that has jobs, in a
 * tree.
 *
 * <pre>
 *   priority  1 ──▶ [ A B ]
 *             5 ──▶ [ C D E F G H ... ][ ... ]
 *            90 ──▶ [ Z ]                          a number without jobs is not in the tree
 * </pre>
 *
 * Adding and taking cost O(log numbers), under a short monitor of its own, under which no other lock is taken. See
 * decision 0007 for what a heap would cost instead.
 */
final class PriorityStore extends JobStore {
    private final int maxChunk;

    // Guarded by runs.

    private final TreeMap<Integer, Run> runs = new TreeMap<>();

    /** The first of the runs; null if there is none. Spares most looks at the tree. */
    private @Nullable Run lowest;

    /** A run that was emptied, to be used again. */
    private @Nullable Run spare;

    private volatile long added;
    private volatile boolean ended;

    PriorityStore(QueueOptions<?> options) {
        super(options.capacity());
        maxChunk = options.maxChunk();
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // the monitor makes it atomic; volatile is for those who read without
    AddResult add(Object job, int priority, boolean beyondLimit) {
        synchronized (runs) {
            if (ended) {
                return AddResult.CLOSED;
            }
            if (!beyondLimit && added >= limitVolatile()) {
                return AddResult.FULL;
            }
            run(priority).add(job);
            added++;
        }
        return AddResult.ACCEPTED;
    }

    private Run run(int number) {
        Run first = lowest;
        if (first != null && first.number == number) {
            return first;
        }
        Run run = runs.get(number);
        if (run == null) {
            run = spare == null ? new Run(maxChunk) : spare;
            spare = null;
            run.number = number;
            runs.put(number, run);
            if (first == null || number < first.number) {
                lowest = run;
            }
        }
        return run;
    }

    @Override
    long added() {
        return added;
    }

    @Override
    void end() {
        synchronized (runs) {
            ended = true;
        }
    }

    @Override
    boolean isEnded() {
        return ended;
    }

    @Override
    @Nullable
    Object poll() {
        synchronized (runs) {
            Run first = lowest;
            if (first == null) {
                return null;
            }
            Object job = first.remove();
            if (first.isEmpty()) {
                runs.pollFirstEntry();
                lowest = runs.isEmpty() ? null : runs.firstEntry().getValue();
                spare = first.isSmall() ? first : null;
            }
            return job;
        }
    }

    @Override
    void visit(Predicate<Object> visitor) {
        synchronized (runs) {
            for (Run run : runs.values()) {
                if (!run.visit(visitor)) {
                    return;
                }
            }
        }
    }

    /**
     * First in, first out, in chunks whose last slot links to the next one. They begin small, since there may be a run for
     * each job.
     */
    private static final class Run {
        private static final int FIRST = 4;

        private final int maxChunk;
        private @Nullable Object[] first = new Object[FIRST + 1];
        private @Nullable Object[] last = first;
        private int head;
        private int tail;
        private int number;

        Run(int maxChunk) {
            this.maxChunk = maxChunk;
        }

        void add(Object job) {
            if (tail == end(last)) {
                @Nullable Object[] next = new Object[(int) Math.min(maxChunk, tail * 3L / 2) + 1];
                last[tail] = next;
                last = next;
                tail = 0;
            }
            last[tail++] = job;
        }

        @Nullable
        Object remove() {
            Object job = first[head];
            first[head++] = null;
            if (head == end(first) && first != last) {
                first = next(first);
                head = 0;
            }
            return job;
        }

        /** Whether it is empty; then it begins anew. */
        boolean isEmpty() {
            if (first != last || head != tail) {
                return false;
            }
            head = 0;
            tail = 0;
            return true;
        }

        boolean isSmall() {
            return last.length <= QueueOptions.FIRST_CHUNK;
        }

        boolean visit(Predicate<Object> visitor) {
            @Nullable Object[] chunk = first;
            int place = head;
            while (chunk != last || place < tail) {
                if (place == end(chunk)) {
                    chunk = next(chunk);
                    place = 0;
                } else if (!visitor.test(Objects.requireNonNull(chunk[place++]))) {
                    return false;
                }
            }
            return true;
        }

        private static int end(@Nullable Object[] chunk) {
            return chunk.length - 1;
        }

        private static @Nullable Object[] next(@Nullable Object[] chunk) {
            return (@Nullable Object[]) Objects.requireNonNull(chunk[end(chunk)]);
        }
    }
}
