package io.fanlog.topic.benchmarks.fanout;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import io.fanlog.topic.reactor.ReactorTopics;
import java.time.Duration;
import java.util.List;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Ours: plain handlers, or a Flux each, with the default policy (gating), the default dispatcher and the default options; what has been
 * passed is cleared.
 */
final class FanlogSubject implements FanoutSubject {
    private static final Duration OFFER_TIMEOUT = Duration.ofMinutes(1);

    private final Topics topics = Topics.create();
    private final Topic<Payload> topic;
    private final Publishing publishing;
    private final Scheduler scheduler = Schedulers.newParallel("fanlog-subscriber");

    private FanlogSubject(int loops, Publishing publishing, Joining joining, List<CheckingSubscriber> subscribers) {
        this.topic = topics.topic("fanout", Payload.class)
                .capacity(CAPACITY)
                .spreadOver(loops)
                .build();
        this.publishing = publishing;
        for (CheckingSubscriber subscriber : subscribers) {
            joining.join(topic, scheduler, subscriber);
        }
    }

    /** The producer tries again while the answer is FULL. */
    static Starter starter() {
        return starter(1, FanlogSubject::publishUntilStored, FanlogSubject::subscribe);
    }

    /** As {@link #starter()}, with the subscribers spread over two loops. */
    static Starter spreadStarter() {
        return starter(2, FanlogSubject::publishUntilStored, FanlogSubject::subscribe);
    }

    /** The producer waits inside {@code offer}, in the topic's line. */
    static Starter offerStarter() {
        return starter(1, FanlogSubject::offer, FanlogSubject::subscribe);
    }

    /** Each subscriber a Flux that is not fused, served by the topic's loop; the producer tries again. */
    static Starter fluxStarter(int loops) {
        return starter(loops, FanlogSubject::publishUntilStored, FanlogSubject::subscribeFlux);
    }

    /** Each subscriber a Flux fused into {@code publishOn}; the producer tries again. */
    static Starter publishOnStarter() {
        return starter(1, FanlogSubject::publishUntilStored, FanlogSubject::subscribePublishedOn);
    }

    private static Starter starter(int loops, Publishing publishing, Joining joining) {
        return (producers, subscribers) -> new FanlogSubject(loops, publishing, joining, subscribers);
    }

    @Override
    public void publish(Payload payload) throws InterruptedException {
        publishing.publish(topic, payload);
    }

    private static void subscribe(Topic<Payload> topic, Scheduler scheduler, CheckingSubscriber subscriber) {
        topic.subscribe(subscriber::accept);
    }

    private static void subscribeFlux(Topic<Payload> topic, Scheduler scheduler, CheckingSubscriber subscriber) {
        ReactorTopics.flux(topic).subscribe(subscriber::accept, subscriber::failed);
    }

    private static void subscribePublishedOn(Topic<Payload> topic, Scheduler scheduler, CheckingSubscriber subscriber) {
        ReactorTopics.flux(topic).publishOn(scheduler).subscribe(subscriber::accept, subscriber::failed);
    }

    private static void publishUntilStored(Topic<Payload> topic, Payload payload) {
        int tries = 0;
        PublishResult result = topic.publish(payload);
        while (result == PublishResult.FULL) {
            tries++;
            Backoff.pause(tries);
            result = topic.publish(payload);
        }
        result.orThrow();
    }

    private static void offer(Topic<Payload> topic, Payload payload) throws InterruptedException {
        topic.offer(payload, OFFER_TIMEOUT).orThrow();
    }

    @Override
    public void close() {
        topics.close();
        scheduler.dispose();
    }

    private interface Publishing {
        void publish(Topic<Payload> topic, Payload payload) throws InterruptedException;
    }

    private interface Joining {
        void join(Topic<Payload> topic, Scheduler scheduler, CheckingSubscriber subscriber);
    }
}
