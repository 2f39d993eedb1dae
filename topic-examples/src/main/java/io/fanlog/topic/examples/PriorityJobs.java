package io.fanlog.topic.examples;

import io.fanlog.topic.Topics;
import io.fanlog.topic.worker.JobQueue;
import io.fanlog.topic.worker.WorkerPool;

/** The lowest number goes first, and among equal numbers who came first. */
public final class PriorityJobs {
    public static void main(String[] args) {
        try (Topics topics = Topics.create()) {
            WorkerPool<String> desk = topics.pool("desk").handling((String patient) -> System.out.println(patient));
            JobQueue<String> waiting = desk.bindQueue(o -> o.byPriority(5));
            waiting.add("sore throat").orThrow(); // 5, the default
            waiting.add("broken arm", o -> o.priority(2)).orThrow();
            waiting.add("cough").orThrow();
            waiting.add("heart attack", o -> o.priority(1)).orThrow();
            desk.start(); // they were all there before anybody was called
        } // closing waits until all were called
    }
}
