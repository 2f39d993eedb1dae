package io.fanlog.topic.internal.topic;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.internal.dispatch.Flight;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import org.jspecify.annotations.Nullable;

/** For the flight recorder: refused publishes. Call only where {@link Flight#IS_AVAILABLE}. */
@Name("io.fanlog.topic.Refused")
@Label("Refused Publish")
@Description("Publishes were refused; at most ten of these a second for one topic and reason, the total tells all")
@Category("Fanlog")
@SuppressWarnings("unused") // the recorder reads the fields
final class RefusedEvent extends Event {
    private static final RefusedEvent PROBE = new RefusedEvent();

    @Label("Topic")
    private @Nullable String topic;

    @Label("Reason")
    private @Nullable String reason;

    @Label("Total")
    @Description("How many publishes this topic has refused for this reason so far")
    private long total;

    /** Whether anybody records these. */
    static boolean isRecorded() {
        return PROBE.isEnabled();
    }

    static void emit(String topic, PublishResult reason, long total) {
        RefusedEvent event = new RefusedEvent();
        event.topic = topic;
        event.reason = reason.name();
        event.total = total;
        event.commit();
    }
}
