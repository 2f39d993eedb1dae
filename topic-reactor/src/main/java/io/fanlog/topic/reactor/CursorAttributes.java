package io.fanlog.topic.reactor;

import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.spi.PullSubscription;
import org.jspecify.annotations.Nullable;
import reactor.core.Scannable.Attr;

/** What {@link reactor.core.Scannable} tells of one subscriber of one topic. */
final class CursorAttributes {
    private CursorAttributes() {}

    static @Nullable Object scan(Attr<?> key, Topic<?> topic, PullSubscription<?> cursor, boolean cancelled) {
        if (key == Attr.NAME) {
            return cursor.label();
        }
        if (key == Attr.BUFFERED) {
            return buffered(cursor.lag());
        }
        if (key == Attr.LARGE_BUFFERED) {
            return cursor.lag();
        }
        if (key == Attr.CAPACITY) {
            return topic.capacity();
        }
        if (key == Attr.RUN_STYLE) {
            return Attr.RunStyle.ASYNC;
        }
        return scanState(key, cursor, cancelled);
    }

    /** Reactor's way to say that an int is too small. */
    static int buffered(long lag) {
        return lag > Integer.MAX_VALUE ? Integer.MIN_VALUE : (int) lag;
    }

    private static @Nullable Object scanState(Attr<?> key, PullSubscription<?> cursor, boolean cancelled) {
        SubscriptionState state = cursor.state();
        if (key == Attr.TERMINATED) {
            return state == SubscriptionState.COMPLETED || state == SubscriptionState.FAILED;
        }
        if (key == Attr.CANCELLED) {
            return cancelled || state == SubscriptionState.CANCELLED || state == SubscriptionState.DETACHED;
        }
        if (key == Attr.ERROR) {
            return cursor.failure().orElse(null);
        }
        return null;
    }
}
