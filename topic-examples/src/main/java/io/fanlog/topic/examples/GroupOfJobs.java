package io.fanlog.topic.examples;

import io.fanlog.topic.Topics;
import io.fanlog.topic.worker.Job;
import io.fanlog.topic.worker.JobGroup;
import io.fanlog.topic.worker.ResultPool;
import io.fanlog.topic.worker.ResultQueue;
import java.time.Duration;
import java.util.stream.Stream;

/** Jobs that are added together are watched together: how many were refused and why, and each result as it comes. */
public final class GroupOfJobs {
    public static void main(String[] args) {
        try (Topics topics = Topics.create()) {
            ResultPool<String, String> kitchen = topics.pool("kitchen").computing((String dish) -> dish + " is ready");
            ResultQueue<String, String> orders =
                    kitchen.bindQueue(o -> o.capacity(3).idGenerator(dish -> dish));

            JobGroup<String> table = orders.addAll(Stream.of("soup", "fish", "soup", "cake", "tea")
                    .map(Job::of)
                    .toList());
            System.out.println("accepted " + table.accepted() + " of " + table.total());
            System.out.println(
                    "refused " + table.refusals()); // the second soup waits already, and the tea finds no room
            kitchen.start();
            table.results(Duration.ofSeconds(10)).forEach(System.out::println); // as they come
            System.out.println("done " + table.done());
        }
    }
}
