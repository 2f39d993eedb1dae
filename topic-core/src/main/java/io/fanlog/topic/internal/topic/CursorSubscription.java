package io.fanlog.topic.internal.topic;

import io.fanlog.topic.SlowSubscriberException;
import io.fanlog.topic.SlowSubscriberPolicy;
import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.internal.cursor.Cursor;
import io.fanlog.topic.internal.log.SegmentedLog;
import io.fanlog.topic.spi.PullListener;
import io.fanlog.topic.spi.PullSubscription;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One subscriber's way through the log: its demand, its mode, its end. In push mode the loop drains it ({@link Delivery});
 * in pull mode somebody else polls ({@link Polling}) and the loop only says that there is something.
 *
 * <pre>
 *   any thread                         loop                               poller (pull mode only)
 *   request: add demand, signal ───▶   serve: deliver ──▶ onNext          poll: take, else hungry = true
 *   cancel: CAS the state, signal ─▶   serve: hungry ──▶ onReady          and look at the tail again
 *                                      at the end ──▶ onEnd
 * </pre>
 *
 * <p>INVARIANTS
 * <ul>
 *   <li>Signals never overlap, since only the loop makes them; after the state has left ACTIVE none begins.
 *   <li>Never more than requested: only the loop takes from the demand, and only what it delivered.
 *   <li>The end is told when the cursor has reached it, in pull mode too: what is not polled by then can still be ended
 *       with an error.
 *   <li>Nothing is told before it is activated: one that has to be ended earlier leaves at once, and hears of it then.
 *   <li>Whoever continues a resumable cursor is taken in only when no poll of the one before is still under way.
 * </ul>
 */
final class CursorSubscription<T> extends Handle implements PullSubscription<T> {
    /** What a visit of the loop found. */
    enum Served {
        /** Nothing to do until somebody signals or the tail moves. */
        QUIET,
        /** There is more to do at once. */
        AGAIN,
        /** The next message is claimed and not stored yet. */
        AWAIT_STORE,
        /** It is over; the loop need not come again. */
        OVER
    }

