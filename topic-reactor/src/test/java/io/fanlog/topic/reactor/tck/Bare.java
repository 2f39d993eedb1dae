package io.fanlog.topic.reactor.tck;

import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/**
 * Brings a subscriber of the TCK to a Flux as it is. A plain one would be wrapped by Reactor, and it would be the wrapper
 * that keeps the rules.
 */
class Bare implements CoreSubscriber<Integer> {
    final Subscriber<? super Integer> subscriber;

    Bare(Subscriber<? super Integer> subscriber) {
        this.subscriber = subscriber;
    }

    @Override
    public void onSubscribe(Subscription subscription) {
        subscriber.onSubscribe(subscription);
    }

    @Override
    public void onNext(Integer element) {
        subscriber.onNext(element);
    }

    @Override
    public void onError(Throwable error) {
        subscriber.onError(error);
    }

    @Override
    public void onComplete() {
        subscriber.onComplete();
    }
}
