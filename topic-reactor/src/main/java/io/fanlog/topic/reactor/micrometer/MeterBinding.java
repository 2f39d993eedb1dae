package io.fanlog.topic.reactor.micrometer;

import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.Topics;
import io.fanlog.topic.spi.TopicObserver;
import io.fanlog.topic.worker.PoolStatus;
import io.fanlog.topic.worker.WorkerPool;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The meters of one {@link Topics} in one registry: follows what is opened and closed.
 *
 * <pre>
 *   observer ── opened, subscribed ─▶ groups ─▶ register    scrape ─▶ group ─▶ stats of its members
 *            ── closed, ended ──────▶ groups ─▶ remove
 *            ── attempt, turn ──────▶ timer, found by the name of the pool or loop without a lock
 * </pre>
 *
 * <p>INVARIANTS
 *
 * <ul>
 *   <li>Groups change under the lock, in which the registry is called too, so that what is registered is what is open. A
 *       scrape does not take it.
 *   <li>Nothing is registered once this is closed.
 *   <li>At most {@code maxNames} names of each kind are tag values; what comes beyond shares {@value #OTHER}.
 * </ul>
 */
final class MeterBinding implements TopicObserver {
    static final String TOPIC = "topic";
    static final String SUBSCRIPTION = "subscription";
    static final String POOL = "pool";
    static final String LOOP = "loop";

    /** The label of those whose owners gave them none. */
    static final String UNLABELLED = "unlabelled";

    static final String OTHER = "other";

    private final Topics source;
    private final MeterRegistry registry;
    private final Tags common;
    private final int maxNames;
    private final boolean isTiming;
    private final Runnable whenClosed;
    private final Object lock = new Object();

    // Guarded by lock.

    private final MeterGroups<Topic<?>> topics;
    private final MeterGroups<TopicSubscription> subscriptions;
    private final MeterGroups<WorkerPool<?>> pools;
    private boolean isClosed;

    // Changed under lock, read without.

    private final Map<String, AttemptTimers> timers = new ConcurrentHashMap<>();
    private final Map<String, LoopMeters> loops = new ConcurrentHashMap<>();

    /**
     * Registers nothing yet.
     *
     * @param whenClosed called once
     */
    MeterBinding(
            Topics source, MeterRegistry registry, Tags common, int maxNames, boolean isTiming, Runnable whenClosed) {
        this.source = source;
        this.registry = registry;
        this.common = common;
        this.maxNames = maxNames;
        this.isTiming = isTiming;
        this.whenClosed = whenClosed;
        this.topics = new MeterGroups<>(registry, common, Figures.OF_TOPICS, name -> false);
        this.subscriptions = new MeterGroups<>(registry, common, Figures.OF_SUBSCRIPTIONS, this::isKept);
        this.pools = new MeterGroups<>(registry, common, Figures.OF_POOLS, name -> false);
    }

    /** Begins to hear of what comes, then takes in what is there; what has ended in between is let go again. */
    void open() {
        source.addObserver(this);
        for (Topic<?> topic : source.topics()) {
            onTopicOpened(topic);
            topic.subscriptions().forEach(this::takeIn);
            if (!source.topics().contains(topic)) {
                onTopicClosed(topic);
            }
        }
        for (WorkerPool<?> pool : source.pools()) {
            onPoolOpened(pool);
            if (pool.status() == PoolStatus.CLOSED) {
                onPoolClosed(pool);
            }
        }
    }

    private void takeIn(TopicSubscription subscription) {
        onSubscribed(subscription);
        if (subscription.state().isEnded()) {
            onSubscriptionEnded(subscription);
        }
    }

    void close() {
        source.removeObserver(this);
        onClosed();
    }

    @Override
    public void onClosed() {
        synchronized (lock) {
            if (isClosed) {
                return;
            }
            isClosed = true;
            topics.clear();
            subscriptions.clear();
            pools.clear();
            timers.values().forEach(each -> each.unregister(registry));
            timers.clear();
            loops.values().forEach(each -> each.unregister(registry));
            loops.clear();
        }
        whenClosed.run();
    }

    // Topics.

    @Override
    public void onTopicOpened(Topic<?> topic) {
        synchronized (lock) {
            if (!isClosed && !topics.isMetered(topic)) {
                topics.add(topic, nameOfTopic(topic.name()), true);
            }
        }
    }

    @Override
    public void onTopicClosed(Topic<?> topic) {
        synchronized (lock) {
            Tags name = topics.nameOf(topic);
            if (name != null) {
                topics.remove(topic);
                subscriptions.endIfOver(name.and(SUBSCRIPTION, UNLABELLED));
                subscriptions.endIfOver(name.and(SUBSCRIPTION, OTHER));
            }
        }
    }

    private Tags nameOfTopic(String name) {
        return limited(topics, Tags.of(TOPIC, name), Tags.of(TOPIC, OTHER));
    }

    private Tags limited(MeterGroups<?> groups, Tags own, Tags other) {
        return groups.isInUse(own) || groups.size() < maxNames ? own : other;
    }

    // Subscriptions.

    @Override
    public void onSubscribed(TopicSubscription subscription) {
        synchronized (lock) {
            if (!isClosed && !subscriptions.isMetered(subscription)) {
                subscriptions.add(subscription, nameOf(subscription), true);
            }
        }
    }

    @Override
    public void onResumed(TopicSubscription subscription, TopicSubscription before) {
        synchronized (lock) {
            Tags name = nameOf(subscription);
            if (!isClosed
                    && !subscriptions.isMetered(subscription)
                    && !subscriptions.replace(before, subscription, name)) {
                subscriptions.add(subscription, name, false);
            }
        }
    }

    @Override
    public void onSubscriptionEnded(TopicSubscription subscription) {
        synchronized (lock) {
            subscriptions.remove(subscription);
        }
    }

    private Tags nameOf(TopicSubscription subscription) {
        Tags topic = nameOfTopic(subscription.topic());
        if (!subscription.isLabelled()) {
            return topic.and(SUBSCRIPTION, UNLABELLED);
        }
        return limited(subscriptions, topic.and(SUBSCRIPTION, subscription.label()), topic.and(SUBSCRIPTION, OTHER));
    }

    /** Those without a label come and go; their counters do not, while their topic is open. */
    private boolean isKept(Tags name) {
        String topic = valueOf(TOPIC, name);
        String label = valueOf(SUBSCRIPTION, name);
        return topic != null
                && (UNLABELLED.equals(label) || OTHER.equals(label))
                && topics.isInUse(Tags.of(TOPIC, topic));
    }

    private static @Nullable String valueOf(String key, Tags tags) {
        for (Tag tag : tags) {
            if (tag.getKey().equals(key)) {
                return tag.getValue();
            }
        }
        return null;
    }

    // Pools.

    @Override
    public void onPoolOpened(WorkerPool<?> pool) {
        synchronized (lock) {
            if (isClosed || pools.isMetered(pool)) {
                return;
            }
            Tags name = limited(pools, Tags.of(POOL, pool.name()), Tags.of(POOL, OTHER));
            pools.add(pool, name, true);
            if (isTiming) {
                String value = valueOf(POOL, name);
                timers.computeIfAbsent(
                        value == null ? OTHER : value, absent -> new AttemptTimers(registry, common.and(name)));
            }
        }
    }

    @Override
    public void onPoolClosed(WorkerPool<?> pool) {
        synchronized (lock) {
            Tags name = pools.nameOf(pool);
            pools.remove(pool);
            String value = name == null || pools.isInUse(name) ? null : valueOf(POOL, name);
            AttemptTimers unused = value == null ? null : timers.remove(value);
            if (unused != null) {
                unused.unregister(registry);
            }
        }
    }

    @Override
    public boolean isTiming() {
        return isTiming;
    }

    @Override
    public void onAttempt(String pool, long nanos, boolean succeeded) {
        AttemptTimers own = timers.get(pool);
        AttemptTimers used = own == null ? timers.get(OTHER) : own;
        if (used != null) {
            used.record(nanos, succeeded);
        }
    }

    // Loops.

    @Override
    public void onLoopTurn(String loop, long nanos) {
        LoopMeters meters = metersOf(loop);
        if (meters != null) {
            meters.turned(nanos);
        }
    }

    @Override
    public void onLoopStalled(String loop, Duration lasting, StackTraceElement[] stack) {
        LoopMeters meters = metersOf(loop);
        if (meters != null) {
            meters.stalled();
        }
    }

    private @Nullable LoopMeters metersOf(String loop) {
        LoopMeters known = loops.get(loop);
        if (known != null) {
            return known;
        }
        synchronized (lock) {
            return isClosed
                    ? null
                    : loops.computeIfAbsent(loop, absent -> new LoopMeters(registry, common.and(LOOP, loop)));
        }
    }
}
