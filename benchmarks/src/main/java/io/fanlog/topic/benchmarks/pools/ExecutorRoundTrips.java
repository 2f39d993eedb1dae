package io.fanlog.topic.benchmarks.pools;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The JDK's executors with one thread, or with a virtual thread for each job. */
final class ExecutorRoundTrips implements RoundTrips {
    private final Baton baton = new Baton();
    private final ExecutorService executor;
    private final Kind kind;
    private long added;

    private ExecutorRoundTrips(ExecutorService executor, Kind kind) {
        this.executor = executor;
        this.kind = kind;
    }

    static Starter starter(Supplier<ExecutorService> executor) {
        return () -> new ExecutorRoundTrips(executor.get(), Kind.EXECUTE);
    }

    /** Each job's end is told by its future. */
    static Starter resultStarter(Supplier<ExecutorService> executor) {
        return () -> new ExecutorRoundTrips(executor.get(), Kind.SUBMIT);
    }

    /** The JDK's pool over its own priority queue. */
    static Starter priorityStarter() {
        return () -> new ExecutorRoundTrips(
                new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new PriorityBlockingQueue<>()), Kind.PRIORITY);
    }

    @Override
    public void addAndAwait(int jobs) throws Exception {
        if (kind == Kind.SUBMIT) {
            submitAndAwait(jobs);
            return;
        }
        for (int i = 0; i < jobs; i++) {
            executor.execute(kind == Kind.PRIORITY ? new Prioritized(Priorities.of(i), baton) : baton::pass);
        }
        added += jobs;
        baton.await(added);
    }

    private void submitAndAwait(int jobs) throws Exception {
        if (jobs == 1) {
            executor.submit(baton::pass).get();
            return;
        }
        List<Future<?>> results = new ArrayList<>(jobs);
        for (int i = 0; i < jobs; i++) {
            results.add(executor.submit(baton::pass));
        }
        for (Future<?> result : results) {
            result.get();
        }
    }

    @Override
    public long finished() {
        return baton.finished();
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }

    private enum Kind {
        EXECUTE,
        SUBMIT,
        PRIORITY
    }

    private record Prioritized(int priority, Baton baton) implements Runnable, Comparable<Prioritized> {
        @Override
        public void run() {
            baton.pass();
        }

        @Override
        public int compareTo(Prioritized other) {
            return Integer.compare(priority, other.priority);
        }
    }
}
