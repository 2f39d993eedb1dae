package io.fanlog.topic.benchmarks.fanout;

import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;

/** How the subscribers of a Flux leave the thread that emits. */
enum ReactorHop {
    /** They do not: they run inside the producer's call. */
    NONE {
        @Override
        Flux<Payload> to(Scheduler scheduler, Flux<Payload> flux) {
            return flux;
        }
    },
    /** {@code publishOn} with its defaults. */
    PUBLISH_ON {
        @Override
        Flux<Payload> to(Scheduler scheduler, Flux<Payload> flux) {
            return flux.publishOn(scheduler);
        }
    },
    /** {@code publishOn} that requests the capacity at once, for a source that has no buffer itself. */
    DEEP_PUBLISH_ON {
        @Override
        Flux<Payload> to(Scheduler scheduler, Flux<Payload> flux) {
            return flux.publishOn(scheduler, FanoutSubject.CAPACITY);
        }
    };

    abstract Flux<Payload> to(Scheduler scheduler, Flux<Payload> flux);
}
