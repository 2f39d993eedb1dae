package io.fanlog.topic.examples;

import io.fanlog.topic.Topics;
import io.fanlog.topic.worker.JobHandle;
import io.fanlog.topic.worker.JobQueue;
import io.fanlog.topic.worker.WorkerPool;

/** At most one job of an id waits: asking ten times for a report that nobody has begun to make makes it once. */
public final class JobsWithoutDuplicates {
    private record Report(String customer) {}

    public static void main(String[] args) {
        try (Topics topics = Topics.create()) {
            WorkerPool<Report> pool =
                    topics.pool("reports").handling((Report report) -> System.out.println("made " + report.customer()));
            JobQueue<Report> reports = pool.bindQueue(o -> o.idGenerator(Report::customer));

            System.out.println("ada: " + reports.add(new Report("ada")));
            System.out.println("ada again: " + reports.add(new Report("ada")));
            JobHandle<?> bob = reports.submit(new Report("bob"));
            System.out.println("bob is closed: " + bob.close()); // it has not started; its id is free again
            System.out.println("bob again: " + reports.add(new Report("bob")));
            pool.start();
        } // makes those two
    }
}
