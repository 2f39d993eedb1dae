package io.fanlog.topic.examples;

import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import io.fanlog.topic.worker.WorkerPool;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;

/** A worker pool runs blocking code, so many jobs at a time; the limit may change while it works. */
public final class PoolWithResize {
    public static void main(String[] args) throws InterruptedException {
        Semaphore begun = new Semaphore(0);
        Semaphore mayEnd = new Semaphore(0);
        try (Topics topics = Topics.create()) {
            Topic<Integer> jobs = topics.topic("jobs", Integer.class).build();
            WorkerPool<Integer> pool = topics.pool("pool")
                    .concurrency(2)
                    .handling((Integer job) -> {
                        begun.release();
                        mayEnd.acquire(); // each job lasts until we let it go
                    })
                    .start();
            pool.subscribeTo(jobs);
            IntStream.rangeClosed(1, 8).forEach(job -> jobs.publish(job).orThrow());

            begun.acquire(2);
            System.out.println("concurrency 2: in flight " + pool.stats().inFlight());
            pool.resize(8); // at once, without a pause
            begun.acquire(6);
            System.out.println("concurrency 8: in flight " + pool.stats().inFlight());
            mayEnd.release(8);
            System.out.println("complete: " + pool.drain(Duration.ofSeconds(10)).isComplete());
            System.out.println("succeeded " + pool.stats().succeeded());
        }
    }
}
