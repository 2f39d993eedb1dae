package io.fanlog.topic.scenario;

import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.spi.TopicObserver;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records what a topic tells its owner. */
public final class HeardObserver implements TopicObserver {
    private final List<String> lines = new CopyOnWriteArrayList<>();
    private final List<Throwable> errors = new CopyOnWriteArrayList<>();

    /** {@return what was heard, in order, each as a few words} */
    public List<String> lines() {
        return lines;
    }

    /** {@return what subscribers threw} */
    public List<Throwable> errors() {
        return errors;
    }

    @Override
    public void onBlocked(String topic, TopicSubscription blocker) {
        lines.add("blocked by " + blocker.label());
    }

    @Override
    public void onMissed(TopicSubscription subscription, long count) {
        lines.add(subscription.label() + " missed " + count);
    }

    @Override
    public void onSubscriberError(TopicSubscription subscription, Throwable error) {
        lines.add(subscription.label() + " threw");
        errors.add(error);
    }

    @Override
    public void onDetachedExpired(TopicSubscription subscription) {
        lines.add(subscription.label() + " expired");
    }

    @Override
    public void onTopicEnded(String topic, long published) {
        lines.add(topic + " ended after " + published);
    }
}
