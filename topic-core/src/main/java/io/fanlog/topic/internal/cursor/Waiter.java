package io.fanlog.topic.internal.cursor;

import io.fanlog.topic.PublishResult;
import org.jspecify.annotations.Nullable;

/** A publish that waits for room. Stands in at most one line, once. */
public abstract class Waiter {
    private final Object slot;
    private final @Nullable String id;
    private PublishResult result = PublishResult.FULL;

    /**
     * A waiter.
     *
     * @param slot what is to be stored
     * @param id its message id if the topic has a duplicate window, else null
     */
    protected Waiter(Object slot, @Nullable String id) {
        this.slot = slot;
        this.id = id;
    }

    Object slot() {
        return slot;
    }

    @Nullable
    String id() {
        return id;
    }

    /** Under the monitor, before {@link #answer()}. */
    void decide(PublishResult decided) {
        result = decided;
    }

    /** {@return what became of it; to be read by {@link #answer()}} */
    protected PublishResult result() {
        return result;
    }

    /** Tells whoever waits; on the loop, under no lock. */
    public abstract void answer();
}
