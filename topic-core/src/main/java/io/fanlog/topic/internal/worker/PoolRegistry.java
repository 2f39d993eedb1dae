package io.fanlog.topic.internal.worker;

import io.fanlog.topic.internal.dispatch.BlockingChecks;
import io.fanlog.topic.internal.dispatch.LoopGroup;
import io.fanlog.topic.spi.TopicObserver;
import io.fanlog.topic.worker.DrainReport;
import io.fanlog.topic.worker.PoolBuilder;
import io.fanlog.topic.worker.ResultPool;
import io.fanlog.topic.worker.WorkerPool;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The worker pools of one {@link io.fanlog.topic.Topics}. Any thread.
 *
 * <pre>
 *   named ──▶ listed, by name ── stopped for long ──▶ not listed ── restart ──▶ listed, if the name is free
 *   unnamed ─────────────────────────────────────────▶ not listed
 *
 *   INVARIANTS
 *   - Of the pools that are not closed each is listed or in unlisted, at any moment; so a close finds all.
 *   - One that is not listed is not kept: without sources, jobs or threads, and unknown to anybody, it is garbage.
 * </pre>
 */
public final class PoolRegistry {
    private static final System.Logger LOG = System.getLogger("io.fanlog.topic.worker");

    private final LoopGroup group;
    private final TopicObserver observer;
    private final QueueRegistry queues;
    private final Consumer<? super PoolBuilder> defaults;
    private final ConcurrentSkipListMap<String, LivingPool<?>> pools = new ConcurrentSkipListMap<>();
    private final Set<LivingPool<?>> unlisted =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));
    private final AtomicInteger unnamed = new AtomicInteger();
    private volatile boolean closed;

    /**
     * No pools yet.
     *
     * @param group serves the pools
     * @param observer hears of failed jobs
     * @param queues lists the queues that pools make
     * @param defaults sets the options that each pool begins with
     */
    public PoolRegistry(
            LoopGroup group, TopicObserver observer, QueueRegistry queues, Consumer<? super PoolBuilder> defaults) {
        this.group = group;
        this.observer = observer;
        this.queues = queues;
        this.defaults = defaults;
    }

    /**
     * Checks defaults, by setting them where no pool comes of it.
     *
     * @param defaults sets the options that each pool begins with
     * @param <C> kind of the function
     * @return the defaults
     */
    public static <C extends Consumer<? super PoolBuilder>> C checked(C defaults) {
        defaults.accept(new PoolDraft(null, "defaults", false));
        return defaults;
    }

    /**
     * Begins a pool that is listed.
     *
     * @param name unique among those that are
     * @return its options
     */
    public PoolBuilder pool(String name) {
        return begun(new PoolDraft(this, name, true));
    }

    /** {@return the options of a pool that is not listed} */
    public PoolBuilder pool() {
        return begun(new PoolDraft(this, "unnamed-" + unnamed.incrementAndGet(), false));
    }

    private PoolBuilder begun(PoolDraft draft) {
        defaults.accept(draft);
        return draft;
    }

    /**
     * Looks a pool up.
     *
     * @param name of it
     * @return empty if none is listed
     */
    public Optional<WorkerPool<?>> find(String name) {
        return Optional.ofNullable(pools.get(name));
    }

    /**
     * The pools that are listed.
     *
     * @return a snapshot, ordered by name
     */
    public List<WorkerPool<?>> list() {
        return List.copyOf(pools.values());
    }

    /** Listed or not. One that is moved meanwhile is seen once or twice. */
    private Set<LivingPool<?>> all() {
        Set<LivingPool<?>> all = new LinkedHashSet<>(pools.values());
        synchronized (unlisted) {
            all.addAll(unlisted);
        }
        all.addAll(pools.values());
        return all;
    }

    /**
     * Drains and closes all pools; no new one is made from now on. Returns at once.
     *
     * @param timeout after which a pool that is not drained abandons what it has, which is logged
     * @return completes when all are closed, with whether they were drained; never exceptionally
     */
    public CompletableFuture<Boolean> close(Duration timeout) {
        closed = true;
        List<CompletableFuture<Boolean>> drains = all().stream()
                .map(pool -> pool.drainAsync(timeout).thenApply(report -> isComplete(pool, report)))
                .toList();
        return CompletableFuture.allOf(drains.toArray(CompletableFuture<?>[]::new))
                .thenApply(nothing -> drains.stream().allMatch(CompletableFuture::join));
    }

    private static boolean isComplete(LivingPool<?> pool, DrainReport report) {
        if (!report.isComplete()) {
            LOG.log(Level.WARNING, "pool ''{0}'' was closed before it was drained: {1}", pool.name(), report);
        }
        return report.isComplete();
    }

    /** {@return whether the current thread must not wait for these pools: it must not block, or is one of their workers} */
    public boolean forbidsWaiting() {
        return BlockingChecks.isForbidden() || all().stream().anyMatch(LivingPool::forbidsWaiting);
    }

    // Pools.

    /** Hears of all pools. */
    TopicObserver observer() {
        return observer;
    }

    /** Lists the queues that pools make. */
    QueueRegistry queues() {
        return queues;
    }

    /** Makes a pool whose sources hold nothing but T. */
    <T> WorkerPool<T> make(PoolConfig config, Staffing staffing) {
        requireOpen(config);
        return open(config, new LoopPool<>(config, group.next(), staffing, this));
    }

    /** Makes a pool whose sources hold nothing but T, and whose workers compute R. */
    <T, R extends @Nullable Object> ResultPool<T, R> makeComputing(PoolConfig config, Staffing staffing) {
        requireOpen(config);
        return open(config, new ComputingPool<T, R>(config, group.next(), staffing, this));
    }

    private <P extends LivingPool<?>> P open(PoolConfig config, P pool) {
        if (config.isListed()) {
            list(config, pool);
        } else {
            unlisted.add(pool);
        }
        try {
            requireOpen(config);
        } catch (IllegalStateException closedMeanwhile) {
            pool.close();
            throw closedMeanwhile;
        }
        pool.announcement.opened(() -> tell(hearing -> hearing.onPoolOpened(pool)), () -> tellClosed(pool));
        begin(pool);
        return pool;
    }

    private void list(PoolConfig config, LivingPool<?> pool) {
        if (pools.putIfAbsent(config.name(), pool) != null) {
            throw new IllegalStateException("there is a pool '" + config.name() + "' already");
        }
    }

    /** Runs the code of a stage, which is foreign. */
    private static void begin(LivingPool<?> pool) {
        try {
            pool.begin();
        } catch (Throwable thrown) {
            pool.close();
            throw thrown;
        }
    }

    private void requireOpen(PoolConfig config) {
        if (closed) {
            throw new IllegalStateException("closed: no pool '" + config.name() + "' can be made");
        }
    }

    /** What the life of a pool means for the list. */
    PoolLife.Listing listing(LivingPool<?> pool) {
        return new PoolLife.Listing() {
            @Override
            public void remove() {
                unlisted.add(pool);
                pools.remove(pool.name(), pool);
            }

            @Override
            public void putBack() {
                putBackIfOpen(pool);
            }

            @Override
            public void closed() {
                pools.remove(pool.name(), pool);
                unlisted.remove(pool);
                pool.announcement.closed(() -> tellClosed(pool));
            }
        };
    }

    private void putBackIfOpen(LivingPool<?> pool) {
        if (pools.putIfAbsent(pool.name(), pool) != null) {
            throw new IllegalStateException(
                    "there is another pool '" + pool.name() + "' by now: the one removed cannot be restarted");
        }
        unlisted.remove(pool);
    }

    private void tellClosed(LivingPool<?> pool) {
        tell(hearing -> hearing.onPoolClosed(pool));
    }

    private void tell(Consumer<TopicObserver> telling) {
        try {
            telling.accept(observer);
        } catch (Throwable thrown) {
            LOG.log(Level.WARNING, "the observer of the pools threw", thrown);
        }
    }
}
