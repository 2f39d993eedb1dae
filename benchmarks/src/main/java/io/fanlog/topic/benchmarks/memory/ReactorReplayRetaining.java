package io.fanlog.topic.benchmarks.memory;

import java.util.concurrent.atomic.LongAdder;
import reactor.core.publisher.Sinks;

/** Reactor's replaying sink with a limit; subscribers run on the publishing thread. */
final class ReactorReplayRetaining implements RetainingSubject {
    private final Sinks.Many<Object> sink = Sinks.many().replay().limit(RETAINED);
    private final CountingSubscribers counting;

    ReactorReplayRetaining(int subscribers) {
        counting = new CountingSubscribers(subscribers);
        for (int i = 0; i < subscribers; i++) {
            int subscriber = i;
            sink.asFlux().subscribe(payload -> counting.count(subscriber));
        }
    }

    @Override
    public void publish(Object payload) {
        sink.tryEmitNext(payload).orThrow();
    }

    @Override
    public long received() {
        return counting.slowest();
    }

    @Override
    public long countRetained() {
        LongAdder count = new LongAdder();
        sink.asFlux().subscribe(payload -> count.increment()).dispose();
        return count.sum();
    }

    @Override
    public void close() {
        sink.tryEmitComplete().orThrow();
    }
}
