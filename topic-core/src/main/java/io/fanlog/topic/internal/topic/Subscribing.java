package io.fanlog.topic.internal.topic;

import io.fanlog.topic.SequenceGapException;
import io.fanlog.topic.StartPosition;
import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.TopicStats;
import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.internal.cursor.Cursor;
import io.fanlog.topic.internal.cursor.StartRule;
import io.fanlog.topic.internal.log.SegmentedLog;
import io.fanlog.topic.spi.PullListener;
import io.fanlog.topic.spi.PullSubscription;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;

/**
 * How a subscription comes about: check the options, join (from here on messages are kept for it), tell the subscriber,
 * activate (from here on the loop serves it).
 */
final class Subscribing<T> {
    private final LogTopic<T> topic;
    private final AtomicLong labels = new AtomicLong();
    private final AtomicLong made = new AtomicLong();

    Subscribing(LogTopic<T> topic) {
        this.topic = topic;
    }

    TopicSubscription handler(
            HandlerListener<?> listener, UnaryOperator<SubscriptionOptions<T>> options, boolean wholeMessages) {
        CursorSubscription<T> subscription = open(listener, options, wholeMessages);
        subscription.request(Long.MAX_VALUE);
        subscription.activate(PullSubscription.Mode.PUSH);
        return subscription;
    }

    TopicSubscription subscriber(Subscriber<? super T> subscriber, UnaryOperator<SubscriptionOptions<T>> options) {
        ReactiveSubscriber<T> listener = new ReactiveSubscriber<>(subscriber);
        CursorSubscription<T> subscription = open(listener, options, false);
        listener.begin(subscription);
        return subscription;
    }

    /** As a publisher, which by rule 1.9 answers a bad subscription with {@code onError}. */
    void published(@Nullable Subscriber<? super T> subscriber, UnaryOperator<SubscriptionOptions<T>> options) {
        ReactiveSubscriber<T> listener = new ReactiveSubscriber<>(Objects.requireNonNull(subscriber, "subscriber"));
        CursorSubscription<T> subscription;
        try {
            subscription = open(listener, options, false);
        } catch (SequenceGapException | IllegalArgumentException e) {
            listener.refuse(e);
            return;
        } catch (IllegalStateException e) {
            listener.refuse(e);
            return;
        }
        listener.begin(subscription);
    }

    CursorSubscription<T> open(
            PullListener<?> listener, UnaryOperator<SubscriptionOptions<T>> options, boolean wholeMessages) {
        Objects.requireNonNull(listener, "listener");
        Objects.requireNonNull(options, "options");
        SubscriptionOptions<T> chosen = Objects.requireNonNull(
                options.apply(SubscriptionOptions.defaults()), "the options function returned null");
        check(chosen);
        if (!topic.isServed()) {
            throw new IllegalStateException(
                    "the dispatcher is closed: topic '" + topic.name() + "' can serve no new subscription");
        }
        @SuppressWarnings("unchecked") // it is handed what the intake makes of the topic's payloads
        PullListener<Object> handed = (PullListener<Object>) listener;
        String name = chosen.resumableName();
        CursorSubscription<T> subscription = name == null
                ? make(chosen, join(chosen), handed, wholeMessages)
                : topic.resumables()
                        .attach(
                                name,
                                before -> make(
                                        chosen, before == null ? join(chosen) : before.cursor, handed, wholeMessages));
        long missed = subscription.missed();
        if (missed > 0 && !subscription.isSuccessor()) {
            topic.missed(subscription, missed);
        }
        return subscription;
    }

    private void check(SubscriptionOptions<T> options) {
        if (options.maxLag() > topic.capacity()) {
            throw new IllegalArgumentException("maxLag must be 1 to the capacity of topic '" + topic.name() + "', "
                    + topic.capacity() + ", got " + options.maxLag());
        }
        if (options.start() instanceof StartPosition.Since since && !topic.log().isTimed()) {
            throw new IllegalArgumentException("starting since " + since.instant() + " needs a timed topic: build '"
                    + topic.name() + "' with timed() or retainFor(...)");
        }
    }

    private Cursor join(SubscriptionOptions<T> options) {
        long since = options.start() instanceof StartPosition.Since start
                ? topic.watch().millisAt(start.instant())
                : 0;
        StartRule rule = new StartRule(topic.name(), options.start(), options.isStrict(), since);
        int maxLag = options.maxLag() == 0 ? topic.capacity() : options.maxLag();
        return topic.cursors().join(rule, options.policy(), maxLag);
    }

    private CursorSubscription<T> make(
            SubscriptionOptions<T> options, Cursor cursor, PullListener<Object> listener, boolean wholeMessages) {
        String label = options.label();
        if (label.isEmpty()) {
            label = topic.name() + "-" + labels.incrementAndGet();
        }
        LoopShare<?> share = cursor.subscription() instanceof CursorSubscription<?> before
                ? before.share // one loop moves a cursor, whoever subscribes
                : topic.share(made.getAndIncrement());
        CursorSubscription<T> subscription =
                new CursorSubscription<>(topic, share, label, options, cursor, listener, wholeMessages);
        cursor.attach(subscription);
        return subscription;
    }

    /** The attached and detached subscriptions, in the order their cursors joined. */
    List<CursorSubscription<?>> all() {
        List<CursorSubscription<?>> all = new ArrayList<>();
        for (Cursor cursor : topic.cursors().members()) {
            if (cursor.subscription() instanceof CursorSubscription<?> subscription
                    && !subscription.state().isEnded()) {
                all.add(subscription);
            }
        }
        return all;
    }

    TopicStats stats(Refusals refusals) {
        List<CursorSubscription<?>> all = all();
        Optional<TopicSubscription> slowest = all.stream()
                .max(Comparator.comparingLong(TopicSubscription::lag))
                .map(found -> found);
        long head = topic.log().headAcquire();
        long watermark = topic.cursors().watermark();
        long tail = SegmentedLog.sequenceOf(topic.log().tailVolatile());
        return new TopicStats(
                topic.name(),
                tail - topic.log().firstSequence(),
                refusals.snapshot(),
                head,
                tail,
                watermark,
                topic.cursors().waiting(),
                all.size(),
                slowest,
                topic.blocker());
    }
}
