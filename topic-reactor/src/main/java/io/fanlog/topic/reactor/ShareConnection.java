package io.fanlog.topic.reactor;

import io.fanlog.topic.Topic;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.util.context.Context;

/**
 * One life of a share: its topic, those who count, and the one subscription to the upstream.
 *
 * <pre>
 *                enough subscribers            the last has left              its time is over
 *   UNCONNECTED ──────────────────▶ CONNECTED ──────────────────▶ (grace) ──────────────────▶ OVER: upstream cancelled
 *        │                             │   ▲                         │
 *        │ the last has left           │   └──── somebody joins ─────┘
 *        ▼                             ▼ the upstream ends
 *       OVER                    ENDED: to be joined if it retains or stays connected, else OVER
 * </pre>
 *
 * <p>INVARIANTS (under the roster's lock)
 *
 * <ol>
 *   <li>It connects at most once, and cancels the upstream at most once: only in leaving CONNECTED.
 *   <li>Nobody joins one that is OVER, and it is OVER before anybody hears of the upstream's end: who subscribes again
 *       in answer to that begins a new one.
 *   <li>A grace period ends the connection only if nobody has joined since it began.
 * </ol>
 */
final class ShareConnection<T> extends Roster<T> implements Feed.Listener {
    private enum State {
        UNCONNECTED,
        CONNECTED,
        ENDED,
        OVER
    }

    private final FluxShare<T> share;
    private final Flux<T> source;
    private final ShareOptions options;
    private final Feed<T> feed;
    private volatile Context context = Context.empty();
    private volatile @Nullable Throwable failure;

    private State state = State.UNCONNECTED;
    /** How often somebody has come or gone. */
    private long changes;
    /** That of the grace period that is running; each is taken out by who ends it, so that nobody disposes another's. */
    private @Nullable Disposable graceTimer;

    ShareConnection(FluxShare<T> share, Flux<T> source, ShareOptions options, Topic<T> topic) {
        super(
                topic,
                !options.retains()
                        && (options.staysConnected() || !options.grace().isZero()),
                false);
        this.share = share;
        this.source = source;
        this.options = options;
        this.feed = new Feed<>(topic, options.inFlightIn(topic.capacity()), this);
    }

    // ---------------------------------------------------------------- under the lock

    @Override
    boolean isClosed() {
        return state == State.OVER;
    }

    @Override
    boolean isWorthKeeping() {
        return state == State.CONNECTED;
    }

    @Override
    @Nullable
    Runnable joined(int size, CoreSubscriber<?> who) {
        changes++;
        if (state == State.UNCONNECTED && size >= options.minSubscribers()) {
            state = State.CONNECTED;
            context = who.currentContext();
            return this::connect;
        }
        return takeGraceTimer();
    }

    @Override
    @Nullable
    Runnable left(int size) {
        changes++;
        if (size > 0) {
            return null;
        }
        if (state == State.UNCONNECTED || (state == State.CONNECTED && disconnectsAtOnce())) {
            state = State.OVER;
            return this::release;
        }
        long since = changes;
        return state == State.CONNECTED && !options.staysConnected() ? () -> beginGrace(since) : null;
    }

    /** What disposes the timer; null if there is none. */
    private @Nullable Runnable takeGraceTimer() {
        Disposable timer = graceTimer;
        graceTimer = null;
        return timer == null ? null : timer::dispose;
    }

    private boolean disconnectsAtOnce() {
        return !options.staysConnected() && options.grace().isZero();
    }

    // ---------------------------------------------------------------- without it

    private void connect() {
        if (feed.isDisposed()) {
            return;
        }
        try {
            source.subscribe(feed);
        } catch (Throwable thrown) {
            feed.onError(thrown);
        }
    }

    private void beginGrace(long since) {
        Disposable timer;
        try {
            timer = options.graceScheduler().schedule(() -> endGrace(since), graceNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) { // its scheduler has been disposed: nothing will ever end it
            endGrace(since);
            return;
        }
        synchronized (this) {
            if (changes == since && state == State.CONNECTED) {
                graceTimer = timer;
                return;
            }
        }
        timer.dispose();
    }

    private long graceNanos() {
        try {
            return options.grace().toNanos();
        } catch (ArithmeticException e) {
            return Long.MAX_VALUE;
        }
    }

    private void endGrace(long since) {
        synchronized (this) {
            if (changes != since || state != State.CONNECTED) {
                return;
            }
            state = State.OVER;
            graceTimer = null;
        }
        release();
    }

    /** Nobody is left who could miss anything. */
    private void release() {
        standDown();
        end();
        share.forget(this);
        feed.dispose();
    }

    /** Ends the topic, and frees its name. Whoever needs the name does this, too, without waiting for another to. */
    void end() {
        Throwable cause = failure;
        if (cause != null) {
            topic.fail(cause);
        }
        topic.close();
    }

    @Override
    public Context context() {
        return context;
    }

    @Override
    public void onDone(long accepted, @Nullable Throwable error) {
        boolean isLeftBehind;
        Runnable disposing;
        synchronized (this) {
            failure = error;
            if (state == State.CONNECTED) {
                state = options.retains() || options.staysConnected() ? State.ENDED : State.OVER;
            }
            isLeftBehind = state == State.OVER && size() == 0;
            disposing = takeGraceTimer();
        }
        if (disposing != null) {
            disposing.run();
        }
        if (isLeftBehind) {
            standDown();
        }
        end();
    }

    boolean isConnected() {
        synchronized (this) {
            return state == State.CONNECTED;
        }
    }
}
