package io.fanlog.topic.reactor.tck;

import io.fanlog.topic.Topic;
import io.fanlog.topic.reactor.ReactorTopics;
import io.fanlog.topic.testing.TckTopics;
import java.util.Objects;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/**
 * The rules of Reactive Streams for a topic's Flux that is fused into {@code publishOn}, whose thread polls the cursor.
 *
 * <p>Reactor's {@code publishOn} does not answer {@code request(n <= 0)}; it logs and ignores it. So that rule 3.9 is
 * verified nevertheless, such a request is brought to the topic's own subscription, the parent of publishOn's. Its error
 * must then come out of {@code publishOn} in its turn.
 */
public class FusedFluxTckTest extends PublisherVerification<Integer> {
    private TckTopics topics;

    public FusedFluxTckTest() {
        super(TckTopics.environment(), TckTopics.LETTING_GO_MILLIS);
    }

    @Override
    public Publisher<Integer> createPublisher(long elements) {
        if (!TckTopics.isLive(elements)) {
            return fused(ReactorTopics.flux(topics.retained(elements), o -> o.fromEarliest()));
        }
        Topic<Integer> topic = topics.live();
        return subscriber -> {
            fused(ReactorTopics.flux(topic)).subscribe(subscriber);
            topics.feed(topic, elements);
        };
    }

    @Override
    public Publisher<Integer> createFailedPublisher() {
        return fused(ReactorTopics.flux(topics.failed()));
    }

    private static Publisher<Integer> fused(Flux<Integer> flux) {
        Flux<Integer> fused = flux.publishOn(Schedulers.parallel());
        return subscriber -> fused.subscribe(new BadRequestsToTheTopic(Objects.requireNonNull(subscriber)));
    }

    @BeforeClass
    public void openTopics() {
        topics = new TckTopics();
    }

    @AfterClass
    public void closeTopics() {
        topics.close();
    }
}
