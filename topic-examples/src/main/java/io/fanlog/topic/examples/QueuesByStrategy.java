package io.fanlog.topic.examples;

import io.fanlog.topic.Topics;
import io.fanlog.topic.worker.JobQueue;
import io.fanlog.topic.worker.SourceStrategy;
import io.fanlog.topic.worker.WorkerPool;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Several queues feed one pool; a strategy says which one the next batch comes from. */
public final class QueuesByStrategy {
    public static void main(String[] args) {
        run("priority", SourceStrategy.PRIORITY);
        run("round robin", SourceStrategy.ROUND_ROBIN);
        run("max length", SourceStrategy.MAX_LENGTH);
        run("min length", SourceStrategy.MIN_LENGTH);
        run("the user's own", ready -> ready.get(ready.size() - 1)); // the least important one first
    }

    private static void run(String name, SourceStrategy strategy) {
        Queue<String> order = new ConcurrentLinkedQueue<>();
        try (Topics topics = Topics.create()) {
            WorkerPool<String> pool = topics.pool("pool")
                    .strategy(strategy)
                    .maxBatch(1) // so that each job is a choice of its own
                    .handling((String job) -> {
                        order.add(job);
                    });
            JobQueue<String> bulk = topics.queue("bulk", String.class);
            JobQueue<String> urgent = topics.queue("urgent", String.class);
            pool.bind(bulk, o -> o.priority(10));
            pool.bind(urgent, o -> o.priority(1));
            List.of("b1", "b2", "b3").forEach(job -> bulk.add(job).orThrow());
            List.of("u1", "u2").forEach(job -> urgent.add(job).orThrow());
            pool.start();
        } // closing waits until all have run
        System.out.println(name + ": " + order);
    }
}