    private static final VarHandle REQUESTED;
    private static final VarHandle SIGNALLED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            REQUESTED = lookup.findVarHandle(CursorSubscription.class, "requested", long.class);
            SIGNALLED = lookup.findVarHandle(CursorSubscription.class, "signalled", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final LogTopic<T> topic;

    /** What serves it: that of its loop. */
    final LoopShare<?> share;

    final Intake<T> intake;
    private final SubscriptionOptions<T> options;
    private final Polling<T> polling;

    /** These two are dropped when the loop has let go of the subscriber. */
    private @Nullable PullListener<Object> listener;

    private @Nullable Delivery<T> delivery;

    /** Whether it continues the cursor of one that was detached. */
    private final boolean isSuccessor;

    /** Whose cursor it continues, until that has been told. */
    private @Nullable TopicSubscription predecessor;

    private volatile @Nullable Mode mode;

    @SuppressWarnings("unused") // by REQUESTED
    private volatile long requested;

    /** Set from outside the loop to have the subscription end with an error. */
    private volatile @Nullable Supplier<Throwable> verdict;

    /** Whether it is among the topic's signals. */
    @SuppressWarnings("unused") // by SIGNALLED
    private volatile boolean signalled;

    /** Guarded by the stack of signals. */
    @Nullable
    CursorSubscription<?> nextSignalled;

    /** Loop: whether to look at it although the tail has not moved. */
    private boolean due;

    /** Loop: whether it has been taken in. */
    private boolean isServed;

    /** Loop: it failed before it was activated, and is to be told when it is. */
    private @Nullable Throwable untold;

    CursorSubscription(
            LogTopic<T> topic,
            LoopShare<?> share,
            String label,
            SubscriptionOptions<T> options,
            Cursor cursor,
            PullListener<Object> listener,
            boolean wholeMessages) {
        super(topic.name(), label, topic.log(), cursor);
        this.topic = topic;
        this.share = share;
        this.options = options;
        this.predecessor = cursor.subscription();
        this.isSuccessor = predecessor != null;
        this.intake = new Intake<>(topic, options.filter(), wholeMessages);
        this.listener = listener;
        this.polling = new Polling<>(this);
        this.delivery = new Delivery<>(this, listener);
    }

    @Override
    public boolean isLabelled() {
        return !options.label().isEmpty();
    }

    SubscriptionOptions<T> options() {
        return options;
    }

    boolean isSuccessor() {
        return isSuccessor;
    }

    boolean isResumable() {
        return options.resumableName() != null;
    }

    // ---------------------------------------------------------------- any thread

    @Override
    public void activate(Mode how) {
        synchronized (this) {
            if (mode != null) {
                throw new IllegalStateException("subscription '" + label() + "' was activated before");
            }
            mode = how;
        }
        signal();
    }

    @Override
    public long requested() {
        return mode == Mode.PULL ? 0 : requested;
    }

    @Override
    public void request(long n) {
        if (!isActive()) {
            return;
        }
        if (n <= 0) {
            condemn(() -> new IllegalArgumentException(
                    "request must be positive (Reactive Streams rule 3.9), got " + n + " from '" + label() + "'"));
        } else if (mode == Mode.PULL) {
            polling.tellProgress();
        } else if (addDemand(n)) {
            signal();
        }
    }

    /** Saturating; false if the demand was unbounded before. */
    private boolean addDemand(long n) {
        while (true) {
            long before = requested;
            if (before == Long.MAX_VALUE) {
                return false;
            }
            long sum = before + n;
            if (REQUESTED.compareAndSet(this, before, sum < 0 ? Long.MAX_VALUE : sum)) {
                return true;
            }
        }
    }

    /** Takes what was delivered from the demand, and tells what is left of it. Loop only. */
    long produced(int delivered) {
        long now = requested;
        while (now != Long.MAX_VALUE && !REQUESTED.compareAndSet(this, now, now - delivered)) {
            now = requested;
        }
        return requested;
    }

    /** Asks the loop to look at this subscription. */
    void signal() {
        if (!signalled && SIGNALLED.compareAndSet(this, false, true)) {
            share.signals().push(this);
        }
        share.station().signal();
    }

    @Override
    public void cancel() {
        if (isResumable()) {
            topic.resumables().detach(this);
        } else if (leave(SubscriptionState.ACTIVE, SubscriptionState.CANCELLED)) {
            topic.cursors().leave(cursor);
        }
        signal();
    }

    /** Ends it for good, attached or detached. */
    void end() {
        if (leave(SubscriptionState.ACTIVE, SubscriptionState.CANCELLED)
                || leave(SubscriptionState.DETACHED, SubscriptionState.CANCELLED)) {
            topic.cursors().leave(cursor);
        }
        signal();
    }

    /** Has the loop end it with an error, if it is not at its end by then. */
    void condemn(Supplier<Throwable> cause) {
        verdict = cause;
        signal();
    }

    /** Has the loop look at whoever continues the cursor now. */
    void signalSuccessor() {
        if (cursor.subscription() instanceof CursorSubscription<?> successor) {
            successor.signal();
        }
    }

    /** Whether a lossy cursor is further behind than it may be. */
    boolean isTooSlow(long tail) {
        return cursor.policy().isLossy() && tail - cursor.position() > cursor.maxLag();
    }

    /** Moves a skipping cursor to where its policy says. Owner of the cursor only. */
    void skip(long tail) {
        long target = cursor.policy() == SlowSubscriberPolicy.SKIP_TO_LATEST ? tail - 1 : tail - cursor.maxLag();
        long passed = target - cursor.position();
        cursor.passRelease(target, passed, 0);
        topic.missed(this, passed);
    }

    // ---------------------------------------------------------------- poller

    @Override
    public @Nullable T poll() {
        @SuppressWarnings("unchecked") // the listener was given for what the intake makes
        T taken = (T) polling.poll();
        return taken;
    }

    @Override
    public boolean isEmpty() {
        return polling.isEmpty();
    }

    @Override
    public void wake() {
        if (mode == Mode.PULL && isActive()) {
            polling.markHungry();
            signal();
        }
    }

    @Override
    public void clear() {
        cancel();
    }

    // ---------------------------------------------------------------- loop

    /** The loop has seen the signal; the next one pushes again. */
    void takeSignal() {
        SIGNALLED.setVolatile(this, false);
        due = true;
    }

    /** Whether it is to be served from now on: true once, when it has been activated, or is to be ended before that. */
    boolean beginServing() {
        if (isServed || (mode == null && isActive() && verdict == null)) {
            return false;
        }
        if (isSuccessor && cursor.isHeld()) {
            return false; // who holds it signals when that is over
        }
        isServed = true;
        announce();
        if (mode == Mode.PULL) {
            polling.open();
        }
        return true;
    }

    private void announce() {
        TopicSubscription before = predecessor;
        predecessor = null; // or a long line of them would stay reachable
        if (before == null) {
            topic.observe(observer -> observer.onSubscribed(this));
        } else {
            topic.observe(observer -> observer.onResumed(this, before));
        }
    }

    /** Whether the loop has nothing to do for it when something is published: it polls, and has not run dry. */
    boolean isPolledAhead() {
        return mode == Mode.PULL && isActive() && !cursor.policy().isLossy() && !polling.isHungry();
    }

    /** One visit; the loop has seen all slots before {@code stored} stored. */
    Served serve(long rawTail, long stored, boolean tailMoved) {
        if (!due && !tailMoved) {
            return Served.QUIET;
        }
        due = false;
        long demand = requested;
        // Read after the demand: what was published before a request must be seen when the lag is judged.
        long raw = cursor.policy().isLossy() ? topic.log().tailVolatile() : rawTail;
        Served served = isActive() ? serveActive(raw, stored, demand) : Served.OVER;
        if (!isActive()) {
            return letGo(raw);
        }
        due = served == Served.AGAIN || served == Served.AWAIT_STORE;
        return served;
    }

    private Served serveActive(long rawTail, long stored, long demand) {
        long tail = SegmentedLog.sequenceOf(rawTail);
        PullListener<Object> told = listener;
        Delivery<T> pushing = delivery;
        if (told == null || pushing == null) {
            return Served.OVER;
        }
        boolean atEnd = isAtEnd(rawTail);
        Supplier<Throwable> cause = verdict;
        if (mode == null) {
            return cause == null ? Served.QUIET : failUntold(cause.get());
        }
        if (cause != null && !atEnd) {
            return fail(cause.get(), told);
        }
        if (cursor.policy() == SlowSubscriberPolicy.DISCONNECT && tooSlowNow(rawTail)) {
            return fail(tooSlow(), told);
        }
        Served served = mode == Mode.PULL ? polling.wake(tail, told) : pushing.deliver(tail, stored, demand);
        if (rawTail < 0 && isActive() && cursor.positionAcquire() == tail) {
            return complete(told);
        }
        return served;
    }

    private boolean isAtEnd(long rawTail) {
        return rawTail < 0 && cursor.positionAcquire() == SegmentedLog.sequenceOf(rawTail);
    }

    private boolean tooSlowNow(long rawTail) {
        return SegmentedLog.sequenceOf(rawTail) - cursor.positionAcquire() > cursor.maxLag();
    }

    private SlowSubscriberException tooSlow() {
        return new SlowSubscriberException(topic.name(), label(), lag(), cursor.maxLag());
    }

    private Served complete(PullListener<Object> told) {
        Throwable cause = topic.failure();
        if (cause != null) {
            return fail(cause, told);
        }
        if (leave(SubscriptionState.ACTIVE, SubscriptionState.COMPLETED)) {
            topic.leave(this);
            tellEnd(told, null);
        }
        return Served.OVER;
    }

    private Served fail(Throwable cause, PullListener<Object> told) {
        boolean wasActive = isActive();
        if (leaveFailed(cause)) {
            topic.leave(this);
            if (wasActive) {
                tellEnd(told, cause);
            }
        }
        return Served.OVER;
    }

    private Served failUntold(Throwable cause) {
        if (leaveFailed(cause)) {
            topic.leave(this);
            untold = cause;
        }
        return Served.QUIET;
    }

    private void tellEnd(PullListener<Object> told, @Nullable Throwable cause) {
        try {
            told.onEnd(cause);
        } catch (Throwable thrown) {
            topic.report(this, thrown);
        }
    }

    /** Its subscriber threw: it ends alone, and is told nothing more. */
    void subscriberThrew(Throwable thrown) {
        endAlone(thrown);
        topic.report(this, thrown);
    }

    /** Its filter threw, or the copier did for it: it ends alone, and is told, since it has broken no rule itself. */
    void intakeThrew(Throwable thrown, PullListener<Object> told) {
        boolean ended = endAlone(thrown);
        topic.report(this, thrown);
        if (ended) {
            tellEnd(told, thrown);
        }
    }

    /** False if it had ended before. */
    private boolean endAlone(Throwable thrown) {
        if (isResumable()) {
            return topic.resumables().detach(this);
        }
        boolean failed = leaveFailed(thrown);
        if (failed) {
            topic.leave(this);
        }
        return failed;
    }

    /** What is left to do for one that is not served any more; a detached one may still be ended. */
    private Served letGo(long rawTail) {
        if (untold != null && mode == null) {
            return Served.QUIET;
        }
        if (untold != null && listener != null) {
            tellEnd(listener, untold);
            untold = null;
        }
        listener = null;
        delivery = null;
        if (state() == SubscriptionState.DETACHED && topic.isDraining() && isAtEnd(rawTail)) {
            if (leave(SubscriptionState.DETACHED, SubscriptionState.COMPLETED)) {
                topic.leave(this);
            }
        } else if (state() == SubscriptionState.DETACHED) {
            Throwable cause = verdict == null ? null : verdict.get();
            if (cause == null && cursor.policy() == SlowSubscriberPolicy.DISCONNECT && tooSlowNow(rawTail)) {
                cause = tooSlow();
            }
            if (cause != null && leaveFailed(cause)) {
                topic.leave(this);
            }
        }
        if (state() == SubscriptionState.DETACHED) {
            return Served.QUIET;
        }
        settle();
        topic.observe(observer -> observer.onSubscriptionEnded(this));
        return Served.OVER;
    }
}
