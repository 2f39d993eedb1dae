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

/** For the flight recorder: a topic that has no room. Call only where {@link Flight#IS_AVAILABLE}. */
@Name("io.fanlog.topic.Blocked")
@Label("Blocked Topic")
@Description("A subscription has become the one because of which publishing is refused")
@Category("Fanlog")
@StackTrace(false)
@SuppressWarnings("unused") // the recorder reads the fields
final class BlockedEvent extends Event {
    private static final BlockedEvent PROBE = new BlockedEvent();

    @Label("Topic")
    private @Nullable String topic;

    @Label("Blocker")
    @Description("Label of the subscription that is a whole capacity behind")
    private @Nullable String blocker;

    @Label("Capacity")
    private int capacity;

    @Label("Lag")
    private long lag;

    static void emit(TopicSubscription blocker, int capacity) {
        if (!PROBE.isEnabled()) {
            return;
        }
        BlockedEvent event = new BlockedEvent();
        event.topic = blocker.topic();
        event.blocker = blocker.label();
        event.capacity = capacity;
        event.lag = blocker.lag();
        event.commit();
    }
}
