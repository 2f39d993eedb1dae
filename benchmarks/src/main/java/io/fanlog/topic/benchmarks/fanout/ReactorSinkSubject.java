package io.fanlog.topic.benchmarks.fanout;

import java.time.Duration;
import java.util.List;
import reactor.core.publisher.Sinks;
import reactor.core.publisher.Sinks.EmitFailureHandler;
import reactor.core.publisher.Sinks.EmitResult;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Reactor's own fan-out: a multicast sink with a bounded buffer, each subscriber behind {@code publishOn}. Several
 * producers use the busy looping handler, as its docs advise. The sink answers FAIL_OVERFLOW when the slowest subscriber is
 * a buffer behind; the producer then tries again, since {@code emitNext} without a handler would end the sink.
 */
final class ReactorSinkSubject implements FanoutSubject {
    /** Long enough for a run; the handler counts from when it is made, and making one for each message would cost. */
    private static final Duration BUSY_LOOPING = Duration.ofMinutes(10);

    private final Sinks.Many<Payload> sink = Sinks.many().multicast().onBackpressureBuffer(CAPACITY, false);
    private final EmitFailureHandler busyLooping = EmitFailureHandler.busyLooping(BUSY_LOOPING);
    private final Scheduler scheduler = Schedulers.newParallel("reactor-subscriber");

    private ReactorSinkSubject(List<CheckingSubscriber> subscribers) {
        for (CheckingSubscriber subscriber : subscribers) {
            sink.asFlux().publishOn(scheduler).subscribe(subscriber::accept, subscriber::failed);
        }
    }

    static Starter starter() {
        return (producers, subscribers) -> new ReactorSinkSubject(subscribers);
    }

    @Override
    public void publish(Payload payload) {
        int tries = 0;
        EmitResult result = sink.tryEmitNext(payload);
        while (result != EmitResult.OK) {
            if (result == EmitResult.FAIL_OVERFLOW) {
                tries++;
                Backoff.pause(tries);
            } else if (!busyLooping.onEmitFailure(reactor.core.publisher.SignalType.ON_NEXT, result)) {
                throw new Sinks.EmissionException(result);
            }
            result = sink.tryEmitNext(payload);
        }
    }

    @Override
    public void close() {
        scheduler.dispose();
    }
}
