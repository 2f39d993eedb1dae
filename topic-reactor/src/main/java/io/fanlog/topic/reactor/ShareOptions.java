package io.fanlog.topic.reactor;

import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import java.time.Duration;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * How an upstream is shared. Immutable; each method answers a changed copy, so that options read as
 * {@code s -> s.retainLast(1).grace(Duration.ofSeconds(5))}.
 */
public final class ShareOptions implements Cloneable {
    static final ShareOptions DEFAULTS = new ShareOptions();

    private @Nullable Topics topics;
    private @Nullable String name;
    private int capacity;
    private long retainLast;
    private @Nullable Duration retainFor;
    private int minSubscribers = 1;
    private boolean staysConnected;
    private Duration grace = Duration.ZERO;
    private @Nullable Scheduler graceScheduler;
    private FeedOptions feed = FeedOptions.DEFAULTS;
    private UnaryOperator<SubscriptionOptions<Object>> subscribers = UnaryOperator.identity();

    private ShareOptions() {}

    /**
     * Where it lives. Each time it connects it has a topic there, with the name of the share.
     *
     * @param owner closing it completes the subscribers; default: event loops that all such shares of this JVM use
     * @return a changed copy
     */
    public ShareOptions on(Topics owner) {
        ShareOptions copy = copy();
        copy.topics = Objects.requireNonNull(owner, "on");
        return copy;
    }

    /**
     * The topic's name, for stats and messages.
     *
     * @param text unique among the open topics of where it lives; default: made from a running number
     * @return a changed copy
     */
    public ShareOptions name(String text) {
        ShareOptions copy = copy();
        copy.name = Arguments.notBlank("name", text);
        return copy;
    }

    /**
     * How far the slowest gating subscriber may be behind before the upstream has to wait for it.
     *
     * @param messages 1 to 2^30; default 65,536
     * @return a changed copy
     */
    public ShareOptions capacity(int messages) {
        ShareOptions copy = copy();
        copy.capacity = Arguments.capacity(messages);
        return copy;
    }

    /**
     * Keep the newest messages for those who subscribe later; they begin with them, as with {@code replay(n)}. After the
     * upstream's end they get these and the end, instead of a new connection.
     *
     * @param messages at least 1; default none
     * @return a changed copy
     */
    public ShareOptions retainLast(long messages) {
        ShareOptions copy = copy();
        copy.retainLast = Arguments.positive("retainLast", messages);
        return copy;
    }

    /**
     * Keep what is younger than this for those who subscribe later, as with {@code replay(Duration)}; at most
     * {@link #retainLast} of it, if that is given.
     *
     * @param age positive, by the clock of where it lives; default none
     * @return a changed copy
     */
    public ShareOptions retainFor(Duration age) {
        ShareOptions copy = copy();
        copy.retainFor = Arguments.positive("retainFor", age);
        return copy;
    }

    /**
     * How many must be subscribed for it to connect. It disconnects when none is left, however many they were.
     *
     * @param subscribers at least 1; default 1
     * @return a changed copy
     */
    public ShareOptions minSubscribers(int subscribers) {
        ShareOptions copy = copy();
        copy.minSubscribers = Arguments.positive("minSubscribers", subscribers);
        return copy;
    }

    /**
     * How long it stays connected without subscribers, on Reactor's parallel scheduler; as
     * {@link #grace(Duration, Scheduler)}.
     *
     * @param period not negative; default zero
     * @return a changed copy
     */
    public ShareOptions grace(Duration period) {
        ShareOptions copy = copy();
        copy.grace = Arguments.notNegative("grace", period);
        copy.graceScheduler = null;
        return copy;
    }

    /**
     * How long it stays connected when the last subscriber has left. Who comes in time continues it. Without retention
     * nothing is lost meanwhile: what comes is kept for the next subscriber, up to the capacity, then the upstream waits.
     *
     * @param period not negative; default zero
     * @param scheduler measures it
     * @return a changed copy
     */
    public ShareOptions grace(Duration period, Scheduler scheduler) {
        ShareOptions copy = grace(period);
        copy.graceScheduler = Objects.requireNonNull(scheduler, "grace scheduler");
        return copy;
    }

    /**
     * Stay connected, whoever leaves, until the upstream ends; as with {@code autoConnect}.
     *
     * @return a changed copy
     */
    public ShareOptions stayConnected() {
        ShareOptions copy = copy();
        copy.staysConnected = true;
        return copy;
    }

    /**
     * How many messages may be requested from the upstream and not yet be accepted by the topic.
     *
     * @param messages at least 1; default 256, or the capacity if that is less
     * @return a changed copy
     */
    public ShareOptions inFlight(int messages) {
        ShareOptions copy = copy();
        copy.feed = feed.inFlight(messages);
        return copy;
    }

    /**
     * How each subscriber is served: its policy, its filter, where it begins. {@link SharedFlux#with} adds to it.
     *
     * @param options {@code o -> o.skipToLatest(1)}; asked once for each subscriber. Default: gating, from the oldest
     *     message that is retained
     * @return a changed copy
     */
    public ShareOptions subscribers(UnaryOperator<SubscriptionOptions<Object>> options) {
        ShareOptions copy = copy();
        copy.subscribers = Objects.requireNonNull(options, "subscribers");
        return copy;
    }

    // ---------------------------------------------------------------- for the share

    boolean retains() {
        return retainLast > 0 || retainFor != null;
    }

    boolean staysConnected() {
        return staysConnected;
    }

    int minSubscribers() {
        return minSubscribers;
    }

    Duration grace() {
        return grace;
    }

    Scheduler graceScheduler() {
        return graceScheduler == null ? Schedulers.parallel() : graceScheduler;
    }

    int inFlightIn(int capacity) {
        return feed.inFlightIn(capacity);
    }

    Topics topics() {
        return topics == null ? SharedLoops.topics() : topics;
    }

    String name() {
        return name == null ? SharedLoops.name("share") : name;
    }

    /** A new topic for one connection. */
    <T> Topic<T> topic(Topics owner, String called) {
        return OwnTopic.topic(owner, called, capacity, retainLast, retainFor);
    }

    <T> SubscriptionOptions<T> served(SubscriptionOptions<T> defaults) {
        return OwnTopic.served(retains() ? defaults.fromEarliest() : defaults, subscribers);
    }

    private ShareOptions copy() {
        try {
            return (ShareOptions) super.clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }
}
