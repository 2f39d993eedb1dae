package io.fanlog.topic.worker;

import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * An item for {@link JobQueue#addAll}: a job with an id and a priority of its own.
 *
 * @param payload what the handler gets
 * @param options its id and priority
 * @param <T> type of the payload
 */
public record Job<T>(T payload, JobOptions options) {
    /**
     * Checks that both are there.
     *
     * @param payload not null
     * @param options not null
     */
    public Job {
        Objects.requireNonNull(payload, "payload");
        Objects.requireNonNull(options, "options");
    }

    /**
     * A job with neither id nor priority.
     *
     * @param payload not null
     * @param <T> type of the payload
     * @return a job
     */
    public static <T> Job<T> of(T payload) {
        return new Job<>(payload, JobOptions.NONE);
    }

    /**
     * A job with an id or a priority.
     *
     * @param payload not null
     * @param options {@code o -> o.id("7").priority(1)}
     * @param <T> type of the payload
     * @return a job
     */
    public static <T> Job<T> of(T payload, UnaryOperator<JobOptions> options) {
        return new Job<>(payload, options.apply(JobOptions.NONE));
    }
}
