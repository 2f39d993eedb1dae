package io.fanlog.topic.reactor.tck;

import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.Scannable;
import reactor.core.Scannable.Attr;

/** Brings what {@code publishOn} would ignore, {@code request(n <= 0)}, to the topic's own subscription, its parent. */
final class BadRequestsToTheTopic extends Bare {
    BadRequestsToTheTopic(Subscriber<? super Integer> subscriber) {
        super(subscriber);
    }

    @Override
    public void onSubscribe(Subscription publishOn) {
        Subscription topic = (Subscription) Scannable.from(publishOn).scan(Attr.PARENT);
        super.onSubscribe(new Subscription() {
            @Override
            public void request(long n) {
                (n > 0 ? publishOn : topic).request(n);
            }

            @Override
            public void cancel() {
                publishOn.cancel();
            }
        });
    }
}
