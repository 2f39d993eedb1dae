package io.fanlog.topic.internal.dispatch;

import org.jspecify.annotations.Nullable;

/** The one contended word of a {@link SignalList}, between cache-line pads. */
abstract class SignalListHead extends CacheLinePad {
    @Nullable
    Link head;
}
