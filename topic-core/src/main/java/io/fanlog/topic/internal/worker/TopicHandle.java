package io.fanlog.topic.internal.worker;

import io.fanlog.topic.SlowSubscriberPolicy;
import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.TopicSubscription;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** A pool's subscription as its owner sees it: the one of now, or the last one while the pool is stopped. */
final class TopicHandle implements TopicSubscription {
    private final TopicSource<?> source;
    private final Runnable leave;

    TopicHandle(TopicSource<?> source, Runnable leave) {
        this.source = source;
        this.leave = leave;
    }

    @Override
    public String topic() {
        return source.subscription().topic();
    }

    @Override
    public String label() {
        return source.subscription().label();
    }

    @Override
    public boolean isLabelled() {
        return source.subscription().isLabelled();
    }

    @Override
    public SubscriptionState state() {
        return source.subscription().state();
    }

    @Override
    public SlowSubscriberPolicy policy() {
        return source.subscription().policy();
    }

    @Override
    public long cursor() {
        return source.subscription().cursor();
    }

    @Override
    public long lag() {
        return source.subscription().lag();
    }

    @Override
    public long received() {
        return source.subscription().received();
    }

    @Override
    public long missed() {
        return source.subscription().missed();
    }

    @Override
    public long filtered() {
        return source.subscription().filtered();
    }

    @Override
    public long undelivered() {
        return source.subscription().undelivered();
    }

    @Override
    public Optional<Throwable> failure() {
        return source.subscription().failure();
    }

    @Override
    public CompletableFuture<SubscriptionState> whenEnded() {
        return source.subscription().whenEnded();
    }

    @Override
    public void cancel() {
        leave.run();
    }

    @Override
    public String toString() {
        return source.subscription().toString();
    }
}
