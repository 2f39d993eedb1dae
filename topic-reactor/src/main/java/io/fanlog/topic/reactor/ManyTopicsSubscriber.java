package io.fanlog.topic.reactor;

import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicMessage;
import io.fanlog.topic.spi.PullListener;
import io.fanlog.topic.spi.PullSubscription;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.Scheduler;
import reactor.util.concurrent.Queues;

/**
 * One subscriber of many topics. It has a cursor in each, and draws from those that have something, in turn, within one
 * demand; nothing is copied into a queue of its own.
 *
 * <pre>
 *   loops:   a.onReady ─┐                        ┌─ 8 messages of a ─┐
 *            c.onReady ─┴─▶ ring: a, c ─▶ drain ─┤                   ├─▶ downstream
 *                             ▲──── back, if more└─ 8 messages of c ─┘
 * </pre>
 *
 * <p>INVARIANTS
 *
 * <ol>
 *   <li>A source is in the ring, or being drawn from, or has been polled dry and will be called; {@link Source#listed}
 *       says that it is one of the first two. Who finds it dry unlists it, then polls once more: what was published in
 *       between it finds itself, and what is published later is called for and listed anew.
 *   <li>Ring and current source belong to the drain, or to a fused downstream.
 *   <li>{@link #open} counts the sources, and one more for those that may still come. Who brings it to 0 ends the Flux.
 * </ol>
 *
 * @param <T> type of the payloads
 */
final class ManyTopicsSubscriber<T> extends DrainingLink<TopicMessage<T>> {
    /** So many messages of one topic, before the next has its turn. */
    private static final int TURN = 8;

    private final TopicSelection<T> selection;
    private final UnaryOperator<SubscriptionOptions<T>> options;
    private final Map<Topic<?>, Source> sources = new ConcurrentHashMap<>();
    private final AtomicInteger open = new AtomicInteger(1);
    private final AtomicBoolean over = new AtomicBoolean();
    private final Queue<Source> ring = Queues.<Source>unboundedMultiproducer().get();
    private volatile @Nullable Runnable unfollow;
    private volatile boolean activated;

    // Owned by who draws.

    private @Nullable Source current;
    private int taken;

    /** Joins all there are. */
    ManyTopicsSubscriber(
            TopicSelection<T> selection,
            UnaryOperator<SubscriptionOptions<T>> options,
            Scheduler.@Nullable Worker worker,
            CoreSubscriber<? super TopicMessage<T>> actual,
            String step) {
        super(actual, worker, step);
        this.selection = selection;
        this.options = noted(options);
        // Tells whether there is a filter, though there be no topic yet.
        Objects.requireNonNull(
                this.options.apply(SubscriptionOptions.defaults()), "the options function returned null");
        this.unfollow = selection.follow(this::join, this::noMore);
        if (over.get()) {
            unfollow();
        }
    }

    private void unfollow() {
        Runnable stop = unfollow;
        if (stop != null) { // else it is being made, and looks when it is
            stop.run();
        }
    }

    // ---------------------------------------------------------------- coming and going, any thread

    private void join(Topic<? extends T> topic) {
        if (over.get()) {
            return;
        }
        Source source = new Source(topic);
        if (sources.putIfAbsent(topic, source) != null) {
            return;
        }
        open.incrementAndGet();
        try {
            source.open();
        } catch (Throwable refused) {
            source.end(refused);
            return;
        }
        if (activated) {
            source.activate();
        }
        if (over.get()) {
            source.cancel();
        }
    }

    private void noMore() {
        if (open.decrementAndGet() == 0) {
            endOnce(null);
        }
    }

    private void endOnce(@Nullable Throwable failure) {
        if (over.compareAndSet(false, true)) {
            leaveAll();
            end(failure);
        }
    }

    @Override
    void cancelCursors() {
        if (over.compareAndSet(false, true)) {
            leaveAll();
        }
    }

    private void leaveAll() {
        unfollow();
        sources.values().forEach(Source::cancel);
    }

    @Override
    void activateCursors() {
        activated = true;
        sources.values().forEach(Source::activate);
    }

    @Override
    void abandonOthers() {
        cancelCursors();
    }

    // ---------------------------------------------------------------- drawing

    @Override
    @Nullable
    TopicMessage<T> take() {
        for (Source source = next(); source != null; source = next()) {
            TopicMessage<T> message = source.poll();
            if (message == null) {
                source.listed.set(false);
                message = source.poll();
                if (message == null || !source.listed.compareAndSet(false, true)) {
                    current = null; // it will be called, or has been listed by who called
                }
            }
            if (message != null) {
                taken++;
                return message;
            }
        }
        return null;
    }

    private @Nullable Source next() {
        Source source = current;
        if (source != null && taken < TURN) {
            return source;
        }
        if (source != null) {
            ring.offer(source);
        }
        source = ring.poll();
        current = source;
        taken = 0;
        return source;
    }

