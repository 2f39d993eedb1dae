package io.fanlog.topic.reactor;

import io.fanlog.topic.TopicSubscription;
import reactor.core.publisher.Operators;

/** What a subscriber has requested and not been given; what comes without demand is dropped. Guarded by itself. */
final class DirectDemand {
    /** {@link Long#MAX_VALUE} stands for unbounded. */
    private long requested;

    /** What has come, given or dropped. */
    private long handled;

    /** Any thread. */
    synchronized void add(long n) {
        requested = Operators.addCap(requested, n);
    }

    /** A message has come: uses up one request; false if there is none. */
    synchronized boolean take() {
        handled++;
        if (requested == 0) {
            return false;
        }
        if (requested != Long.MAX_VALUE) {
            requested--;
        }
        return true;
    }

    /** Whether there is some beyond what is on its way already. Any thread. */
    boolean isAheadOf(TopicSubscription subscription) {
        while (true) {
            long cursor = subscription.cursor();
            long received = subscription.received();
            long lag = subscription.lag();
            synchronized (this) {
                if (subscription.cursor() == cursor) {
                    return requested == Long.MAX_VALUE || requested > received - handled + lag;
                }
            }
        }
    }
}
