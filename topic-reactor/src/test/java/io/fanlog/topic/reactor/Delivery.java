package io.fanlog.topic.reactor;

import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** The ways in which a message reaches a subscriber of a Flux. The same tests run over all of them. */
enum Delivery {
    /** The loop calls the subscriber. */
    ON_LOOP,
    /** The thread behind {@code publishOn} polls the cursor. */
    FUSED_INTO_PUBLISH_ON,
    /** The loop fills the queue of {@code publishOn}. */
    QUEUED_BY_PUBLISH_ON;

    <T> Flux<T> of(Flux<T> flux) {
        return switch (this) {
            case ON_LOOP -> flux;
            case FUSED_INTO_PUBLISH_ON -> flux.publishOn(Schedulers.parallel());
            case QUEUED_BY_PUBLISH_ON -> flux.hide().publishOn(Schedulers.parallel());
        };
    }
}
