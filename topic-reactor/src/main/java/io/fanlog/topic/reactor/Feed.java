package io.fanlog.topic.reactor;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import java.time.Duration;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.Exceptions;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.Schedulers;
import reactor.util.concurrent.Queues;
import reactor.util.context.Context;

/**
 * Brings one source into a topic, in order, with the topic's room as the source's demand.
 *
 * <pre>
 *   source ── onNext ──▶ queue (at most inFlight) ──▶ one publish at a time ──▶ topic
 *     ▲                                                  │ no room: waits in the topic's line, without a thread
 *     └────────────── request, as messages are settled ◀─┘
 * </pre>
 *
 * <p>INVARIANTS
 *
 * <ol>
 *   <li>Requested and not settled are at most {@code inFlight}.
 *   <li>Publishes are made by one thread at a time, the one that has raised {@link #work} from 0, and the next only when
 *       the one before was answered: so the source's order is the topic's.
 *   <li>Each message received is either published, or refused and discarded, or discarded because this was over.
 *   <li>The listener is told once, and not after a cancel.
 * </ol>
 *
 * @param <T> type of the payload
 */
final class Feed<T> implements TopicFeed<T> {
    /** Who hears how it ended. */
    interface Listener {
        /** The source's context. */
        Context context();

        /** The last call: all is published, or the topic ended, or (with an error) the source failed. */
        void onDone(long accepted, @Nullable Throwable error);
    }

    private static final Duration LONGEST_PAUSE = Duration.ofMillis(64);

    private final Topic<T> topic;
    private final int inFlight;
    private final Listener listener;
    private final Queue<T> queue;
    private final AtomicInteger work = new AtomicInteger();
    private final AtomicLong accepted = new AtomicLong();
    private final AtomicReference<@Nullable Subscription> upstream = new AtomicReference<>();

    private volatile boolean sourceEnded;
    private volatile @Nullable Throwable sourceError;
    private volatile boolean cancelled;
    private volatile boolean over;
    private volatile boolean isPausing;

    // Owned by whoever drains.

    /** Settled since the last request. */
    private int settled;
    /** What is being published, when that has not been answered. */
    private @Nullable T current;
    /** The answer that is waited for; null while there is a {@link #current} whose publish is to be tried again. */
    private @Nullable CompletableFuture<PublishResult> waiting;

    private long pauseMillis = 1;

    Feed(Topic<T> topic, int inFlight, Listener listener) {
        this.topic = topic;
        this.inFlight = inFlight;
        this.listener = listener;
        this.queue = Queues.<T>get(inFlight).get();
    }

    // ---------------------------------------------------------------- the source's thread

    @Override
    public Context currentContext() {
        return listener.context();
    }

    @Override
    public void onSubscribe(Subscription s) {
        if (upstream.compareAndSet(null, Objects.requireNonNull(s, "subscription"))) {
            s.request(inFlight);
            return;
        }
        s.cancel();
        if (!isDisposed()) {
            Operators.reportSubscriptionSet();
        }
    }

    @Override
    public void onNext(T payload) {
        Objects.requireNonNull(payload, "payload");
        if (sourceEnded || over) {
            Operators.onNextDropped(payload, currentContext());
        } else if (cancelled) {
            Operators.onDiscard(payload, currentContext());
        } else if (queue.offer(payload)) {
            drain();
        } else {
            onError(Operators.onOperatorError(
                    upstream.get(),
                    Exceptions.failWithOverflow("the source of topic '" + topic.name()
                            + "' sent more than requested, which was " + inFlight),
                    payload,
                    currentContext()));
            Operators.onDiscard(payload, currentContext());
        }
    }

    @Override
    public void onError(Throwable error) {
        Objects.requireNonNull(error, "error");
        if (sourceEnded || over || cancelled) {
            Operators.onErrorDropped(error, currentContext());
            return;
        }
        sourceError = error;
        sourceEnded = true;
        drain();
    }

    @Override
    public void onComplete() {
        sourceEnded = true;
        drain();
    }

    // ---------------------------------------------------------------- any thread

    @Override
    public void dispose() {
        if (!over && !cancelled) {
            cancelled = true;
            cancelSource();
            drain();
        }
    }

    @Override
    public boolean isDisposed() {
        return cancelled || over;
    }

    @Override
    public long accepted() {
        return accepted.get();
    }

    private void cancelSource() {
        Subscription source = upstream.getAndSet(Operators.cancelledSubscription());
        if (source != null) {
            source.cancel();
        }
    }

