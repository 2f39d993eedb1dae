package io.fanlog.topic.reactor;

import io.fanlog.topic.spi.JobEnd;
import io.fanlog.topic.spi.JobStarter;
import io.fanlog.topic.worker.PoolStateException;
import io.fanlog.topic.worker.WorkerPool;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.Exceptions;
import reactor.core.Fuseable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.Scheduler;

/**
 * Begins a pool's jobs: asks the handler for a publisher and subscribes a {@link JobFlow} to it.
 *
 * @param <T> type of the jobs
 * @param <R> type of the results
 */
final class FlowStarter<T, R> implements JobStarter<T> {
    private final ReactiveHandler<? super T, ? extends R> handler;
    private final @Nullable Scheduler scheduler;
    private final @Nullable PoolResults<R> results;
    private final boolean stopsOnError;

    /** Set before the pool is started. */
    private volatile @Nullable WorkerPool<?> pool;

    FlowStarter(
            ReactiveHandler<? super T, ? extends R> handler,
            @Nullable Scheduler scheduler,
            @Nullable PoolResults<R> results,
            boolean stopsOnError) {
        this.handler = handler;
        this.scheduler = scheduler;
        this.results = results;
        this.stopsOnError = stopsOnError;
    }

    void serve(WorkerPool<?> made) {
        pool = made;
    }

    // The pool's event loop.

    @Override
    public void start(T job, JobEnd end) {
        JobFlow<R> flow = results == null ? new DroppedFlow<>(end) : results.begin(end);
        end.onCancel(flow);
        if (scheduler == null) {
            subscribe(job, flow);
            return;
        }
        try {
            Objects.requireNonNull(scheduler.schedule(() -> subscribe(job, flow)));
        } catch (Throwable refused) {
            failToBegin(flow, refused);
        }
    }

    private void subscribe(T job, JobFlow<R> flow) {
        if (flow.isCancelled()) {
            return;
        }
        try {
            @SuppressWarnings("unchecked") // what it emits is read only
            Publisher<R> publisher =
                    (Publisher<R>) Objects.requireNonNull(handler.handle(job), "the handler returned null");
            subscribe(publisher, flow);
        } catch (Throwable thrown) {
            failToBegin(flow, thrown);
        }
    }

    private static <R> void subscribe(Publisher<R> publisher, JobFlow<R> flow) throws Exception {
        if (publisher instanceof Mono || publisher instanceof Fuseable.ScalarCallable) {
            flow.expectOne();
        }
        if (publisher instanceof Fuseable.ScalarCallable<?>) { // has its value at hand, if any: spares a subscription
            @SuppressWarnings("unchecked") // it is both
            R result = ((Fuseable.ScalarCallable<R>) publisher).call();
            if (result != null) {
                flow.onNext(result);
            }
            flow.onComplete();
        } else {
            Operators.toFluxOrMono(publisher).subscribe(flow);
        }
    }

    private static void failToBegin(JobFlow<?> flow, Throwable thrown) {
        flow.onError(thrown);
        if (!(thrown instanceof StackOverflowError)) {
            Exceptions.throwIfJvmFatal(thrown);
        }
    }

    @Override
    public void onFailed(Throwable error) {
        if (!stopsOnError) {
            return;
        }
        WorkerPool<?> failing = Objects.requireNonNull(pool);
        try {
            failing.stop();
        } catch (PoolStateException draining) {
            failing.close();
        }
        if (results != null) {
            results.fail(error);
        }
    }

    @Override
    public void onClosed() {
        if (results != null) {
            results.close();
        }
    }
}
