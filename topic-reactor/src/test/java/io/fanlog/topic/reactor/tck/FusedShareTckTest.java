package io.fanlog.topic.reactor.tck;

import java.util.Objects;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** The rules of Reactive Streams for a shared Flux that is fused into {@code publishOn}. */
public class FusedShareTckTest extends ShareTckTest {
    @Override
    Publisher<Integer> brought(Flux<Integer> flux) {
        Flux<Integer> fused = flux.publishOn(Schedulers.parallel());
        return subscriber -> fused.subscribe(new BadRequestsToTheTopic(Objects.requireNonNull(subscriber)));
    }
}
