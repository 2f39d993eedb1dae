package io.fanlog.topic.benchmarks.pools;

import java.util.concurrent.atomic.LongAdder;

/** One job, which knows how often it has run. Made before the clock starts, so that time and bytes are the pool's. */
final class Job implements Runnable {
    private final JobShape shape;
    private final LongAdder finished;
    private int runs;
    private int value;

    Job(JobShape shape, LongAdder finished) {
        this.shape = shape;
        this.finished = finished;
    }

    JobShape shape() {
        return shape;
    }

    /** Sleeps if that is its shape, on the thread that runs it, and does its steps. */
    @Override
    public void run() {
        if (shape.sleepMillis() > 0) {
            try {
                Thread.sleep(shape.sleepMillis());
            } catch (InterruptedException e) {
                // The run has failed and the pool is closed: the job counts as not run.
                Thread.currentThread().interrupt();
                return;
            }
        }
        runAwake();
    }

    /** Does its steps, for a pool that has let the time pass without a thread. */
    void runAwake() {
        value = shape.loop(value);
        runs++;
        finished.increment();
    }

    /** How often it has run; exact once all have finished. */
    int runs() {
        return runs;
    }
}
