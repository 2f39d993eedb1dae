package io.fanlog.topic.benchmarks.pools;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/** The JDK's executors with one thread, or with a virtual thread for each job. */
final class ExecutorRoundTrips implements RoundTrips {
    private final Baton baton = new Baton();
    private final ExecutorService executor;
    private final boolean hasResults;
    private long added;

    private ExecutorRoundTrips(ExecutorService executor, boolean hasResults) {
        this.executor = executor;
        this.hasResults = hasResults;
    }

    static Starter starter(Supplier<ExecutorService> executor) {
        return () -> new ExecutorRoundTrips(executor.get(), false);
    }

    /** Each job's end is told by its future. */
    static Starter resultStarter(Supplier<ExecutorService> executor) {
        return () -> new ExecutorRoundTrips(executor.get(), true);
    }

    @Override
    public void addAndAwait(int jobs) throws Exception {
        if (hasResults) {
            submitAndAwait(jobs);
            return;
        }
        for (int i = 0; i < jobs; i++) {
            executor.execute(baton::pass);
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
}
