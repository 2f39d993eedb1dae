package io.fanlog.topic;

import io.fanlog.topic.internal.topic.TopicConfig;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Options of a topic; made by {@link Topics#topic}. For one thread.
 *
 * @param <T> type of the payload
 */
public final class TopicBuilder<T> {
    private static final int DEFAULT_CAPACITY = 65_536;
    private static final int MAX_CAPACITY = 1 << 30;

    private final String name;
    private final Class<T> type;
    private final Function<TopicConfig<T>, Topic<T>> creating;
    private final Function<TopicConfig<T>, Topic<T>> findingOrCreating;

    private int capacity = DEFAULT_CAPACITY;
    private Overflow overflow = Overflow.FAIL;
    private long retainCount;
    private @Nullable Duration retainFor;
    private boolean timed;
    private int maxWaiters;
    private @Nullable Duration duplicateWindow;
    private int duplicateCount;
    private @Nullable UnaryOperator<T> copier;
    private int batch = 1024;
    private int spread = 1;

    TopicBuilder(
            String name,
            Class<T> type,
            Function<TopicConfig<T>, Topic<T>> creating,
            Function<TopicConfig<T>, Topic<T>> findingOrCreating) {
        this.name = Checks.name("topic name", name);
        this.type = Objects.requireNonNull(type, "type");
        this.creating = creating;
        this.findingOrCreating = findingOrCreating;
    }

    /**
     * How far the slowest gating subscription may be behind the tail.
     *
     * @param messages 1 to 2^30; default 65,536
     * @return this
     */
    public TopicBuilder<T> capacity(int messages) {
        if (messages < 1 || messages > MAX_CAPACITY) {
            throw new IllegalArgumentException("capacity must be 1 to " + MAX_CAPACITY + ", got " + messages);
        }
        capacity = messages;
        return this;
    }

    /**
     * What a publish answers when the log is full.
     *
     * @param answer default {@link Overflow#FAIL}
     * @return this
     */
    public TopicBuilder<T> overflow(Overflow answer) {
        overflow = Objects.requireNonNull(answer, "overflow");
        return this;
    }

    /**
     * Keep the newest messages for late joiners, also while nobody is subscribed. Together with {@link #retainFor} it
     * bounds how many are kept.
     *
     * @param messages at least 1; default none
     * @return this
     */
    public TopicBuilder<T> retainLast(long messages) {
        retainCount = Checks.positive("retainLast", messages);
        return this;
    }

    /**
     * Keep what is younger than this for late joiners, at most {@link #retainLast} messages (default: the capacity).
     * Stores 4 bytes of time with each message.
     *
     * @param age positive; default none
     * @return this
     */
    public TopicBuilder<T> retainFor(Duration age) {
        retainFor = Checks.positive("retainFor", age);
        return this;
    }

    /**
     * Store the time of each message (4 bytes), for {@link SubscriptionOptions#since} and {@link TopicMessage#time}.
     * {@link #retainFor} implies it.
     *
     * @return this
     */
    public TopicBuilder<T> timed() {
        timed = true;
        return this;
    }

    /**
     * Refuse a message whose id ({@link Envelope#id}) is that of a stored one. Publishing with an id is then serialized
     * by a short lock; publishing without one is not affected.
     *
     * @param forAtMost for how long an id is remembered, positive
     * @param count how many ids are remembered at most, the oldest are forgotten first; at least 1
     * @return this
     */
    public TopicBuilder<T> duplicateWindow(Duration forAtMost, int count) {
        duplicateWindow = Checks.positive("duplicateWindow", forAtMost);
        duplicateCount = Checks.positive("duplicateWindow count", count);
        return this;
    }

    /**
     * How many publishes may wait for room at a time.
     *
     * @param publishes at least 1; default: the capacity
     * @return this
     */
    public TopicBuilder<T> maxWaiters(int publishes) {
        maxWaiters = Checks.positive("maxWaiters", publishes);
        return this;
    }

    /**
     * Give each hand-out a copy of its own, for payloads that subscribers change. Without it all share the object.
     *
     * @param copying called where the message is handed out; must not block; what it throws counts as the subscriber's
     * @return this
     */
    public TopicBuilder<T> copier(UnaryOperator<T> copying) {
        copier = Objects.requireNonNull(copying, "copier");
        return this;
    }

    /**
     * How many messages one subscription is served before the next has its turn; a visit of more than 200 us is cut
     * short as well.
     *
     * @param messages at least 1; default 1,024
     * @return this
     */
    public TopicBuilder<T> batch(int messages) {
        batch = Checks.positive("batch", messages);
        return this;
    }

    /**
     * Spread the subscriptions over several event loops, for a topic with so many of them that one loop cannot keep up
     * with the publishers. Each subscription is still served by one loop. Costs each publish one more read per loop.
     *
     * @param loops at least 1; default 1, the topic's home loop; no more than its dispatcher has are used
     * @return this
     */
    public TopicBuilder<T> spreadOver(int loops) {
        spread = Checks.positive("spreadOver", loops);
        return this;
    }

    /**
     * Creates the topic.
     *
     * @return the new topic
     * @throws IllegalStateException if there is an open one of this name, or its {@link Topics} is closed
     */
    public Topic<T> build() {
        return creating.apply(config());
    }

    /**
     * Finds the open topic of this name, else creates it. The options matter only when it is created.
     *
     * @return the topic
     * @throws IllegalArgumentException if there is one with payloads of another type
     * @throws IllegalStateException if its {@link Topics} is closed
     */
    public Topic<T> getOrBuild() {
        return findingOrCreating.apply(config());
    }

    private TopicConfig<T> config() {
        long count = retainCount == 0 && retainFor != null ? capacity : retainCount;
        return new TopicConfig<>(
                name,
                type,
                capacity,
                overflow,
                count,
                retainFor,
                timed || retainFor != null,
                maxWaiters == 0 ? capacity : maxWaiters,
                duplicateWindow,
                duplicateCount,
                copier,
                batch,
                spread);
    }
}
