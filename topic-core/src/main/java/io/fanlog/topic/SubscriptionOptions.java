package io.fanlog.topic;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How one subscription is served. Immutable; each method that takes a value answers a changed copy, so that options
 * read as {@code o -> o.label("screen").skipToLatest(1)} and can be kept as constants.
 *
 * @param <T> type of the payload
 */
public final class SubscriptionOptions<T> implements Cloneable {
    private String label = "";
    private SlowSubscriberPolicy policy = SlowSubscriberPolicy.GATE;
    private int maxLag;
    private StartPosition start = new StartPosition.Latest();
    private boolean strict;
    private @Nullable Predicate<? super T> filter;
    private @Nullable String resumableName;
    private Duration detachedFor = Duration.ofMinutes(1);
    private OptionalInt priority = OptionalInt.empty();

    private SubscriptionOptions() {}

    /**
     * The defaults: policy GATE, start LATEST, tolerant, no filter, not resumable, a label made from a running number.
     *
     * @param <T> type of the payload
     * @return the defaults
     */
    public static <T> SubscriptionOptions<T> defaults() {
        return new SubscriptionOptions<>();
    }

    /**
     * A name for people: in stats, logs and observers. Need not be unique, and has no effect of its own.
     *
     * @param text not blank
     * @return a changed copy
     */
    public SubscriptionOptions<T> label(String text) {
        SubscriptionOptions<T> copy = copy();
        copy.label = Checks.name("label", text);
        return copy;
    }

    /**
     * Where the topic stands among the sources of a {@link io.fanlog.topic.worker.WorkerPool}, see
     * {@link io.fanlog.topic.worker.SourceStrategy}; of no effect elsewhere.
     *
     * @param lowerFirst any number; by default none, which goes after all numbers
     * @return a changed copy
     */
    public SubscriptionOptions<T> priority(int lowerFirst) {
        SubscriptionOptions<T> copy = copy();
        copy.priority = OptionalInt.of(lowerFirst);
        return copy;
    }

    /**
     * Hold publishing back when this subscription is {@code capacity} behind (default).
     *
     * @return a changed copy
     */
    public SubscriptionOptions<T> gate() {
        return policy(SlowSubscriberPolicy.GATE, 0);
    }

    /**
     * When more than {@code maxLag} behind, go on with the oldest message within maxLag.
     *
     * @param lag 1 to the topic's capacity
     * @return a changed copy
     */
    public SubscriptionOptions<T> skipToOldest(int lag) {
        return policy(SlowSubscriberPolicy.SKIP_TO_OLDEST, Checks.positive("maxLag", lag));
    }

    /**
     * When more than {@code maxLag} behind, go on with the newest message.
     *
     * @param lag 1 to the topic's capacity
     * @return a changed copy
     */
    public SubscriptionOptions<T> skipToLatest(int lag) {
        return policy(SlowSubscriberPolicy.SKIP_TO_LATEST, Checks.positive("maxLag", lag));
    }

    /**
     * When more than {@code maxLag} behind, end with a {@link SlowSubscriberException}. Without another subscription or
     * retention the next publish is then refused with NO_SUBSCRIBERS.
     *
     * @param lag 1 to the topic's capacity
     * @return a changed copy
     */
    public SubscriptionOptions<T> disconnect(int lag) {
        return policy(SlowSubscriberPolicy.DISCONNECT, Checks.positive("maxLag", lag));
    }

    /**
     * Any policy, with the topic's capacity as its maxLag.
     *
     * @param slowSubscriberPolicy what happens when this subscription falls behind
     * @return a changed copy
     */
    public SubscriptionOptions<T> policy(SlowSubscriberPolicy slowSubscriberPolicy) {
        return policy(slowSubscriberPolicy, 0);
    }

    private SubscriptionOptions<T> policy(SlowSubscriberPolicy value, int lag) {
        SubscriptionOptions<T> copy = copy();
        copy.policy = Objects.requireNonNull(value, "policy");
        copy.maxLag = lag;
        return copy;
    }

    /**
     * Begin with what is published after subscribe returned (default).
     *
     * @return a changed copy
     */
    public SubscriptionOptions<T> fromLatest() {
        return start(new StartPosition.Latest());
    }

    /**
     * Begin with the oldest message within retention.
     *
     * @return a changed copy
     */
    public SubscriptionOptions<T> fromEarliest() {
        return start(new StartPosition.Earliest());
    }

    /**
     * Begin with the newest {@code count} messages within retention.
     *
     * @param count at least 0
     * @return a changed copy
     */
    public SubscriptionOptions<T> fromLast(long count) {
        return start(new StartPosition.LastN(Checks.notNegative("count", count)));
    }

