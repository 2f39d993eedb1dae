package io.fanlog.topic.internal.topic;

import io.fanlog.topic.Envelope;
import io.fanlog.topic.MessageHandler;
import io.fanlog.topic.PublishResult;
import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicClosedException;
import io.fanlog.topic.TopicMessage;
import io.fanlog.topic.TopicStats;
import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.internal.cursor.Cursor;
import io.fanlog.topic.internal.cursor.Cursors;
import io.fanlog.topic.internal.dispatch.Announcement;
import io.fanlog.topic.internal.dispatch.EventLoop;
import io.fanlog.topic.internal.dispatch.Flight;
import io.fanlog.topic.internal.dispatch.Nanos;
import io.fanlog.topic.internal.dispatch.Station;
import io.fanlog.topic.internal.dispatch.Timer;
import io.fanlog.topic.internal.log.SegmentedLog;
import io.fanlog.topic.spi.PullListener;
import io.fanlog.topic.spi.PullSubscription;
import io.fanlog.topic.spi.TopicObserver;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * A topic put together: the log, its cursors, the station at its home loop, and the subscriptions. Publishing happens on
 * the caller's thread, all else through {@link LoopShare} on a loop.
 */
final class LogTopic<T> implements Topic<T> {
    private final TopicConfig<T> config;
    private final Consumer<LogTopic<T>> onClose;
    private final Watch watch;
    private final SegmentedLog log;
    private final Cursors cursors;
    private final LoopShare<T> home;
    private final Station station;

    /** The other loops its subscriptions are spread over; mostly none. */
    private final LoopShare<?>[] others;

    private final Subscribing<T> subscribing;
    private final Resumables resumables = new Resumables(this);
    private final Refusals refusals;
    private final Observing observing;
    private final Announcement announcement = new Announcement();
    private final Admission admission;
    private final long epoch = ThreadLocalRandom.current().nextLong();
    private final CompletableFuture<Void> drained = new CompletableFuture<>();
    private final Object endLock = new Object();
    private volatile @Nullable Throwable failure;
    private volatile boolean cutShort;
    private volatile boolean isDraining;
    private volatile @Nullable Timer endTimer;

    LogTopic(
            TopicConfig<T> config,
            EventLoop loop,
            TopicObserver observer,
            long firstSequence,
            Consumer<LogTopic<T>> onClose) {
        this(config, List.of(loop), observer, firstSequence, onClose);
    }

    LogTopic(
            TopicConfig<T> config,
            List<EventLoop> loops,
            TopicObserver observer,
            long firstSequence,
            Consumer<LogTopic<T>> onClose) {
        EventLoop loop = loops.get(0);
        this.config = config;
        this.onClose = onClose;
        this.watch = new Watch(loop.clock());
        this.observing = new Observing(observer);
        this.refusals = new Refusals(config.name(), loop.clock());
        this.log = new SegmentedLog(firstSequence, config.timed(), watch.millis());
        this.cursors = new Cursors(log, config.rules(), watch::millis, loop.clock()::nanoTime);
        this.home = new LoopShare<>(this, loop, true);
        this.station = home.station();
        this.others = loops.stream()
                .skip(1)
                .map(other -> new LoopShare<>(this, other, false))
                .toArray(LoopShare<?>[]::new);
        this.subscribing = new Subscribing<>(this);
        this.admission = new Admission(this, refusals);
    }

    // ---------------------------------------------------------------- publishing

    @Override
    public PublishResult publish(T payload) {
        return append(Objects.requireNonNull(payload, "payload"));
    }

    @Override
    public PublishResult publish(T payload, UnaryOperator<Envelope> envelope) {
        Object slot = enveloped(payload, envelope);
        String id = idIn(slot);
        if (id == null) {
            return append(slot);
        }
        return admission.told(cursors.appendOnce(slot, id));
    }

    private PublishResult append(Object slot) {
        while (true) {
            if (appendWithinLimit(slot)) {
                return PublishResult.OK;
            }
            PublishResult refusal = cursors.refusal();
            if (refusal != null) {
                return admission.refused(refusal);
            }
        }
    }

    /** The hot path: two reads, the claim, the store, and one more read. */
    boolean appendWithinLimit(Object slot) {
        Station called = station; // read now: the claim is a full fence
        LoopShare<?>[] alsoCalled = others;
        if (log.isTimed() ? appendTimed(slot) : log.append(slot, 0)) {
            called.published();
            for (LoopShare<?> share : alsoCalled) {
                share.station().published();
            }
            return true;
        }
        return false;
    }

    /** Reads the time after the tail, each time anew: so times do not fall along the log. */
    private boolean appendTimed(Object slot) {
        long seen = log.tailVolatile();
        while (seen >= 0 && seen < log.limitVolatile()) {
            if (log.tryAppend(seen, slot, watch.millis())) {
                return true;
            }
            seen = log.tailVolatile();
        }
        return false;
    }

