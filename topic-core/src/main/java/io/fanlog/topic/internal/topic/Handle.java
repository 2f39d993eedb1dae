package io.fanlog.topic.internal.topic;

import io.fanlog.topic.SlowSubscriberPolicy;
import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.internal.cursor.Cursor;
import io.fanlog.topic.internal.log.SegmentedLog;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What the owner of a subscription sees of it: state and counts. The state is left by CAS, so that one of cancel,
 * completion and failure wins; {@link #whenEnded} follows later, when the loop has let go of the subscriber.
 */
abstract class Handle implements TopicSubscription {
    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Handle.class, "state", SubscriptionState.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    final Cursor cursor;
    private final String topic;
    private final String label;
    private final SegmentedLog log;

    private volatile SubscriptionState state = SubscriptionState.ACTIVE;
    private volatile @Nullable Throwable failure;
    private final CompletableFuture<SubscriptionState> ended = new CompletableFuture<>();

    Handle(String topic, String label, SegmentedLog log, Cursor cursor) {
        this.topic = topic;
        this.label = label;
        this.log = log;
        this.cursor = cursor;
    }

    @Override
    public final String topic() {
        return topic;
    }

    @Override
    public final String label() {
        return label;
    }

    @Override
    public final SubscriptionState state() {
        return state;
    }

    final boolean isActive() {
        return state == SubscriptionState.ACTIVE;
    }

    /** As {@link #isActive}, without the acquire that would make a loop read all its fields anew. */
    final boolean isActiveOpaque() {
        return (SubscriptionState) STATE.getOpaque(this) == SubscriptionState.ACTIVE;
    }

    /** Leaves a state; false if somebody else was faster. */
    final boolean leave(SubscriptionState from, SubscriptionState to) {
        return STATE.compareAndSet(this, from, to);
    }

    /** As {@link #leave}, for a failure; its cause is visible to who sees the state. */
    final boolean leaveFailed(Throwable cause) {
        failure = cause;
        boolean failed = leave(SubscriptionState.ACTIVE, SubscriptionState.FAILED)
                || leave(SubscriptionState.DETACHED, SubscriptionState.FAILED);
        if (!failed && state != SubscriptionState.FAILED) {
            failure = null;
        }
        return failed;
    }

    /** Tells who waits for the end; on the loop, after the subscriber's last signal. */
    final void settle() {
        ended.complete(state);
    }

    @Override
    public final SlowSubscriberPolicy policy() {
        return cursor.policy();
    }

    @Override
    public final long cursor() {
        return cursor.positionAcquire();
    }

    @Override
    public final long lag() {
        long position = cursor.positionAcquire();
        long end = cursor.endTail();
        // A poll that was under way at the end may have taken a message that came just after it.
        return end >= 0 ? Math.max(0, end - position) : SegmentedLog.sequenceOf(log.tailVolatile()) - position;
    }

    @Override
    public final long received() {
        return cursor.counts().received();
    }

    @Override
    public final long missed() {
        return cursor.counts().missed();
    }

    @Override
    public final long filtered() {
        return cursor.counts().filtered();
    }

    @Override
    public final long undelivered() {
        return cursor.endTail() >= 0 ? lag() : 0;
    }

    @Override
    public final Optional<Throwable> failure() {
        return state == SubscriptionState.FAILED ? Optional.ofNullable(failure) : Optional.empty();
    }

    @Override
    public final CompletableFuture<SubscriptionState> whenEnded() {
        return ended.copy();
    }

    @Override
    public final String toString() {
        return "TopicSubscription[" + topic + "/" + label + " " + state + " at " + cursor() + "]";
    }
}
