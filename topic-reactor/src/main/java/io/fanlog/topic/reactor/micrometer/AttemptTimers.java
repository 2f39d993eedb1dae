package io.fanlog.topic.reactor.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;

/** How long the attempts of a pool take, those that succeed and those that fail apart. */
final class AttemptTimers {
    static final String NAME = "fanlog.pool.handler";

    private final Timer succeeded;
    private final Timer failed;

    AttemptTimers(MeterRegistry registry, Tags tags) {
        succeeded = timer(registry, tags, "succeeded");
        failed = timer(registry, tags, "failed");
    }

    private static Timer timer(MeterRegistry registry, Tags tags, String outcome) {
        return Timer.builder(NAME)
                .tags(tags.and("outcome", outcome))
                .description("How long the handler runs")
                .register(registry);
    }

    /** On a worker, or the loop. */
    void record(long nanos, boolean hasSucceeded) {
        (hasSucceeded ? succeeded : failed).record(nanos, TimeUnit.NANOSECONDS);
    }

    void unregister(MeterRegistry registry) {
        registry.remove(succeeded);
        registry.remove(failed);
    }
}
