package io.fanlog.topic.worker;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A pool that computes a result for each job. Whoever {@linkplain ResultQueue#submit submits} a job to one of its queues
 * gets the result; for jobs from topics, publishers, and by {@link JobQueue#add} it is dropped.
 *
 * <pre>{@code
 * ResultQueue<Order, Receipt> orders = topics.pool("orders").computing(this::ship).start().bindQueue();
 * Receipt receipt = orders.submit(order).await(Duration.ofSeconds(5));
 * }</pre>
 *
 * @param <T> type of the jobs
 * @param <R> type of the results
 */
public interface ResultPool<T, R extends @Nullable Object> extends WorkerPool<T> {
    @Override
    ResultPool<T, R> start();

    @Override
    default ResultQueue<T, R> bindQueue() {
        return bindQueue(o -> o);
    }

    @Override
    default ResultQueue<T, R> bindQueue(UnaryOperator<QueueOptions<T>> options) {
        return bindQueue(options, o -> o);
    }

    @Override
    ResultQueue<T, R> bindQueue(UnaryOperator<QueueOptions<T>> options, UnaryOperator<SourceOptions> sourceOptions);

    /**
     * Takes jobs from a queue that another pool made; as {@link WorkerPool#bind(JobQueue)}.
     *
     * @param queue whose jobs have results of a type that takes this pool's
     * @throws PoolStateException if draining, stopping, stopped or closed
     * @throws IllegalStateException if it is bound to this pool already, or closed
     */
    default void bind(ResultQueue<? extends T, ? super R> queue) {
        bind(queue, o -> o);
    }

    /**
     * Takes jobs from a queue that another pool made; as {@link WorkerPool#bind(JobQueue, UnaryOperator)}.
     *
     * @param queue whose jobs have results of a type that takes this pool's
     * @param options where it stands among the sources of this pool
     * @throws PoolStateException if draining, stopping, stopped or closed
     * @throws IllegalStateException if it is bound to this pool already, or closed
     */
    void bind(ResultQueue<? extends T, ? super R> queue, UnaryOperator<SourceOptions> options);
}
