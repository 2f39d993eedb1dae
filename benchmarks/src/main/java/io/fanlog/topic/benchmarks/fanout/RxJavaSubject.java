package io.fanlog.topic.benchmarks.fanout;

import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.disposables.CompositeDisposable;
import io.reactivex.rxjava3.processors.PublishProcessor;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.List;

/**
 * RxJava's fan-out: a {@code PublishProcessor}, each subscriber behind {@code observeOn} on the computation scheduler, with
 * a buffer of our capacity. Its docs have the producer use {@code offer}, which refuses when a subscriber has no room,
 * and have several producers take turns; {@code toSerialized} has no {@code offer}, so they share a lock.
 */
final class RxJavaSubject implements FanoutSubject {
    private final PublishProcessor<Payload> processor = PublishProcessor.create();
    private final CompositeDisposable subscriptions = new CompositeDisposable();
    private final Object turn = new Object();
    private final boolean isShared;

    private RxJavaSubject(boolean isInline, int producers, List<CheckingSubscriber> subscribers) {
        isShared = producers > 1;
        Flowable<Payload> shared =
                isInline ? processor : processor.observeOn(Schedulers.computation(), false, CAPACITY);
        for (CheckingSubscriber subscriber : subscribers) {
            subscriptions.add(shared.subscribe(subscriber::accept, subscriber::failed));
        }
    }

    static Starter starter() {
        return (producers, subscribers) -> new RxJavaSubject(false, producers, subscribers);
    }

    /** The subscribers run inside the producer's call. */
    static Starter inlineStarter() {
        return (producers, subscribers) -> new RxJavaSubject(true, producers, subscribers);
    }

    @Override
    public void publish(Payload payload) {
        int tries = 0;
        while (!offer(payload)) {
            tries++;
            Backoff.pause(tries);
        }
    }

    private boolean offer(Payload payload) {
        if (!isShared) {
            return processor.offer(payload);
        }
        synchronized (turn) {
            return processor.offer(payload);
        }
    }

    @Override
    public void close() {
        subscriptions.dispose();
    }
}
