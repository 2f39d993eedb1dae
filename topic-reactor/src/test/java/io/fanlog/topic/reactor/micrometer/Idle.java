package io.fanlog.topic.reactor.micrometer;

import io.fanlog.topic.spi.PullListener;
import org.jspecify.annotations.Nullable;

/** Takes nothing, so that it gates. */
final class Idle<T> implements PullListener<T> {
    @Override
    public void onNext(T payload) {}

    @Override
    public void onReady() {}

    @Override
    public void onEnd(@Nullable Throwable failure) {}
}