    /**
     * Begin with the message of this sequence.
     *
     * @param sequence 0-based
     * @return a changed copy
     */
    public SubscriptionOptions<T> fromSequence(long sequence) {
        return start(new StartPosition.Sequence(Checks.notNegative("sequence", sequence)));
    }

    /**
     * Begin with the first message published at or after an instant. The topic must be timed, else subscribing is
     * refused with an {@link IllegalArgumentException}.
     *
     * @param instant by the topic's wall clock
     * @return a changed copy
     */
    public SubscriptionOptions<T> since(Instant instant) {
        return start(new StartPosition.Since(Objects.requireNonNull(instant, "instant")));
    }

    private SubscriptionOptions<T> start(StartPosition position) {
        SubscriptionOptions<T> copy = copy();
        copy.start = position;
        return copy;
    }

    /**
     * Fail with a {@link SequenceGapException} when the start position lies below what is retained or beyond the tail.
     * Without it (the default) the subscription starts at the nearest message and counts the rest as missed.
     *
     * @return a changed copy
     */
    public SubscriptionOptions<T> strict() {
        SubscriptionOptions<T> copy = copy();
        copy.strict = true;
        return copy;
    }

    /**
     * Deliver only what passes. What does not costs no demand and counts as filtered, not as missed. A second filter is
     * asked after the first. A filter that throws ends this subscription alone, with what it threw as its
     * {@code onError}; the observer is told.
     *
     * @param predicate runs where the subscription is served; must not block
     * @return a changed copy
     */
    public SubscriptionOptions<T> filter(Predicate<? super T> predicate) {
        Objects.requireNonNull(predicate, "filter");
        SubscriptionOptions<T> copy = copy();
        Predicate<? super T> first = filter;
        copy.filter = first == null ? predicate : payload -> first.test(payload) && predicate.test(payload);
        return copy;
    }

    /**
     * Keep the cursor for 1 minute when the subscriber ends by cancel or error, for the next subscriber of this name.
     *
     * @param name unique among the topic's resumable subscriptions; is the label too unless one is given
     * @return a changed copy
     */
    public SubscriptionOptions<T> resumable(String name) {
        return resumable(name, Duration.ofMinutes(1));
    }

    /**
     * Keep the cursor when the subscriber ends by cancel or error: it still counts as a subscription, keeps its policy,
     * and the next subscriber of this name continues from it. The start position matters only the first time.
     *
     * @param name unique among the topic's resumable subscriptions; is the label too unless one is given
     * @param keptFor for how long a detached one is kept, positive; then it is cancelled and the observer told
     * @return a changed copy
     */
    public SubscriptionOptions<T> resumable(String name, Duration keptFor) {
        SubscriptionOptions<T> copy = copy();
        copy.resumableName = Checks.name("resumable name", name);
        copy.detachedFor = Checks.positive("detachedFor", keptFor);
        return copy;
    }

    /**
     * The label.
     *
     * @return the resumable name if no label was given, else empty if none was given
     */
    public String label() {
        return label.isEmpty() && resumableName != null ? resumableName : label;
    }

    /**
     * Where the topic stands among the sources of a pool.
     *
     * @return empty if no priority was given
     */
    public OptionalInt priority() {
        return priority;
    }

    /**
     * The slow-subscriber policy.
     *
     * @return default GATE
     */
    public SlowSubscriberPolicy policy() {
        return policy;
    }

    /**
     * How far a lossy subscription may be behind.
     *
     * @return in messages; 0 stands for the topic's capacity
     */
    public int maxLag() {
        return maxLag;
    }

    /**
     * Where it begins.
     *
     * @return default LATEST
     */
    public StartPosition start() {
        return start;
    }

    /**
     * Whether a gap at the start is an error.
     *
     * @return default false
     */
    public boolean isStrict() {
        return strict;
    }

    /**
     * What is asked before a message is delivered.
     *
     * @return null if everything is
     */
    public @Nullable Predicate<? super T> filter() {
        return filter;
    }

    /**
     * The name under which the cursor is kept.
     *
     * @return null if it is not resumable
     */
    public @Nullable String resumableName() {
        return resumableName;
    }

    /**
     * For how long a detached cursor is kept.
     *
     * @return default 1 minute
     */
    public Duration detachedFor() {
        return detachedFor;
    }

    private SubscriptionOptions<T> copy() {
        try {
            @SuppressWarnings("unchecked")
            SubscriptionOptions<T> copy = (SubscriptionOptions<T>) super.clone();
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }
}
