package io.fanlog.topic.internal.worker;

import org.jspecify.annotations.Nullable;

/** A job that was added together with others. */
final class GroupedJob extends QueuedJob {
    private final LocalGroup<?> group;

    GroupedJob(LocalGroup<?> group, QueueCore queue, Object payload, @Nullable String id) {
        super(queue, payload, id);
        this.group = group;
    }

    @Override
    void ended() {
        group.ended(this);
    }
}
