package io.fanlog.topic.examples;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Publishes record after record, waiting for room where a gating subscriber is behind. */
final class RecordPublisher {
    private final Topic<JsonRecord> topic;
    private final List<Watch> watches;
    private long published;
    private long waited;

    RecordPublisher(Topic<JsonRecord> topic, List<Watch> watches) {
        this.topic = topic;
        this.watches = watches;
    }

    /** Publishes all that is read, or stops when a subscriber that must not fail has done so. */
    void publishAll(NdjsonReader reader, CompletableFuture<?> essential) throws Failure, InterruptedException {
        for (JsonRecord record = reader.next();
                record != null && !essential.isCompletedExceptionally();
                record = reader.next()) {
            publish(record);
            watches.forEach(Watch::look);
        }
    }

    private void publish(JsonRecord record) throws InterruptedException {
        CompletableFuture<PublishResult> admitted = topic.publishAsync(record);
        if (!admitted.isDone()) {
            waited++;
        }
        try {
            admitted.get().orThrow();
        } catch (ExecutionException e) {
            throw new AssertionError("publishAsync never fails", e);
        }
        published++;
    }

    long published() {
        return published;
    }

    long waited() {
        return waited;
    }
}
