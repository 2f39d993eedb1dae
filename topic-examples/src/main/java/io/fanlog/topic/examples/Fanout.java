package io.fanlog.topic.examples;

import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.Topics;
import io.fanlog.topic.reactor.ReactorTopics;
import io.fanlog.topic.worker.WorkerPool;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Publishes every record once and serves four subscribers at once, each at its own pace. */
final class Fanout {
    /** Small, so that one sees how a slow archive holds the publisher back. */
    private static final int CAPACITY = 256;

    private static final int WORKERS = 4;

    private final Alerts alerts;
    private final GroupCounts counts;
    private final Archive archive;
    private final Dashboard dashboard;

    Fanout(Alerts alerts, GroupCounts counts, Archive archive, Dashboard dashboard) {
        this.alerts = alerts;
        this.counts = counts;
        this.archive = archive;
        this.dashboard = dashboard;
    }

    FanoutResult run(NdjsonReader reader) throws Failure, InterruptedException {
        try (Topics topics = Topics.create()) {
            Topic<JsonRecord> records =
                    topics.topic("records", JsonRecord.class).capacity(CAPACITY).build();
            WorkerPool<JsonRecord> workers = topics.pool("alerts")
                    .concurrency(WORKERS)
                    .handling(alerts::check)
                    .start();
            TopicSubscription alerting = workers.subscribeTo(records, o -> o.label("alerts"));
            CompletableFuture<?> counted = counts.count(ReactorTopics.flux(records, o -> o.label("counts")))
                    .toFuture();
            CompletableFuture<?> archived = archive.write(ReactorTopics.flux(records, o -> o.label("archive")))
                    .toFuture();
            CompletableFuture<?> shown = dashboard
                    .show(ReactorTopics.flux(records, o -> o.label("dashboard").skipToLatest(1)))
                    .toFuture();
            List<Watch> watches = List.of(
                    new Watch(alerting, alerts::checked),
                    new Watch(subscription("counts", records), counts::counted),
                    new Watch(subscription("archive", records), archive::written),
                    new Watch(subscription("dashboard", records), dashboard::shown));

            RecordPublisher publisher = new RecordPublisher(records, watches);
            publisher.publishAll(reader, archived);
            records.complete();
            for (CompletableFuture<?> end : List.of(archived, counted, shown, workers.whenQuiescent())) {
                await(end);
            }
            return new FanoutResult(
                    publisher.published(),
                    publisher.waited(),
                    reader.malformed(),
                    archive.file(),
                    watches.stream().map(Watch::figures).toList());
        }
    }

    /** A Flux has no handle of its own, but the topic knows it by its label. */
    private static TopicSubscription subscription(String label, Topic<?> topic) {
        return topic.subscriptions().stream()
                .filter(subscription -> subscription.label().equals(label))
                .findFirst()
                .orElseThrow();
    }

    private static void await(CompletableFuture<?> end) throws Failure, InterruptedException {
        try {
            end.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Failure failure) {
                throw failure;
            }
            throw new IllegalStateException("a subscriber failed", e.getCause());
        }
    }
}
