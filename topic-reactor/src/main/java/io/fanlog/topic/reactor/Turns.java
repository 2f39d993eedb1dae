package io.fanlog.topic.reactor;

import java.util.Queue;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Operators;
import reactor.util.concurrent.Queues;

/**
 * Whose turn it is to deliver results. All but {@link #list} is for whoever drains {@link PoolResults}.
 *
 * <p>INVARIANT: a job that is listed is in news, once; so a job that has something to say is found by the next drain.
 */
abstract class Turns<R> {
    private final PoolResults<R> results;

    /** Jobs with something to deliver, discard or end, or new ones. */
    final Queue<ResultFlow<R>> news =
            Queues.<ResultFlow<R>>unboundedMultiproducer().get();

    Turns(PoolResults<R> results) {
        this.results = results;
    }

    /** Any thread. */
    final void list(ResultFlow<R> flow) {
        if (flow.tryList()) {
            news.add(flow);
        }
    }

    /** Whether a new job takes its place at once, and then ends in its turn only. Any thread. */
    abstract boolean awaitsNew();

    /** Whether a job may deliver at once, past its queue. */
    abstract boolean isTurnOf(ResultFlow<R> flow);

    /**
     * Lets one job deliver what the subscriber wants.
     *
     * @param subscriber null if there is none
     * @return whether to look again
     */
    abstract boolean look(@Nullable ResultsSubscription<R> subscriber);

    /** Whether no job has anything left to say. */
    abstract boolean isEmpty();

    final boolean mayDeliver(@Nullable ResultsSubscription<R> subscriber) {
        return results.discards() || (subscriber != null && subscriber.hasDemand());
    }

    /** Whether somebody else may have come meanwhile. */
    static boolean hasLeft(@Nullable ResultsSubscription<?> subscriber) {
        return subscriber != null && subscriber.isCancelled();
    }

    /** Delivers a bounded number of values, so that the others have their turn; discards them after a failure. */
    final void deliver(ResultFlow<R> flow, @Nullable ResultsSubscription<R> subscriber) {
        for (int left = flow.prefetch(); left > 0 && mayDeliver(subscriber) && !flow.isAbandoned(); left--) {
            R result = flow.poll();
            if (result == null) {
                return;
            }
            if (subscriber == null || results.discards()) {
                Operators.onDiscard(result, flow.currentContext());
            } else {
                subscriber.deliver(result);
            }
            flow.replenish();
        }
    }
}
