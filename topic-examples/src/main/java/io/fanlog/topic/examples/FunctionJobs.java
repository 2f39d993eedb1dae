package io.fanlog.topic.examples;

import io.fanlog.topic.Topics;
import io.fanlog.topic.worker.JobFunction;
import io.fanlog.topic.worker.JobHandle;
import io.fanlog.topic.worker.JobHandler;
import io.fanlog.topic.worker.PoolExecutor;
import io.fanlog.topic.worker.ResultQueue;
import io.fanlog.topic.worker.WorkerPool;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeoutException;

/** Jobs that are functions: a queue of callables, and a pool in the place of an executor service. */
public final class FunctionJobs {
    public static void main(String[] args) throws InterruptedException, ExecutionException, TimeoutException {
        try (Topics topics = Topics.create()) {
            ResultQueue<Callable<Integer>, Integer> sums = topics.pool("sums")
                    .computing(JobFunction.<Integer>calling())
                    .start()
                    .bindQueue();
            JobHandle<Integer> sum = sums.submit(() -> 2 + 2).orThrow();
            System.out.println("sum " + sum.await(Duration.ofSeconds(10)));

            WorkerPool<Runnable> pool = topics.pool("tasks")
                    .concurrency(4)
                    .handling(JobHandler.running())
                    .start();
            ExecutorService executor = PoolExecutor.over(pool); // for libraries that want one
            System.out.println("product " + executor.submit(() -> 6 * 7).get());
            executor.shutdown(); // ends the view, not the pool
            System.out.println("the pool is " + pool.status());
        }
    }
}
