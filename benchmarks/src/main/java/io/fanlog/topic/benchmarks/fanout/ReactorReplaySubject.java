package io.fanlog.topic.benchmarks.fanout;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.core.publisher.Sinks.EmitFailureHandler;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Reactor's replaying sink with a limit, each subscriber behind {@code publishOn}. It never refuses and keeps whatever a
 * subscriber has still to read, so a {@link Window} holds the producers back. A fused subscriber takes its place when it
 * polls for the first time, and by then may have lost what the limit had dropped before: the limit is as large as the
 * window, so that nothing is dropped by then.
 */
final class ReactorReplaySubject implements FanoutSubject {
    private static final Duration BUSY_LOOPING = Duration.ofMinutes(10);

    private final Sinks.Many<Payload> sink = Sinks.many().replay().limit(CAPACITY);
    private final EmitFailureHandler busyLooping = EmitFailureHandler.busyLooping(BUSY_LOOPING);
    private final Scheduler scheduler = Schedulers.newParallel("reactor-subscriber");
    private final Window window;

    private ReactorReplaySubject(int producers, List<CheckingSubscriber> subscribers) {
        window = new Window(producers, subscribers.size());
        Flux<Payload> replayed = sink.asFlux().publishOn(scheduler);
        for (int i = 0; i < subscribers.size(); i++) {
            CheckingSubscriber checking = subscribers.get(i);
            Consumer<Payload> passing = window.passing(i, checking);
            replayed.subscribe(passing, checking::failed);
        }
    }

    static Starter starter() {
        return ReactorReplaySubject::new;
    }

    @Override
    public void publish(Payload payload) {
        window.awaitRoom(payload);
        sink.emitNext(payload, busyLooping);
    }

    @Override
    public void close() {
        scheduler.dispose();
    }
}
