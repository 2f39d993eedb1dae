package io.fanlog.topic.benchmarks.pools;

import io.fanlog.topic.benchmarks.harness.AllocationMeter;
import io.fanlog.topic.benchmarks.harness.TrialFailure;
import io.fanlog.topic.benchmarks.harness.Workload;

/** One run: add a batch of jobs, wait until they have run, add the next. */
record RoundTripWorkload(RoundTrips.Starter starter, int batch) implements Workload {
    @Override
    public Lap run(long jobs) throws Exception {
        try (RoundTrips pool = starter.start()) {
            AllocationMeter meter = AllocationMeter.withOwn();
            long began = System.nanoTime();
            for (long added = 0; added < jobs; added += batch) {
                pool.addAndAwait((int) Math.min(batch, jobs - added));
            }
            long nanos = System.nanoTime() - began;
            long bytes = meter.allocatedBytes();
            if (pool.finished() != jobs) {
                throw new TrialFailure(pool.finished() + " jobs ran instead of " + jobs);
            }
            return new Lap(nanos, bytes);
        }
    }
}
