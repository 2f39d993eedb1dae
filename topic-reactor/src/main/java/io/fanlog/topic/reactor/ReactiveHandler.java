package io.fanlog.topic.reactor;

import org.reactivestreams.Publisher;

/**
 * What a pool calls for each job when the job is a publisher: a call of a {@code WebClient}, a query, a pipeline.
 *
 * @param <T> type of the job
 * @param <R> type of its results
 */
@FunctionalInterface
public interface ReactiveHandler<T, R> {
    /**
     * Answers what is to be done for one job; the pool subscribes to it once, at once. Called on the pool's event loop, or
     * on the {@code Scheduler} that the pool was given; on the loop it must not block, and {@code block()} is refused.
     *
     * @param job the job; shared with other subscribers unless its topic has a copier
     * @return its end is the job's end, its values are the job's results
     * @throws Exception whatever it throws fails this job alone, as does returning null
     */
    Publisher<? extends R> handle(T job) throws Exception;
}
