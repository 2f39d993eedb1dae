package io.fanlog.topic.reactor.micrometer;

import static io.fanlog.topic.reactor.micrometer.Figure.counter;
import static io.fanlog.topic.reactor.micrometer.Figure.gauge;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicStats;
import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.worker.WorkerPool;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** All meters that are read off something when somebody scrapes, and cost nothing in between. */
final class Figures {
    private static final String MESSAGES = "messages";
    private static final String PUBLISHES = "publishes";
    private static final String SUBSCRIPTIONS = "subscriptions";
    private static final String JOBS = "jobs";

    /** What a topic shows. */
    static final List<Figure<Topic<?>>> OF_TOPICS = ofTopics();

    /** What a subscription shows. */
    static final List<Figure<TopicSubscription>> OF_SUBSCRIPTIONS = List.of(
            counter("fanlog.subscription.delivered", MESSAGES, "Delivered to it", TopicSubscription::received),
            counter("fanlog.subscription.missed", MESSAGES, "It was moved past them", TopicSubscription::missed),
            counter("fanlog.subscription.filtered", MESSAGES, "Rejected by its filter", TopicSubscription::filtered),
            Figure.<TopicSubscription>gauge(
                            "fanlog.subscription.lag",
                            MESSAGES,
                            "Published and not taken by it",
                            TopicSubscription::lag)
                    .largest(),
            gauge("fanlog.subscription.live", SUBSCRIPTIONS, "Attached or detached under this label", live -> 1));

    /** What a pool shows. */
    static final List<Figure<WorkerPool<?>>> OF_POOLS = List.of(
            counter(
                    "fanlog.pool.submitted",
                    JOBS,
                    "Taken or received",
                    pool -> pool.stats().submitted()),
            Figure.<WorkerPool<?>>counter(
                            "fanlog.pool.completed",
                            JOBS,
                            "Ended, well or not",
                            pool -> pool.stats().succeeded())
                    .tagged("outcome", "succeeded"),
            Figure.<WorkerPool<?>>counter(
                            "fanlog.pool.completed",
                            JOBS,
                            "Ended, well or not",
                            pool -> pool.stats().failed())
                    .tagged("outcome", "failed"),
            gauge(
                    "fanlog.pool.in.flight",
                    JOBS,
                    "Running now",
                    pool -> pool.stats().inFlight()),
            gauge(
                    "fanlog.pool.pending",
                    JOBS,
                    "Submitted and not started",
                    pool -> pool.stats().pending()),
            gauge("fanlog.pool.concurrency", JOBS, "How many may run at once", WorkerPool::concurrency),
            gauge(
                    "fanlog.pool.idle.workers",
                    "workers",
                    "Kept with nothing to do",
                    pool -> pool.stats().idleWorkers()));

    private Figures() {}

    private static List<Figure<Topic<?>>> ofTopics() {
        List<Figure<Topic<?>>> all = new ArrayList<>();
        all.add(counter(
                "fanlog.topic.published",
                MESSAGES,
                "Stored since it was created",
                topic -> topic.stats().published()));
        for (PublishResult reason : PublishResult.values()) {
            if (reason != PublishResult.OK) {
                all.add(Figure.<Topic<?>>counter(
                                "fanlog.topic.refused",
                                PUBLISHES,
                                "Refused, by reason",
                                topic -> refused(topic, reason))
                        .tagged("reason", reason.name().toLowerCase(Locale.ROOT)));
            }
        }
        all.add(gauge("fanlog.topic.stored", MESSAGES, "Still in the log", topic -> stored(topic.stats())));
        all.add(Figure.<Topic<?>>gauge(
                        "fanlog.topic.lag", MESSAGES, "Of the subscription that is furthest behind", Figures::lag)
                .largest());
        all.add(Figure.<Topic<?>>gauge(
                        "fanlog.topic.capacity",
                        MESSAGES,
                        "How far the slowest gating subscription may be behind",
                        Topic::capacity)
                .largest());
        all.add(gauge(
                "fanlog.topic.waiters",
                PUBLISHES,
                "Waiting for room",
                topic -> topic.stats().waiters()));
        all.add(gauge(
                "fanlog.topic.subscriptions",
                SUBSCRIPTIONS,
                "Attached or detached",
                topic -> topic.stats().subscriptions()));
        return List.copyOf(all);
    }

    private static long refused(Topic<?> topic, PublishResult reason) {
        return topic.stats().refused().getOrDefault(reason, 0L);
    }

    private static long stored(TopicStats stats) {
        return stats.tail() - stats.head();
    }

    private static long lag(Topic<?> topic) {
        return topic.stats().slowest().map(TopicSubscription::lag).orElse(0L);
    }
}
