package io.fanlog.topic.benchmarks.fanout;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.pekko.NotUsed;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.japi.Pair;
import org.apache.pekko.stream.BoundedSourceQueue;
import org.apache.pekko.stream.QueueOfferResult;
import org.apache.pekko.stream.javadsl.BroadcastHub;
import org.apache.pekko.stream.javadsl.Keep;
import org.apache.pekko.stream.javadsl.Sink;
import org.apache.pekko.stream.javadsl.Source;

/**
 * Pekko's fan-out: a bounded source queue of the capacity, which takes from several threads, into a {@code BroadcastHub}
 * that starts when all subscribers are there; each of them a stream of its own, and so an actor of its own, on the default
 * dispatcher. The hub holds back by itself, the queue answers "dropped" when it is full, and the producer tries again.
 */
final class PekkoSubject implements FanoutSubject {
    /** The largest power of two that the hub allows. */
    private static final int HUB_BUFFER = 2_048;

    private static final Config QUIET = ConfigFactory.parseString(
                    "pekko { loglevel = OFF, stdout-loglevel = OFF, daemonic = on }")
            .withFallback(ConfigFactory.load());
    private static final int PATIENCE_SECONDS = 10;

    private final ActorSystem system = ActorSystem.create("fanout", QUIET);
    private final BoundedSourceQueue<Payload> queue;

    private PekkoSubject(List<CheckingSubscriber> subscribers) {
        Pair<BoundedSourceQueue<Payload>, Source<Payload, NotUsed>> both = Source.<Payload>queue(CAPACITY)
                .toMat(BroadcastHub.of(Payload.class, subscribers.size(), HUB_BUFFER), Keep.both())
                .run(system);
        queue = both.first();
        for (CheckingSubscriber subscriber : subscribers) {
            both.second().runWith(Sink.foreach(subscriber::accept), system).whenComplete((done, failure) -> {
                if (failure != null) {
                    subscriber.failed(failure);
                }
            });
        }
    }

    static Starter starter() {
        return (producers, subscribers) -> new PekkoSubject(subscribers);
    }

    @Override
    public void publish(Payload payload) {
        int tries = 0;
        QueueOfferResult result = queue.offer(payload);
        while (!result.isEnqueued()) {
            if (result != QueueOfferResult.dropped()) {
                throw new IllegalStateException("the queue answered " + result);
            }
            tries++;
            Backoff.pause(tries);
            result = queue.offer(payload);
        }
    }

    @Override
    public void close() {
        system.terminate();
        try {
            system.getWhenTerminated().toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            throw new IllegalStateException("the actor system does not end", e);
        }
    }
}
