package io.fanlog.topic.internal.dispatch;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** For the flight recorder: a loop that is blocked. Call only where {@link Flight#IS_AVAILABLE}. */
@Name("io.fanlog.topic.StalledLoop")
@Label("Stalled Loop")
@Description("The turn of an event loop lasts too long, because somebody blocks it; repeated while it lasts")
@Category("Fanlog")
@StackTrace(false)
@SuppressWarnings("unused") // the recorder reads the fields
final class StalledLoopEvent extends Event {
    private static final StalledLoopEvent PROBE = new StalledLoopEvent();
    private static final int MOST_FRAMES = 32;

    @Label("Loop")
    private @Nullable String loop;

    @Label("Loop Thread")
    private @Nullable Thread thread;

    @Label("Lasting")
    @Description("How long the turn has lasted so far, at least")
    @Timespan(Timespan.NANOSECONDS)
    private long lasting;

    @Label("Blocked At")
    @Description("Where the loop's thread is, innermost frame first")
    private @Nullable String at;

    static void emit(String loop, Thread thread, long lastingNanos, StackTraceElement[] stack) {
        if (!PROBE.isEnabled()) {
            return;
        }
        StalledLoopEvent event = new StalledLoopEvent();
        event.loop = loop;
        event.thread = thread;
        event.lasting = lastingNanos;
        event.at = Stream.of(stack).limit(MOST_FRAMES).map(Object::toString).collect(Collectors.joining("\n"));
        event.commit();
    }
}
