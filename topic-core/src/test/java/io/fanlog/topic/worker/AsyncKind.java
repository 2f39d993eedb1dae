package io.fanlog.topic.worker;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes pools without threads of handlers that would have one: each job ends at once, or on another thread. */
final class AsyncKind implements AutoCloseable {
    private final ExecutorService others = Executors.newFixedThreadPool(3);
    private final AtomicInteger begun = new AtomicInteger();

    /** The options, whose {@code handling} is {@code handlingAsync}. */
    PoolBuilder of(PoolBuilder real) {
        return (PoolBuilder) Proxy.newProxyInstance(
                PoolBuilder.class.getClassLoader(), new Class<?>[] {PoolBuilder.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("handling")) {
                        return real.handlingAsync(async((JobHandler<?>) arguments[arguments.length - 1]));
                    }
                    try {
                        Object answer = method.invoke(real, arguments);
                        return answer == real ? proxy : answer;
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                });
    }

    private <T> AsyncJobHandler<T> async(JobHandler<T> handler) {
        return job -> {
            if (begun.getAndIncrement() % 3 == 0) {
                return CompletableFuture.runAsync(() -> runUnchecked(handler, job), others);
            }
            handler.handle(job);
            return CompletableFuture.completedStage(null);
        };
    }

    /** A job that always ends on another thread. */
    <T> CompletionStage<?> elsewhere(JobHandler<? super T> handler, T job) {
        return CompletableFuture.runAsync(() -> runUnchecked(handler, job), others);
    }

    private static <T> void runUnchecked(JobHandler<? super T> handler, T job) {
        try {
            handler.handle(job);
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }

    @Override
    public void close() {
        others.shutdownNow();
    }
}
