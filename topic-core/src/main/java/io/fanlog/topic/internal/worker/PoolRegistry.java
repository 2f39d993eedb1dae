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
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The worker pools of one {@link io.fanlog.topic.Topics}, by name. Any thread. */
public final class PoolRegistry {
    private static final System.Logger LOG = System.getLogger("io.fanlog.topic.worker");

    private final LoopGroup group;
    private final TopicObserver observer;
    private final QueueRegistry queues;
    private final ConcurrentSkipListMap<String, LoopPool<?>> pools = new ConcurrentSkipListMap<>();
    private volatile boolean closed;

    /**
     * No pools yet.
     *
     * @param group serves the pools
     * @param observer hears of failed jobs
     * @param queues lists the queues that pools make
     */
    public PoolRegistry(LoopGroup group, TopicObserver observer, QueueRegistry queues) {
        this.group = group;
        this.observer = observer;
        this.queues = queues;
    }

    /**
     * Begins a pool.
     *
     * @param name unique among the pools that have not been closed
     * @return its options
     */
    public PoolBuilder pool(String name) {
        return new PoolDraft(this, name);
    }

    /**
     * The pools that have not been closed.
     *
     * @return a snapshot, ordered by name
     */
    public List<WorkerPool<?>> list() {
        return List.copyOf(pools.values());
    }

    /**
     * Drains and closes all pools; no new one is made from now on. Returns at once.
     *
     * @param timeout after which a pool that is not drained abandons what it has, which is logged
     * @return completes when all are closed, with whether they were drained; never exceptionally
     */
    public CompletableFuture<Boolean> close(Duration timeout) {
        closed = true;
        List<CompletableFuture<Boolean>> drains = pools.values().stream()
                .map(pool -> pool.drainAsync(timeout).thenApply(report -> isComplete(pool, report)))
                .toList();
        return CompletableFuture.allOf(drains.toArray(CompletableFuture<?>[]::new))
                .thenApply(nothing -> drains.stream().allMatch(CompletableFuture::join));
    }

    private static boolean isComplete(LoopPool<?> pool, DrainReport report) {
        if (!report.isComplete()) {
            LOG.log(Level.WARNING, "pool ''{0}'' was closed before it was drained: {1}", pool.name(), report);
        }
        return report.isComplete();
    }

    /** {@return whether the current thread must not wait for these pools: it must not block, or is one of their workers} */
    public boolean forbidsWaiting() {
        return BlockingChecks.isForbidden() || pools.values().stream().anyMatch(LoopPool::forbidsWaiting);
    }

    /** Hears of all pools. */
    TopicObserver observer() {
        return observer;
    }

    /** Makes and lists a pool whose sources hold nothing but T. */
    <T> WorkerPool<T> make(PoolConfig config, Staffing staffing) {
        requireOpen(config);
        return list(config, new LoopPool<>(config, group.next(), observer, queues, staffing, this::closed));
    }

    /** Makes and lists a pool whose sources hold nothing but T, and whose workers compute R. */
    <T, R extends @Nullable Object> ResultPool<T, R> makeComputing(PoolConfig config, Staffing staffing) {
        requireOpen(config);
        return list(config, new ComputingPool<T, R>(config, group.next(), observer, queues, staffing, this::closed));
    }

    private <P extends LoopPool<?>> P list(PoolConfig config, P pool) {
        if (pools.putIfAbsent(config.name(), pool) != null) {
            throw new IllegalStateException("there is a pool '" + config.name() + "' already");
        }
        try {
            requireOpen(config);
        } catch (IllegalStateException closedMeanwhile) {
            pool.close();
            throw closedMeanwhile;
        }
        pool.announcement.opened(() -> tell(hearing -> hearing.onPoolOpened(pool)), () -> tellClosed(pool));
        return pool;
    }

    private void requireOpen(PoolConfig config) {
        if (closed) {
            throw new IllegalStateException("closed: no pool '" + config.name() + "' can be made");
        }
    }

    private void closed(LoopPool<?> pool) {
        pools.remove(pool.name(), pool);
        pool.announcement.closed(() -> tellClosed(pool));
    }

    private void tellClosed(LoopPool<?> pool) {
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
