package io.fanlog.topic.benchmarks.fanout;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import java.time.Duration;
import java.util.List;

/**
 * Ours: plain handlers with the default policy (gating), the default dispatcher and the default options; what has been
 * passed is cleared.
 */
final class FanlogSubject implements FanoutSubject {
    private static final Duration OFFER_TIMEOUT = Duration.ofMinutes(1);

    private final Topics topics = Topics.create();
    private final Topic<Payload> topic;
    private final Publishing publishing;

    private FanlogSubject(int loops, Publishing publishing, List<CheckingSubscriber> subscribers) {
        this.topic = topics.topic("fanout", Payload.class)
                .capacity(CAPACITY)
                .spreadOver(loops)
                .build();
        this.publishing = publishing;
        for (CheckingSubscriber subscriber : subscribers) {
            topic.subscribe(subscriber::accept);
        }
    }

    /** The producer tries again while the answer is FULL. */
    static Starter starter() {
        return (producers, subscribers) -> new FanlogSubject(1, FanlogSubject::publishUntilStored, subscribers);
    }

    /** As {@link #starter()}, with the subscribers spread over two loops. */
    static Starter spreadStarter() {
        return (producers, subscribers) -> new FanlogSubject(2, FanlogSubject::publishUntilStored, subscribers);
    }

    /** The producer waits inside {@code offer}, in the topic's line. */
    static Starter offerStarter() {
        return (producers, subscribers) -> new FanlogSubject(1, FanlogSubject::offer, subscribers);
    }

    @Override
    public void publish(Payload payload) throws InterruptedException {
        publishing.publish(topic, payload);
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
    }

    private interface Publishing {
        void publish(Topic<Payload> topic, Payload payload) throws InterruptedException;
    }
}
