package io.fanlog.topic.reactor;

import io.fanlog.topic.spi.JobEnd;
import reactor.core.publisher.Operators;

/** A job whose results nobody wants. */
final class DroppedFlow<R> extends JobFlow<R> {
    DroppedFlow(JobEnd end) {
        super(end);
    }

    @Override
    void opened() {
        request(Long.MAX_VALUE);
    }

    @Override
    void abandoned() {
        // there is nothing here
    }

    @Override
    public void onNext(R result) {
        Operators.onDiscard(result, currentContext());
    }

    @Override
    public void onError(Throwable error) {
        settle(error);
    }

    @Override
    public void onComplete() {
        settle(null);
    }
}