    private Object enveloped(T payload, UnaryOperator<Envelope> envelope) {
        Objects.requireNonNull(payload, "payload");
        Objects.requireNonNull(envelope, "envelope");
        Envelope filled = Objects.requireNonNull(envelope.apply(Envelope.EMPTY), "the envelope function returned null");
        return filled.equals(Envelope.EMPTY) ? payload : new Enveloped(payload, filled);
    }

    private @Nullable String idIn(Object slot) {
        return cursors.refusesDuplicates() ? Enveloped.envelopeOf(slot).id() : null;
    }

    @Override
    public int publishAll(Iterable<? extends T> payloads) {
        int accepted = 0;
        for (T payload : Objects.requireNonNull(payloads, "payloads")) {
            if (payload == null) {
                throw new NullPointerException("payload " + accepted + " is null; those before it were published");
            }
            if (publish(payload) != PublishResult.OK) {
                break;
            }
            accepted++;
        }
        return accepted;
    }

    @Override
    public CompletableFuture<PublishResult> publishAsync(T payload) {
        return appendOrWait(Objects.requireNonNull(payload, "payload"));
    }

    @Override
    public CompletableFuture<PublishResult> publishAsync(T payload, UnaryOperator<Envelope> envelope) {
        return appendOrWait(enveloped(payload, envelope));
    }

    private CompletableFuture<PublishResult> appendOrWait(Object slot) {
        String id = idIn(slot);
        return id == null && appendWithinLimit(slot)
                ? CompletableFuture.completedFuture(PublishResult.OK)
                : admission.appendOrWait(slot, id);
    }

    @Override
    public PublishResult offer(T payload, Duration timeout) throws InterruptedException {
        Objects.requireNonNull(payload, "payload");
        long nanos = Nanos.saturated(Objects.requireNonNull(timeout, "timeout"));
        return nanos <= 0 ? append(payload) : admission.offer(payload, nanos);
    }

    // ---------------------------------------------------------------- the end

    @Override
    public void complete() {
        end(null);
    }

    @Override
    public void fail(Throwable cause) {
        end(Objects.requireNonNull(cause, "cause"));
    }

    private void end(@Nullable Throwable cause) {
        synchronized (endLock) {
            if (isEnded()) {
                return;
            }
            failure = cause;
            cursors.end();
        }
        wakeLoops();
        while (cursors.hasDecided()) { // whatever the loops are doing, nobody waits for an ended topic
            cursors.answerDecided();
        }
        observing.tell(observer -> observer.onTopicEnded(name(), SegmentedLog.sequenceOf(log.tailVolatile())));
    }

    @Override
    public boolean isEnded() {
        return log.tailVolatile() < 0;
    }

    @Override
    public void close() {
        complete();
        onClose.accept(this);
        announcement.closed(this::tellClosed);
    }

    /** It is listed: tells who wants to know, and from now on of its closing. */
    void announce() {
        announcement.opened(() -> observe(observer -> observer.onTopicOpened(this)), this::tellClosed);
    }

    private void tellClosed() {
        observe(observer -> observer.onTopicClosed(this));
    }

    @Override
    public CompletableFuture<Void> close(Duration drainTimeout) {
        long nanos = Nanos.saturated(Objects.requireNonNull(drainTimeout, "drainTimeout"));
        isDraining = true;
        close();
        subscribing.all().forEach(CursorSubscription::signal);
        if (nanos <= 0) {
            endAll();
        } else {
            endAllAfter(nanos);
        }
        return drained.copy();
    }

    private void endAllAfter(long nanos) {
        synchronized (endLock) {
            cancelEnd();
            endTimer = after(nanos, this::endAll);
        }
        if (drained.isDone()) {
            cancelEnd();
        }
    }

    private void cancelEnd() {
        Timer timer = endTimer;
        if (timer != null) {
            endTimer = null;
            timer.cancel();
        }
    }

    /** Whether those that have nothing left to take are to end, detached ones too. */
    boolean isDraining() {
        return isDraining;
    }

    private void endAll() {
        for (CursorSubscription<?> subscription : subscribing.all()) {
            subscription.condemn(() -> cutShort(subscription));
        }
        wakeLoops();
    }

    /** On the loop, unless it has reached the end by then. */
    private TopicClosedException cutShort(TopicSubscription subscription) {
        cutShort = true;
        return new TopicClosedException(name(), subscription.lag());
    }

    /** Whether a subscription had to be ended before it was drained. */
    boolean wasCutShort() {
        return cutShort;
    }

    /** On the loop: it has ended, and no subscription is left. */
    void drained() {
        drained.complete(null);
        cancelEnd();
    }

    @Nullable
    Throwable failure() {
        return failure;
    }

    // ---------------------------------------------------------------- subscribing

    @Override
    public TopicSubscription subscribe(
            MessageHandler<? super T> handler, UnaryOperator<SubscriptionOptions<T>> options) {
        return subscribing.handler(new HandlerListener<T>(handler), options, false);
    }

    @Override
    public TopicSubscription subscribeMessages(
            MessageHandler<? super TopicMessage<T>> handler, UnaryOperator<SubscriptionOptions<T>> options) {
        return subscribing.handler(new HandlerListener<TopicMessage<T>>(handler), options, true);
    }

