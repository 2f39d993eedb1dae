package io.fanlog.topic.reactor.micrometer;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;

/** What one event loop shows. */
final class LoopMeters {
    static final String TURN = "fanlog.loop.turn";
    static final String STALLS = "fanlog.loop.stalls";

    private final Timer turn;
    private final Counter stalls;

    LoopMeters(MeterRegistry registry, Tags tags) {
        turn = Timer.builder(TURN)
                .tags(tags)
                .description("How long a turn takes in which there was something to do")
                .register(registry);
        stalls = Counter.builder(STALLS)
                .tags(tags)
                .baseUnit("reports")
                .description("Reports of a turn that lasts too long")
                .register(registry);
    }

    /** On the loop. */
    void turned(long nanos) {
        turn.record(nanos, TimeUnit.NANOSECONDS);
    }

    /** On the watchdog's thread. */
    void stalled() {
        stalls.increment();
    }

    void unregister(MeterRegistry registry) {
        registry.remove(turn);
        registry.remove(stalls);
    }
}
