package io.fanlog.topic.internal.worker;

import java.util.Spliterators.AbstractSpliterator;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The results of a group in the order its jobs end, for one thread that waits for them. */
final class EndedJobs<R extends @Nullable Object> extends AbstractSpliterator<R> {
    private final LinkedBlockingQueue<GroupedJob> ended = new LinkedBlockingQueue<>();
    private final LocalGroup<R> group;
    private final QueueCore queue;
    private final long begin = System.nanoTime();
    private final long timeoutNanos;
    private int seen;

    EndedJobs(LocalGroup<R> group, QueueCore queue, long timeoutNanos) {
        super(Long.MAX_VALUE, ORDERED | NONNULL);
        this.group = group;
        this.queue = queue;
        this.timeoutNanos = timeoutNanos;
    }

    /** Any thread. */
    void add(GroupedJob job) {
        ended.add(job);
    }

    @Override
    public boolean tryAdvance(Consumer<? super R> action) {
        while (seen < group.accepted()) {
            @SuppressWarnings("unchecked") // the pool that runs it computes R
            R result = (R) next().value();
            seen++;
            if (result != null) {
                action.accept(result);
                return true;
            }
        }
        group.firstError().ifPresent(error -> {
            throw new CompletionException(error);
        });
        return false;
    }

    private GroupedJob next() {
        GroupedJob job = ended.poll();
        if (job != null) {
            return job;
        }
        LocalHandle.checkMayWait(queue, "results", "forEachEnded()");
        try {
            job = ended.poll(timeoutNanos - (System.nanoTime() - begin), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CompletionException(e);
        }
        if (job == null) {
            throw new CompletionException(
                    new TimeoutException("the time was over with " + seen + " of " + group.accepted() + " jobs done"));
        }
        return job;
    }
}
