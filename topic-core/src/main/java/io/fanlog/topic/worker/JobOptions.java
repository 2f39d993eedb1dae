package io.fanlog.topic.worker;

import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * What goes with one job into its queue: {@code o -> o.id("7").priority(1)}. Immutable; each method that takes a value
 * answers a changed copy.
 */
public final class JobOptions {
    /** Neither id nor priority. */
    public static final JobOptions NONE = new JobOptions(null, OptionalInt.empty());

    private final @Nullable String id;
    private final OptionalInt priority;

    private JobOptions(@Nullable String id, OptionalInt priority) {
        this.id = id;
        this.priority = priority;
    }

    /**
     * An id. While a job of this id waits in the queue, another one is refused as {@link AddResult#DUPLICATE}.
     *
     * @param text not blank
     * @return a changed copy
     * @throws IllegalArgumentException if blank
     */
    public JobOptions id(String text) {
        if (Objects.requireNonNull(text, "job id").isBlank()) {
            throw new IllegalArgumentException("job id must not be blank, got '" + text + "'");
        }
        return new JobOptions(text, priority);
    }

    /**
     * A priority. Only for queues {@link QueueOptions#byPriority() by priority}: others refuse it with an
     * {@link IllegalArgumentException} when the job is added.
     *
     * @param number the lower, the earlier
     * @return a changed copy
     */
    public JobOptions priority(int number) {
        return new JobOptions(id, OptionalInt.of(number));
    }

    /**
     * The id.
     *
     * @return null if none was given
     */
    public @Nullable String id() {
        return id;
    }

    /**
     * The priority.
     *
     * @return empty if none was given
     */
    public OptionalInt priority() {
        return priority;
    }
}
