package io.fanlog.topic.benchmarks.fanout;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.function.IntFunction;

/**
 * The JDK's fan-out: {@code submit} waits inside while a subscriber's buffer is full. Two ways to run the subscribers: a
 * thread for each, or a fork-join pool of as many threads as cores, which its docs suggest.
 */
final class SubmissionPublisherSubject implements FanoutSubject {
    private final ExecutorService executor;
    private final SubmissionPublisher<Payload> publisher;

    private SubmissionPublisherSubject(ExecutorService executor, List<CheckingSubscriber> subscribers) {
        this.executor = executor;
        publisher = new SubmissionPublisher<>(executor, CAPACITY);
        for (CheckingSubscriber subscriber : subscribers) {
            publisher.subscribe(new Unbounded(subscriber));
        }
    }

    static Starter starter(IntFunction<ExecutorService> executor) {
        return (producers, subscribers) ->
                new SubmissionPublisherSubject(executor.apply(subscribers.size()), subscribers);
    }

    @Override
    public void publish(Payload payload) {
        publisher.submit(payload);
    }

    @Override
    public void close() {
        publisher.close();
        executor.shutdownNow();
    }

    private record Unbounded(CheckingSubscriber subscriber) implements Flow.Subscriber<Payload> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(Payload payload) {
            subscriber.accept(payload);
        }

        @Override
        public void onError(Throwable failure) {
            subscriber.failed(failure);
        }

        @Override
        public void onComplete() {}
    }
}
