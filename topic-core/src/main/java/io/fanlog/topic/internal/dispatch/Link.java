package io.fanlog.topic.internal.dispatch;

import org.jspecify.annotations.Nullable;

/**
 * What can be pushed on a {@link SignalList}: the node is part of the thing itself, so a push allocates nothing. A link
 * may be on one list at a time; who pushes it must own that right (a station by turning READY, a timer by its listed
 * flag, a job by being new).
 */
abstract class Link {
    /** The link pushed before this one. Written before the push, read by the taker; both plain. */
    @Nullable
    Link next;

    /** How many links the list held with this one. Approximate: a racing taker may make it too large. */
    int depth;
}
