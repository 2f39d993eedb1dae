package io.fanlog.topic.examples;

import io.fanlog.topic.Topics;
import io.fanlog.topic.worker.JobQueue;
import io.fanlog.topic.worker.WorkerPool;
import java.time.Duration;

/** A stopped pool starts nothing and keeps no thread; its queue takes in jobs all the same, and a restart runs them. */
public final class RestartedPool {
    public static void main(String[] args) throws InterruptedException {
        try (Topics topics = Topics.create()) {
            WorkerPool<String> pool = topics.pool("mailer")
                    .handling((String letter) -> System.out.println("sent " + letter))
                    .start();
            JobQueue<String> letters = pool.bindQueue();
            letters.add("first").orThrow();
            System.out.println("idle: " + pool.waitUntilIdle(Duration.ofSeconds(10)));

            pool.stop();
            System.out.println("stopped: " + pool.waitUntilStopped(Duration.ofSeconds(10)));
            letters.add("second").orThrow();
            System.out.println("pending " + pool.stats().pending());

            pool.restart();
            System.out.println("idle again: " + pool.waitUntilIdle(Duration.ofSeconds(10)));
        }
    }
}
