package io.fanlog.topic.internal.worker;

import io.fanlog.topic.internal.dispatch.EventLoop;
import io.fanlog.topic.worker.QueueOptions;
import io.fanlog.topic.worker.ResultPool;
import io.fanlog.topic.worker.ResultQueue;
import io.fanlog.topic.worker.SourceOptions;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A pool whose workers compute R. */
final class ComputingPool<T, R extends @Nullable Object> extends LoopPool<T> implements ResultPool<T, R> {
    ComputingPool(PoolConfig config, EventLoop loop, Staffing staffing, PoolRegistry registry) {
        super(config, loop, staffing, registry);
    }

    @Override
    public ResultPool<T, R> start() {
        super.start();
        return this;
    }

    @Override
    public ResultQueue<T, R> bindQueue(
            UnaryOperator<QueueOptions<T>> options, UnaryOperator<SourceOptions> sourceOptions) {
        QueueOptions<T> chosen = queues.named(name(), options);
        return bindOwn(new LocalResultQueue<T, R>(chosen.name(), chosen, queues::closed), chosen(sourceOptions));
    }

    @Override
    public void bind(ResultQueue<? extends T, ? super R> queue, UnaryOperator<SourceOptions> options) {
        join(LocalQueue.of(queue), chosen(options));
    }
}