    @Override
    public boolean isEmpty() {
        return cancelled || over.get() || (current == null && ring.isEmpty());
    }

    @Override
    void wakeLoop() {
        for (Source source : sources.values()) {
            if (source.wake()) {
                return;
            }
        }
    }

    @Override
    void tellProgress() {
        for (Source source : sources.values()) {
            source.tellProgress();
        }
    }

    @Override
    void refuse(long n) {
        endOnce(new IllegalArgumentException("request must be positive (Reactive Streams rule 3.9), got " + n));
    }

    @Override
    int weight(TopicMessage<T> item) {
        return 1;
    }

    @Override
    void discard(TopicMessage<T> item) {
        Operators.onDiscard(item, actual.currentContext());
    }

    @Override
    @Nullable
    Throwable pendingFailure() {
        return null;
    }

    @Override
    public int size() {
        return cancelled ? 0 : (int) Math.min(lag(), Integer.MAX_VALUE);
    }

    private long lag() {
        return sources.values().stream().mapToLong(Source::lag).sum();
    }

    @Override
    @SuppressWarnings("rawtypes") // as declared by Scannable
    public @Nullable Object scanUnsafe(Attr key) {
        if (key == Attr.ACTUAL) {
            return actual;
        }
        if (key == Attr.NAME) {
            return selection.toString();
        }
        if (key == Attr.REQUESTED_FROM_DOWNSTREAM) {
            return requested();
        }
        if (key == Attr.BUFFERED) {
            return CursorAttributes.buffered(lag());
        }
        if (key == Attr.LARGE_BUFFERED) {
            return lag();
        }
        return scanState(key);
    }

    private @Nullable Object scanState(Attr<?> key) {
        if (key == Attr.TERMINATED) {
            return isEnded();
        }
        if (key == Attr.CANCELLED) {
            return cancelled;
        }
        if (key == Attr.ERROR) {
            return failure();
        }
        if (key == Attr.RUN_ON) {
            return worker;
        }
        return key == Attr.RUN_STYLE ? Attr.RunStyle.ASYNC : null;
    }

    /** One topic of this subscriber. */
    private final class Source implements PullListener<TopicMessage<T>> {
        final AtomicBoolean listed = new AtomicBoolean();
        private final AtomicBoolean activation = new AtomicBoolean();
        private final AtomicBoolean gone = new AtomicBoolean();
        private final Topic<T> topic;
        private volatile @Nullable PullSubscription<TopicMessage<T>> cursor;
        private volatile boolean isActivated;

        @SuppressWarnings("unchecked") // it is only read from
        Source(Topic<? extends T> topic) {
            this.topic = (Topic<T>) topic;
        }

        void open() {
            cursor = topic.pullMessages(this, options);
        }

        void activate() {
            PullSubscription<TopicMessage<T>> opened = cursor;
            if (opened != null && activation.compareAndSet(false, true)) {
                opened.activate(PullSubscription.Mode.PULL);
                isActivated = true;
            }
        }

        @Nullable
        TopicMessage<T> poll() {
            PullSubscription<TopicMessage<T>> opened = cursor;
            return opened == null ? null : opened.poll();
        }

        /** Whether a loop will come by for it. */
        boolean wake() {
            PullSubscription<TopicMessage<T>> opened = cursor;
            if (opened == null || !isActivated || opened.state() != SubscriptionState.ACTIVE) {
                return false;
            }
            opened.wake();
            return true;
        }

        void tellProgress() {
            PullSubscription<TopicMessage<T>> opened = cursor;
            if (opened != null) {
                opened.request(1);
            }
        }

        long lag() {
            PullSubscription<TopicMessage<T>> opened = cursor;
            return opened == null ? 0 : opened.lag();
        }

        void cancel() {
            PullSubscription<TopicMessage<T>> opened = cursor;
            if (opened != null) {
                opened.cancel();
            }
        }

        @Override
        public void onNext(TopicMessage<T> message) {
            throw new IllegalStateException("not in push mode");
        }

        @Override
        public void onReady() {
            if (listed.compareAndSet(false, true)) {
                ring.offer(this);
            }
            ready();
        }

        @Override
        public void onEnd(@Nullable Throwable failure) {
            end(failure);
        }

        /** It leaves; its failure is everybody's, unless the selection goes on without it. */
        void end(@Nullable Throwable failure) {
            if (!gone.compareAndSet(false, true)) {
                return;
            }
            sources.remove(topic, this);
            try {
                if (failure != null && !selection.toldOfFailure(topic, failure)) {
                    endOnce(failure);
                    return;
                }
            } catch (Throwable thrown) {
                endOnce(thrown);
                return;
            }
            noMore();
        }
    }
}
