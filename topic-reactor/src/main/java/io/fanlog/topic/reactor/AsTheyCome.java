package io.fanlog.topic.reactor;

import org.jspecify.annotations.Nullable;

/**
 * Unordered results: the job that has had news for the longest time is next.
 *
 * <pre>
 *   news ─▶ [ job 7 | job 2 | job 9 ]    job 7 delivers: all it has, and is off the list;
 *                                        prefetch values, and goes to the end of it; or as demand allows, and stays
 * </pre>
 */
final class AsTheyCome<R> extends Turns<R> {
    AsTheyCome(PoolResults<R> results) {
        super(results);
    }

    @Override
    boolean awaitsNew() {
        return false;
    }

    @Override
    boolean isTurnOf(ResultFlow<R> flow) {
        return flow.isEmpty() && !flow.isAbandoned();
    }

    @Override
    boolean isEmpty() {
        return news.isEmpty();
    }

    @Override
    boolean look(@Nullable ResultsSubscription<R> subscriber) {
        ResultFlow<R> flow = news.peek();
        if (flow == null) {
            return false;
        }
        deliver(flow, subscriber);
        if (!flow.isAbandoned() && !flow.isEmpty() && !mayDeliver(subscriber)) {
            return hasLeft(subscriber);
        }
        news.poll();
        flow.unlist();
        settleOrList(flow);
        return true;
    }

    private void settleOrList(ResultFlow<R> flow) {
        boolean isDone = flow.isDone();
        if (flow.isAbandoned()) {
            flow.discardAll();
        } else if (!flow.isEmpty()) {
            list(flow);
        } else if (isDone) {
            flow.settle();
        }
    }
}
