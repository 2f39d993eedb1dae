package io.fanlog.topic.examples;

import io.fanlog.topic.TopicSubscription;
import java.util.function.LongSupplier;

/** Keeps an eye on one subscription: how far behind it has been at most. For the publishing thread. */
final class Watch {
    private final TopicSubscription subscription;
    private final LongSupplier processed;
    private long lagHighWater;

    /** The last argument answers what the subscriber's own code has counted. */
    Watch(TopicSubscription subscription, LongSupplier processed) {
        this.subscription = subscription;
        this.processed = processed;
    }

    /** To be called after each publish, the only thing that makes a lag grow. */
    void look() {
        lagHighWater = Math.max(lagHighWater, subscription.lag());
    }

    SubscriberFigures figures() {
        return new SubscriberFigures(
                subscription.label(),
                subscription.policy(),
                subscription.received(),
                subscription.filtered(),
                subscription.missed(),
                subscription.lag(),
                lagHighWater,
                processed.getAsLong());
    }
}
