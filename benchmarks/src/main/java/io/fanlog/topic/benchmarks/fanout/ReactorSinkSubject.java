package io.fanlog.topic.benchmarks.fanout;

import java.time.Duration;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.SignalType;
import reactor.core.publisher.Sinks;
import reactor.core.publisher.Sinks.EmitFailureHandler;
import reactor.core.publisher.Sinks.EmitResult;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.util.concurrent.Queues;

/**
 * Reactor's own fan-out where the producer is told of a full buffer: a multicast sink with a bounded buffer, a direct one
 * that refuses while a subscriber has no demand, or a unicast one that is shared by {@code publish().autoConnect(n)}.
 * Several producers use the busy looping handler, as its docs advise. The sinks answer FAIL_OVERFLOW when there is no room;
 * the producer then tries again, since {@code emitNext} without a handler would end the sink.
 */
final class ReactorSinkSubject implements FanoutSubject {
    /** Long enough for a run; the handler counts from when it is made, and making one for each message would cost. */
    private static final Duration BUSY_LOOPING = Duration.ofMinutes(10);

    private final Sinks.Many<Payload> sink;
    private final EmitFailureHandler busyLooping = EmitFailureHandler.busyLooping(BUSY_LOOPING);
    private final Scheduler scheduler = Schedulers.newParallel("reactor-subscriber");

    private ReactorSinkSubject(
            Sinks.Many<Payload> sink, Flux<Payload> shared, ReactorHop hop, List<CheckingSubscriber> subscribers) {
        this.sink = sink;
        for (CheckingSubscriber subscriber : subscribers) {
            hop.to(scheduler, shared).subscribe(subscriber::accept, subscriber::failed);
        }
    }

    static Starter multicastStarter(ReactorHop hop) {
        return (producers, subscribers) -> {
            Sinks.Many<Payload> sink = Sinks.many().multicast().onBackpressureBuffer(CAPACITY, false);
            return new ReactorSinkSubject(sink, sink.asFlux(), hop, subscribers);
        };
    }

    static Starter directStarter(ReactorHop hop) {
        return (producers, subscribers) -> {
            Sinks.Many<Payload> sink = Sinks.many().multicast().directAllOrNothing();
            return new ReactorSinkSubject(sink, sink.asFlux(), hop, subscribers);
        };
    }

    static Starter autoConnectStarter(ReactorHop hop) {
        return (producers, subscribers) -> {
            Sinks.Many<Payload> sink = Sinks.many()
                    .unicast()
                    .onBackpressureBuffer(Queues.<Payload>get(CAPACITY).get());
            Flux<Payload> shared = sink.asFlux().publish(CAPACITY).autoConnect(subscribers.size());
            return new ReactorSinkSubject(sink, shared, hop, subscribers);
        };
    }

    @Override
    public void publish(Payload payload) {
        int tries = 0;
        EmitResult result = sink.tryEmitNext(payload);
        while (result != EmitResult.OK) {
            if (result == EmitResult.FAIL_OVERFLOW) {
                tries++;
                Backoff.pause(tries);
            } else if (!busyLooping.onEmitFailure(SignalType.ON_NEXT, result)) {
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
