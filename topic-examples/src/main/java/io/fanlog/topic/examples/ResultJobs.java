package io.fanlog.topic.examples;

import io.fanlog.topic.Topics;
import io.fanlog.topic.worker.JobHandle;
import io.fanlog.topic.worker.ResultQueue;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;

/** A pool that computes: who submits a job gets its result, or what went wrong, as a future or by waiting. */
public final class ResultJobs {
    public static void main(String[] args) throws InterruptedException, TimeoutException {
        try (Topics topics = Topics.create()) {
            ResultQueue<String, Integer> numbers = topics.pool("numbers")
                    .concurrency(2)
                    .computing((String text) -> Integer.parseInt(text))
                    .start()
                    .bindQueue();
            JobHandle<Integer> good = numbers.submit("42").orThrow(); // accepted, or says why not
            JobHandle<Integer> bad = numbers.submit("forty-two").orThrow();

            System.out.println("by future: " + good.result().join());
            try {
                System.out.println("by waiting: " + bad.await(Duration.ofSeconds(10)));
            } catch (ExecutionException failed) {
                System.out.println("failed: " + failed.getMessage());
            }
        }
    }
}
