package io.fanlog.topic.internal.worker;

import io.fanlog.topic.worker.AddResult;
import io.fanlog.topic.worker.QueueOptions;
import java.util.ArrayDeque;
import java.util.Map;
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
            runs.computeIfAbsent(priority, number -> new Run(maxChunk)).add(job);
            added++;
        }
        return AddResult.ACCEPTED;
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
            Map.Entry<Integer, Run> first = runs.firstEntry();
            if (first == null) {
                return null;
            }
            Object job = first.getValue().remove();
            if (first.getValue().isEmpty()) {
                runs.remove(first.getKey());
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

    /** First in, first out, in chunks that begin small, since there may be a run per job. */
    private static final class Run {
        private static final int FIRST = 8;

        private final int maxChunk;
        private final ArrayDeque<@Nullable Object[]> chunks = new ArrayDeque<>(1);
        private @Nullable Object[] last = new Object[FIRST];
        private int head;
        private int tail;

        Run(int maxChunk) {
            this.maxChunk = maxChunk;
            chunks.add(last);
        }

        void add(Object job) {
            if (tail == last.length) {
                last = new Object[(int) Math.min(maxChunk, tail * 3L / 2)];
                chunks.addLast(last);
                tail = 0;
            }
            last[tail++] = job;
        }

        @Nullable
        Object remove() {
            @Nullable Object[] first = chunks.getFirst();
            Object job = first[head];
            first[head++] = null;
            if (head == first.length && first != last) {
                chunks.removeFirst();
                head = 0;
            }
            return job;
        }

        boolean isEmpty() {
            return chunks.getFirst() == last && head == tail;
        }

        boolean visit(Predicate<Object> visitor) {
            int from = head;
            for (@Nullable Object[] chunk : chunks) {
                int end = chunk == last ? tail : chunk.length;
                for (int i = from; i < end; i++) {
                    Object job = chunk[i];
                    if (job != null && !visitor.test(job)) {
                        return false;
                    }
                }
                from = 0;
            }
            return true;
        }
    }
}
