package io.fanlog.topic.reactor.tck;

import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.Topic;
import io.fanlog.topic.testing.TckTopics;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/**
 * The rules of Reactive Streams for one way to read a topic as a Flux.
 *
 * @param <E> what that Flux has
 */
public abstract class TopicFluxTck<E> extends PublisherVerification<E> {
    private final boolean fused;
    private TckTopics topics;

    /** Not fused: the loop calls the subscriber. Fused into publishOn: its thread polls the cursor. */
    TopicFluxTck(boolean fused) {
        super(TckTopics.environment(), TckTopics.LETTING_GO_MILLIS);
        this.fused = fused;
    }

    /** The way that is verified; one element for each message. */
    abstract Flux<E> flux(Topic<Integer> topic, UnaryOperator<SubscriptionOptions<Integer>> options);

    @Override
    public final Publisher<E> createPublisher(long elements) {
        if (!TckTopics.isLive(elements)) {
            return published(flux(topics.retained(elements), o -> o.fromEarliest()));
        }
        Topic<Integer> topic = topics.live();
        return subscriber -> {
            published(flux(topic, o -> o)).subscribe(subscriber);
            topics.feed(topic, elements);
        };
    }

    @Override
    public final Publisher<E> createFailedPublisher() {
        return published(flux(topics.failed(), o -> o));
    }

    private Publisher<E> published(Flux<E> flux) {
        if (!fused) {
            return subscriber -> flux.subscribe(new Bare<>(Objects.requireNonNull(subscriber)));
        }
        Flux<E> polled = flux.publishOn(Schedulers.parallel());
        return subscriber -> polled.subscribe(new BadRequestsToTheTopic<>(Objects.requireNonNull(subscriber)));
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
