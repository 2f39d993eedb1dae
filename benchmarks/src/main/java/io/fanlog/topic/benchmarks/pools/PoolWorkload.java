package io.fanlog.topic.benchmarks.pools;

import io.fanlog.topic.benchmarks.harness.AllocationMeter;
import io.fanlog.topic.benchmarks.harness.PeakHeap;
import io.fanlog.topic.benchmarks.harness.TrialFailure;
import io.fanlog.topic.benchmarks.harness.Workload;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** One run: the producers hand in their shares, and the clock stops when all jobs have run. Then each job is asked. */
final class PoolWorkload implements Workload {
    private static final long TIMEOUT_NANOS = 120_000_000_000L;

    /** How often one looks whether all have run; the jobs themselves tell nobody, so that the pool's cost is what shows. */
    private static final long LOOK_NANOS = 50_000;

    private final PoolSubject.Starter starter;
    private final JobShape shape;
    private final ProducerPattern pattern;
    private final int concurrency;

    PoolWorkload(PoolSubject.Starter starter, JobShape shape, ProducerPattern pattern, int concurrency) {
        this.starter = starter;
        this.shape = shape;
        this.pattern = pattern;
        this.concurrency = concurrency;
    }

    @Override
    public Lap run(long count) throws Exception {
        LongAdder finished = new LongAdder();
        Job[] jobs = new Job[Math.toIntExact(count)];
        for (int i = 0; i < jobs.length; i++) {
            jobs[i] = new Job(shape, finished);
        }
        Lap lap;
        try (PoolSubject subject = starter.start(concurrency);
                Producing producing = new Producing(subject, jobs, Math.min(pattern.producers(), jobs.length))) {
            AllocationMeter meter = new AllocationMeter();
            PeakHeap peak = new PeakHeap();
            long began = System.nanoTime();
            producing.begin(pattern.needsVirtualThreads());
            long ended = awaitAll(finished, jobs.length, producing.failure, began + TIMEOUT_NANOS);
            lap = new Lap(ended - began, meter.allocatedBytes(), peak.growthBytes());
        }
        verify(jobs);
        return lap;
    }

    private static long awaitAll(
            LongAdder finished, int all, AtomicReference<@Nullable Throwable> failure, long deadline)
            throws TrialFailure {
        while (finished.sum() < all) {
            Throwable cause = failure.get();
            if (cause != null) {
                throw new TrialFailure("a producer failed: " + cause, cause);
            }
            if (System.nanoTime() - deadline > 0) {
                throw new TrialFailure(finished.sum() + " of " + all + " jobs had run when the time was over");
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return System.nanoTime();
    }

    private static void verify(Job[] jobs) throws TrialFailure {
        int wrong = 0;
        for (Job job : jobs) {
            if (job.runs() != 1) {
                wrong++;
            }
        }
        if (wrong > 0) {
            throw new TrialFailure(wrong + " of " + jobs.length + " jobs did not run exactly once");
        }
    }

    /** The producers. Threads of the platform stay until the run is measured, since ended ones cannot be asked for bytes. */
    private static final class Producing implements AutoCloseable {
        private final PoolSubject subject;
        private final Job[] jobs;
        private final int producers;
        private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<@Nullable Throwable>();
        private final CountDownLatch measured = new CountDownLatch(1);

        private Producing(PoolSubject subject, Job[] jobs, int producers) {
            this.subject = subject;
            this.jobs = jobs;
            this.producers = producers;
        }

        private void begin(boolean onVirtualThreads) {
            if (onVirtualThreads) {
                ExecutorService threads = VirtualThreads.perTaskExecutor();
                for (int i = 0; i < producers; i++) {
                    int producer = i;
                    threads.execute(() -> handIn(producer));
                }
                threads.shutdown();
                return;
            }
            for (int i = 0; i < producers; i++) {
                int producer = i;
                Thread thread = new Thread(() -> handInAndStay(producer), "producer-" + i);
                thread.setDaemon(true);
                thread.start();
            }
        }

        private void handInAndStay(int producer) {
            handIn(producer);
            try {
                measured.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void handIn(int producer) {
            int end = share(producer + 1);
            try {
                for (int i = share(producer); i < end; i++) {
                    subject.submit(jobs[i]);
                }
            } catch (Exception | LinkageError | AssertionError e) {
                failure.compareAndSet(null, e);
            }
        }

        private int share(int producer) {
            return Math.toIntExact((long) jobs.length * producer / producers);
        }

        @Override
        public void close() {
            measured.countDown();
        }
    }
}
