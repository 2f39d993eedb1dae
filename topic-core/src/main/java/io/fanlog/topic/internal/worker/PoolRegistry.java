package io.fanlog.topic.internal.worker;

import io.fanlog.topic.internal.dispatch.LoopGroup;
import io.fanlog.topic.spi.TopicObserver;
import io.fanlog.topic.worker.PoolBuilder;
import io.fanlog.topic.worker.WorkerPool;
import java.time.Duration;
import java.util.List;

/** The worker pools of one {@link io.fanlog.topic.Topics}, by name. */
public final class PoolRegistry {
    /** No pools yet. */
    public PoolRegistry(LoopGroup group, TopicObserver observer) {
        throw new UnsupportedOperationException("skeleton " + group + observer);
    }

    /** Begins a pool. */
    public PoolBuilder pool(String name) {
        throw new UnsupportedOperationException(name);
    }

    /** The pools that have not been closed, by name. */
    public List<WorkerPool<?>> list() {
        return List.of();
    }

    /** Drains all. */
    public boolean close(Duration timeout) {
        return timeout.isZero();
    }
}
