package io.fanlog.topic.internal.worker;

import io.fanlog.topic.internal.dispatch.LoopGroup;
import io.fanlog.topic.internal.dispatch.Nanos;
import io.fanlog.topic.spi.TopicObserver;
import io.fanlog.topic.worker.DrainReport;
import io.fanlog.topic.worker.JobHandler;
import io.fanlog.topic.worker.PoolBuilder;
import io.fanlog.topic.worker.WorkerPool;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The worker pools of one {@link io.fanlog.topic.Topics}, by name. Any thread. */
public final class PoolRegistry {
    private final LoopGroup group;
    private final TopicObserver observer;
    private final ConcurrentSkipListMap<String, LoopPool<?>> pools = new ConcurrentSkipListMap<>();
    private volatile boolean closed;

    /**
     * No pools yet.
     *
     * @param group serves the pools
     * @param observer hears of failed jobs
     */
    public PoolRegistry(LoopGroup group, TopicObserver observer) {
        this.group = group;
        this.observer = observer;
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
     * Drains and closes all pools; no new one is made from now on. Waits for them, unless it is called where one must not
     * block, or by a thread that is interrupted, which stays so.
     *
     * @param timeout after which a pool that is not drained abandons what it has; zero or less does not wait
     * @return whether all were drained when this returned
     */
    public boolean close(Duration timeout) {
        closed = true;
        List<CompletableFuture<DrainReport>> drains =
                pools.values().stream().map(pool -> pool.drainAsync(timeout)).toList();
        if (pools.values().stream().noneMatch(LoopPool::forbidsWaiting)) {
            await(CompletableFuture.allOf(drains.toArray(CompletableFuture[]::new)), timeout);
        }
        return drains.stream().allMatch(drain -> drain.isDone() && drain.join().isComplete());
    }

    private static void await(CompletableFuture<Void> all, Duration timeout) {
        try {
            all.get(Nanos.saturated(timeout), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new AssertionError("a drain never fails", e);
        } catch (TimeoutException e) {
            // the reports say who has not made it
        }
    }

    /** Makes and lists a pool. */
    <T> WorkerPool<T> make(PoolConfig config, JobHandler<? super T> handler) {
        requireOpen(config);
        LoopPool<T> pool = new LoopPool<>(config, group.next(), observer, handler, this::closed);
        if (pools.putIfAbsent(config.name(), pool) != null) {
            throw new IllegalStateException("there is a pool '" + config.name() + "' already");
        }
        try {
            requireOpen(config);
        } catch (IllegalStateException closedMeanwhile) {
            pool.close();
            throw closedMeanwhile;
        }
        return pool;
    }

    private void requireOpen(PoolConfig config) {
        if (closed) {
            throw new IllegalStateException("closed: no pool '" + config.name() + "' can be made");
        }
    }

    private void closed(LoopPool<?> pool) {
        pools.remove(pool.name(), pool);
    }
}