    @Override
    public TopicSubscription subscribe(
            Subscriber<? super T> subscriber, UnaryOperator<SubscriptionOptions<T>> options) {
        return subscribing.subscriber(subscriber, options);
    }

    @Override
    public TopicSubscription subscribe(
            Flow.Subscriber<? super T> subscriber, UnaryOperator<SubscriptionOptions<T>> options) {
        Subscriber<? super T> adapted = FlowAdapters.toSubscriber(Objects.requireNonNull(subscriber, "subscriber"));
        return subscribing.subscriber(adapted, options);
    }

    @Override
    public Publisher<T> publisher(UnaryOperator<SubscriptionOptions<T>> options) {
        Objects.requireNonNull(options, "options");
        return subscriber -> subscribing.published(subscriber, options);
    }

    @Override
    public Flow.Publisher<T> flowPublisher(UnaryOperator<SubscriptionOptions<T>> options) {
        return FlowAdapters.toFlowPublisher(publisher(options));
    }

    @Override
    public PullSubscription<T> pull(PullListener<? super T> listener, UnaryOperator<SubscriptionOptions<T>> options) {
        return subscribing.open(listener, options, false);
    }

    @Override
    @SuppressWarnings("unchecked") // it takes in whole messages
    public PullSubscription<TopicMessage<T>> pullMessages(
            PullListener<? super TopicMessage<T>> listener, UnaryOperator<SubscriptionOptions<T>> options) {
        return (PullSubscription<TopicMessage<T>>) (PullSubscription<?>) subscribing.open(listener, options, true);
    }

    @Override
    public boolean forget(String resumableName) {
        return resumables.forget(Objects.requireNonNull(resumableName, "resumableName"));
    }

    /** It is over for good: it holds nobody back, and its name is free. */
    void leave(CursorSubscription<?> subscription) {
        cursors.leave(subscription.cursor);
        if (subscription.isResumable()) {
            resumables.release(subscription);
        }
    }

    // ---------------------------------------------------------------- figures

    @Override
    public String name() {
        return config.name();
    }

    @Override
    public Class<T> type() {
        return config.type();
    }

    @Override
    public long epoch() {
        return epoch;
    }

    @Override
    public int capacity() {
        return config.capacity();
    }

    @Override
    public List<TopicSubscription> subscriptions() {
        return List.copyOf(subscribing.all());
    }

    @Override
    public Optional<TopicSubscription> blocker() {
        return Optional.ofNullable(cursors.blocker()).map(Cursor::subscription);
    }

    @Override
    public TopicStats stats() {
        return subscribing.stats(refusals);
    }

    @Override
    public String toString() {
        return "Topic[" + name() + " at " + SegmentedLog.sequenceOf(log.tailVolatile()) + "]";
    }

    // ---------------------------------------------------------------- for the other classes of this room

    TopicConfig<T> config() {
        return config;
    }

    SegmentedLog log() {
        return log;
    }

    Cursors cursors() {
        return cursors;
    }

    /** Whether its loops would serve a new subscription: the dispatcher has not been closed. */
    boolean isServed() {
        return home.isOpen();
    }

    /** The share that is to serve the subscription of this number. */
    LoopShare<?> share(long number) {
        int chosen = (int) Math.floorMod(number, others.length + 1L);
        return chosen == 0 ? home : others[chosen - 1];
    }

    /** Something was published. */
    void callLoops() {
        station.published();
        for (LoopShare<?> share : others) {
            share.station().published();
        }
    }

    /** A publish found no room. */
    void pressLoops() {
        station.refused();
        for (LoopShare<?> share : others) {
            share.station().refused();
        }
    }

    /** Somebody waits for what the loops do next. */
    void wakeLoops() {
        station.wake();
        for (LoopShare<?> share : others) {
            share.station().wake();
        }
    }

    Resumables resumables() {
        return resumables;
    }

    long tail() {
        return SegmentedLog.sequenceOf(log.tailVolatile());
    }

    Watch watch() {
        return watch;
    }

    void observe(Consumer<TopicObserver> telling) {
        observing.tell(telling);
    }

    /** A subscription was moved past messages, or began behind them. */
    void missed(TopicSubscription subscription, long count) {
        if (Flight.IS_AVAILABLE) {
            MovedPastEvent.emit(subscription, count);
        }
        observing.tell(observer -> observer.onMissed(subscription, count));
    }

    /** A subscription has become the one because of which publishing is refused. */
    void blocked(TopicSubscription blocker) {
        if (Flight.IS_AVAILABLE) {
            BlockedEvent.emit(blocker, capacity());
        }
        observing.tell(observer -> observer.onBlocked(name(), blocker));
    }

    /** A subscriber threw. */
    void report(TopicSubscription subscription, Throwable thrown) {
        observing.subscriberThrew(subscription, thrown);
    }

    Timer after(long nanos, Runnable action) {
        return home.after(nanos, action);
    }

    Instant wallTime(long millis) {
        return watch.wallTime(millis);
    }
}
