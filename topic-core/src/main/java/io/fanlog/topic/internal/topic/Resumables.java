package io.fanlog.topic.internal.topic;

import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.internal.dispatch.Nanos;
import io.fanlog.topic.internal.dispatch.Timer;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The resumable subscriptions of one topic by name: who holds a name now, and until when a detached one is kept.
 *
 * <pre>
 *            attach                     cancel, error                 detachedFor is over, forget
 *   (none) ─────────▶ held by an ACTIVE ─────────────▶ held by a DETACHED ───────────────────────▶ (none)
 *                             ▲                               │ attach: the same cursor,
 *                             └───────────────────────────────┘ the old handle is CANCELLED
 * </pre>
 *
 * <p>A name is free again when its subscription has ended. Guarded by its own lock; the topic's monitor is entered inside.
 */
final class Resumables {
    private record Held(
            CursorSubscription<?> subscription, @Nullable Timer expiry) {}

    private final LogTopic<?> topic;
    private final Map<String, Held> byName = new HashMap<>();

    Resumables(LogTopic<?> topic) {
        this.topic = topic;
    }

    /**
     * Gives the name to a new subscription.
     *
     * @param making makes it from the detached one that held the name, or from null
     * @throws IllegalStateException if an attached one holds it
     */
    synchronized <S extends CursorSubscription<?>> S attach(
            String name, Function<@Nullable CursorSubscription<?>, S> making) {
        Held held = byName.get(name);
        if (held == null || held.subscription.state().isEnded()) {
            return hold(name, making.apply(null));
        }
        CursorSubscription<?> before = held.subscription;
        if (!before.leave(SubscriptionState.DETACHED, SubscriptionState.CANCELLED)) {
            throw new IllegalStateException("the resumable subscription '" + name + "' of topic '" + topic.name()
                    + "' has a subscriber already");
        }
        cancelExpiry(held);
        before.signal();
        return hold(name, making.apply(before));
    }

    private <S extends CursorSubscription<?>> S hold(String name, S subscription) {
        byName.put(name, new Held(subscription, null));
        return subscription;
    }

    /** Its subscriber is gone: keeps the cursor for a while. No effect, and false, unless it is active. */
    synchronized boolean detach(CursorSubscription<?> subscription) {
        if (!subscription.leave(SubscriptionState.ACTIVE, SubscriptionState.DETACHED)) {
            return false;
        }
        long nanos = Nanos.saturated(subscription.options().detachedFor());
        byName.put(nameOf(subscription), new Held(subscription, topic.after(nanos, () -> expire(subscription))));
        return true;
    }

    /** On the loop. */
    private void expire(CursorSubscription<?> subscription) {
        synchronized (this) {
            if (!subscription.leave(SubscriptionState.DETACHED, SubscriptionState.CANCELLED)) {
                return;
            }
            byName.remove(nameOf(subscription));
            topic.leave(subscription);
        }
        subscription.signal();
        topic.observe(observer -> observer.onDetachedExpired(subscription));
    }

    /** Ends whoever holds the name. */
    synchronized boolean forget(String name) {
        Held held = byName.remove(name);
        if (held == null || held.subscription.state().isEnded()) {
            return false;
        }
        cancelExpiry(held);
        held.subscription.end();
        return true;
    }

    /** A subscription has ended for good. */
    synchronized void release(CursorSubscription<?> subscription) {
        String name = nameOf(subscription);
        Held held = byName.get(name);
        if (held != null && held.subscription == subscription) {
            byName.remove(name);
            cancelExpiry(held);
        }
    }

    private static void cancelExpiry(Held held) {
        if (held.expiry != null) {
            held.expiry.cancel();
        }
    }

    private static String nameOf(CursorSubscription<?> subscription) {
        return Objects.requireNonNull(subscription.options().resumableName());
    }
}
