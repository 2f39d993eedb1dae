package io.fanlog.topic.reactor;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Results in the order of their jobs: only the oldest job delivers; news only says who is new or was given up on.
 *
 * <pre>
 *   news ── new ──▶ order  [ job 3 | job 4 | job 5 ]    job 3 delivers, to its end; then job 4
 *        └─ given up ─▶ out of it
 * </pre>
 */
final class JobOrder<R> extends Turns<R> {
    private final ArrayDeque<ResultFlow<R>> order = new ArrayDeque<>();

    JobOrder(PoolResults<R> results) {
        super(results);
    }

    @Override
    boolean awaitsNew() {
        return true;
    }

    @Override
    boolean isTurnOf(ResultFlow<R> flow) {
        return order.peekFirst() == flow && flow.isEmpty() && !flow.isAbandoned();
    }

    @Override
    boolean isEmpty() {
        return news.isEmpty() && order.isEmpty();
    }

    @Override
    boolean look(@Nullable ResultsSubscription<R> subscriber) {
        for (ResultFlow<R> flow; (flow = news.poll()) != null; ) {
            flow.unlist();
            place(flow);
        }
        ResultFlow<R> oldest = order.peekFirst();
        if (oldest == null) {
            return false;
        }
        deliver(oldest, subscriber);
        boolean isDone = oldest.isDone();
        if (isDone && oldest.isEmpty()) {
            order.removeFirst();
            oldest.settle();
            return true;
        }
        return !oldest.isEmpty() && (mayDeliver(subscriber) || hasLeft(subscriber));
    }

    private void place(ResultFlow<R> flow) {
        if (flow.isAbandoned()) {
            order.remove(flow);
            flow.discardAll();
        } else if (!flow.isPlaced) {
            flow.isPlaced = true;
            order.addLast(flow);
        }
    }
}
