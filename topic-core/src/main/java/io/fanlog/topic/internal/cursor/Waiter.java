package io.fanlog.topic.internal.cursor;

import io.fanlog.topic.PublishResult;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A publish that waits for room. Stands in at most one line, once. */
public abstract class Waiter {
    /** Dropped when it was decided: from then on the log has it, or nobody. */
    private @Nullable Object slot;

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

    /** Under the monitor, before {@link #decide}. */
    Object slot() {
        return Objects.requireNonNull(slot);
    }

    @Nullable
    String id() {
        return id;
    }

    /** Under the monitor, before {@link #answer()}. */
    void decide(PublishResult decided) {
        result = decided;
        slot = null;
    }

    /** {@return what became of it; to be read by {@link #answer()}} */
    protected PublishResult result() {
        return result;
    }

    /** Tells whoever waits; on the loop, under no lock. */
    public abstract void answer();
}
