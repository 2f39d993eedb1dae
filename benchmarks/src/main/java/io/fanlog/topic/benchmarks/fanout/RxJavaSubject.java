package io.fanlog.topic.benchmarks.fanout;

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

    private RxJavaSubject(int producers, List<CheckingSubscriber> subscribers) {
        isShared = producers > 1;
        for (CheckingSubscriber subscriber : subscribers) {
            subscriptions.add(processor
                    .observeOn(Schedulers.computation(), false, CAPACITY)
                    .subscribe(subscriber::accept, subscriber::failed));
        }
    }

    static Starter starter() {
        return RxJavaSubject::new;
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
