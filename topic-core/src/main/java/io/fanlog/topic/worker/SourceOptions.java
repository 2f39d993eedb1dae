package io.fanlog.topic.worker;

import java.util.Objects;
import java.util.OptionalInt;

/**
 * Where a queue or a publisher stands among the sources of a pool. Immutable; each method that takes a value answers a
 * changed copy. For a topic the same is said by its {@link io.fanlog.topic.SubscriptionOptions}.
 */
public final class SourceOptions {
    private static final SourceOptions DEFAULTS = new SourceOptions("", OptionalInt.empty());

    private final String name;
    private final OptionalInt priority;

    private SourceOptions(String name, OptionalInt priority) {
        this.name = name;
        this.priority = priority;
    }

    /**
     * The defaults: no priority, and a name made by the pool.
     *
     * @return the defaults
     */
    public static SourceOptions defaults() {
        return DEFAULTS;
    }

    /**
     * Where it stands among the pool's sources; see {@link SourceStrategy}.
     *
     * @param lowerFirst any number; by default none, which goes after all numbers
     * @return a changed copy
     */
    public SourceOptions priority(int lowerFirst) {
        return new SourceOptions(name, OptionalInt.of(lowerFirst));
    }

    /**
     * What a {@link SourceView} calls it. Need not be unique.
     *
     * @param text not blank; by default the queue's name, or {@code publisher-<n>}
     * @return a changed copy
     * @throws IllegalArgumentException if blank
     */
    public SourceOptions name(String text) {
        if (Objects.requireNonNull(text, "name").isBlank()) {
            throw new IllegalArgumentException("name must not be blank, got '" + text + "'");
        }
        return new SourceOptions(text, priority);
    }

    /**
     * The name.
     *
     * @return empty if none was given
     */
    public String name() {
        return name;
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
