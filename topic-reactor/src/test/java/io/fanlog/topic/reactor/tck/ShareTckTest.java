package io.fanlog.topic.reactor.tck;

import io.fanlog.topic.reactor.ReactorTopics;
import io.fanlog.topic.reactor.SharedFlux;
import io.fanlog.topic.testing.TckTopics;
import java.util.Objects;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import reactor.core.publisher.Flux;

/**
 * The rules of Reactive Streams for a shared Flux that nobody fuses. Short streams are retained, so that all subscribers of
 * a rule with several see the same; long ones are shared as they come.
 */
public class ShareTckTest extends PublisherVerification<Integer> {
    public ShareTckTest() {
        super(TckTopics.environment(), TckTopics.LETTING_GO_MILLIS);
    }

    /** How the Flux comes to the subscriber. */
    Publisher<Integer> brought(Flux<Integer> flux) {
        return subscriber -> flux.subscribe(new Bare(Objects.requireNonNull(subscriber)));
    }

    @Override
    public Publisher<Integer> createPublisher(long elements) {
        Flux<Integer> upstream = Flux.range(0, (int) Math.min(elements, Integer.MAX_VALUE));
        SharedFlux<Integer> shared = TckTopics.isLive(elements)
                ? upstream.as(ReactorTopics.share())
                : upstream.as(ReactorTopics.share(s -> s.retainLast(Math.max(1, elements))));
        return brought(shared);
    }

    @Override
    public Publisher<Integer> createFailedPublisher() {
        Flux<Integer> failed = Flux.error(new IllegalStateException("failed on purpose"));
        return brought(failed.as(ReactorTopics.share()));
    }
}
