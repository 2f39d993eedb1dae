package io.fanlog.topic.internal.worker;

import io.fanlog.topic.worker.DrainReport;
import io.fanlog.topic.worker.PoolStats;
import java.util.concurrent.CompletableFuture;

/** One drain of a pool, from its begin to its report. Any thread. */
final class Drain {
    private final CompletableFuture<DrainReport> report = new CompletableFuture<>();
    private final long completedBefore;

    /** Begins with the pool's figures of that moment. */
    Drain(PoolStats before) {
        completedBefore = before.completed();
    }

    /** Completes with what was done. */
    CompletableFuture<DrainReport> report() {
        return report.copy();
    }

    boolean isEnded() {
        return report.isDone();
    }

    /** Ends it: what is not completed in these figures is abandoned. */
    void end(PoolStats stats, long untaken) {
        report.complete(
                new DrainReport(stats.completed() - completedBefore, stats.pending(), untaken, stats.inFlight()));
    }
}