    private void drain() {
        if (work.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        while (seen != 0) {
            publishWhatIsThere();
            seen = work.addAndGet(-seen);
        }
    }

    // ---------------------------------------------------------------- whoever drains

    private void publishWhatIsThere() {
        while (!over) {
            if (cancelled) {
                giveUp();
                return;
            }
            if (!settleCurrent()) {
                return;
            }
            boolean last = sourceEnded;
            T next = queue.poll();
            if (next != null) {
                current = next;
                publish(next);
            } else {
                if (last) {
                    finish(sourceError);
                }
                return;
            }
        }
        discardQueue();
    }

    /** False while the message at hand has no answer yet. */
    private boolean settleCurrent() {
        T payload = current;
        if (payload == null) {
            return true;
        }
        CompletableFuture<PublishResult> answer = waiting;
        if (answer == null) {
            if (isPausing) {
                return false;
            }
            publish(payload);
            answer = waiting;
        }
        if (answer == null || !answer.isDone()) {
            return false;
        }
        waiting = null;
        return settle(payload, answer.join());
    }

    private void publish(T payload) {
        CompletableFuture<PublishResult> answer = topic.publishAsync(payload);
        waiting = answer;
        if (!answer.isDone()) {
            var unused = answer.whenComplete((result, failure) -> drain());
        }
    }

    private boolean settle(T payload, PublishResult result) {
        switch (result) {
            case OK -> accepted.incrementAndGet();
            case DUPLICATE, DROPPED, NO_SUBSCRIBERS -> Operators.onDiscard(payload, currentContext());
            case FULL -> {
                pause();
                return false;
            }
            case CLOSED -> {
                current = null;
                Operators.onDiscard(payload, currentContext());
                cancelSource();
                finish(null);
                return true;
            }
        }
        current = null;
        pauseMillis = 1;
        replenish();
        return true;
    }

    /** More publishes wait for room than the topic lets wait: the only way in is to ask again. */
    private void pause() {
        isPausing = true;
        Schedulers.parallel()
                .schedule(
                        () -> {
                            isPausing = false;
                            drain();
                        },
                        pauseMillis,
                        TimeUnit.MILLISECONDS);
        pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE.toMillis());
    }

    private void replenish() {
        Subscription source = upstream.get();
        if (++settled >= inFlight - (inFlight >> 2) && source != null) {
            int n = settled;
            settled = 0;
            source.request(n);
        }
    }

    private void finish(@Nullable Throwable error) {
        over = true;
        discardQueue();
        listener.onDone(accepted.get(), error);
    }

    /** Cancelled: takes back what waits, unless it was admitted meanwhile. */
    private void giveUp() {
        over = true;
        T payload = current;
        CompletableFuture<PublishResult> answer = waiting;
        current = null;
        waiting = null;
        if (payload != null && (answer == null || answer.cancel(false))) {
            Operators.onDiscard(payload, currentContext());
        } else if (payload != null && answer != null) {
            var unused = answer.thenAccept(result -> settleLate(payload, result));
        }
        discardQueue();
    }

    /** Too late to take it back; the answer may still be on its way, and must not be waited for. */
    private void settleLate(T payload, PublishResult result) {
        if (result == PublishResult.OK) {
            accepted.incrementAndGet();
        } else {
            Operators.onDiscard(payload, currentContext());
        }
    }

    private void discardQueue() {
        Operators.onDiscardQueueWithClear(queue, currentContext(), null);
    }

    // ---------------------------------------------------------------- introspection

    @Override
    @SuppressWarnings("rawtypes") // as declared by Scannable
    public @Nullable Object scanUnsafe(Attr key) {
        if (key == Attr.PARENT) {
            return upstream.get();
        }
        if (key == Attr.NAME) {
            return topic.name();
        }
        if (key == Attr.PREFETCH || key == Attr.CAPACITY) {
            return inFlight;
        }
        if (key == Attr.BUFFERED) {
            return queue.size();
        }
        if (key == Attr.TERMINATED) {
            return over && !cancelled;
        }
        if (key == Attr.CANCELLED) {
            return cancelled;
        }
        if (key == Attr.ERROR) {
            return sourceError;
        }
        return key == Attr.RUN_STYLE ? Attr.RunStyle.ASYNC : null;
    }

    @Override
    public String stepName() {
        return "feed(" + topic.name() + ")";
    }
}
