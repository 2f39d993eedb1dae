package io.fanlog.topic.internal.topic;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions of one topic that want to be looked at: an intrusive stack that any thread pushes to and the loop
 * takes whole (Treiber 1986; taking everything at once leaves no ABA). Each is in it at most once.
 */
final class Signals {
    private static final VarHandle TOP;

    static {
        try {
            TOP = MethodHandles.lookup().findVarHandle(Signals.class, "top", CursorSubscription.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile @Nullable CursorSubscription<?> top;

    void push(CursorSubscription<?> subscription) {
        CursorSubscription<?> below;
        do {
            below = top;
            subscription.nextSignalled = below;
        } while (!TOP.compareAndSet(this, below, subscription));
    }

    boolean isEmpty() {
        return top == null;
    }

    /** Takes all; the caller follows {@code nextSignalled}. */
    @Nullable
    CursorSubscription<?> takeAll() {
        return top == null ? null : (CursorSubscription<?>) TOP.getAndSet(this, null);
    }
}
