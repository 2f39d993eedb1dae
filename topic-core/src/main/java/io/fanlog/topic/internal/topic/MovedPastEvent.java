package io.fanlog.topic.internal.topic;

import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.internal.dispatch.Flight;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** For the flight recorder: messages that a subscription misses. Call only where {@link Flight#IS_AVAILABLE}. */
@Name("io.fanlog.topic.MovedPast")
@Label("Moved Past")
@Description("A lossy subscription was moved past messages, or began later than it asked for")
@Category("Fanlog")
@StackTrace(false)
@SuppressWarnings("unused") // the recorder reads the fields
final class MovedPastEvent extends Event {
    private static final MovedPastEvent PROBE = new MovedPastEvent();

    @Label("Topic")
    private @Nullable String topic;

    @Label("Subscription")
    private @Nullable String subscription;

    @Label("Policy")
    private @Nullable String policy;

    @Label("Count")
    @Description("How many messages it was moved past this time")
    private long count;

    @Label("Missed")
    @Description("How many messages it has missed so far, these included")
    private long missed;

    static void emit(TopicSubscription subscription, long count) {
        if (!PROBE.isEnabled()) {
            return;
        }
        MovedPastEvent event = new MovedPastEvent();
        event.topic = subscription.topic();
        event.subscription = subscription.label();
        event.policy = subscription.policy().name();
        event.count = count;
        event.missed = subscription.missed();
        event.commit();
    }
}
