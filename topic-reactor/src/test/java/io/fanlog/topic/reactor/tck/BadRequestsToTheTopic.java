package io.fanlog.topic.reactor.tck;

import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.Scannable;
import reactor.core.Scannable.Attr;

/**
 * A subscriber behind {@code publishOn}, which does not answer {@code request(n <= 0)}; it logs and ignores it. So that rule
 * 3.9 is verified nevertheless, such a request is brought to the topic's own subscription, the parent of publishOn's. Its
 * error must then come out of {@code publishOn} in its turn.
 */
final class BadRequestsToTheTopic<E> extends Bare<E> {
    BadRequestsToTheTopic(Subscriber<? super E> subscriber) {
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
