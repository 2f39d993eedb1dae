package io.fanlog.topic;

import io.fanlog.topic.internal.dispatch.LoopGroup;
import io.fanlog.topic.internal.dispatch.StallListener;
import io.fanlog.topic.internal.dispatch.TurnListener;
import io.fanlog.topic.spi.TopicObserver;
import io.fanlog.topic.worker.WorkerPool;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All who hear of one {@link Topics}, as one. Each is told, whatever those before it threw; the first throwable leaves
 * when all have been told, and who calls logs it. Any thread.
 *
 * <p>INVARIANTS: the loops time their turns only while somebody here wants to hear of it; and loops that are shared do not
 * remember those who hear nothing.
 */
final class Observers implements TopicObserver {
    private static final System.Logger LOG = System.getLogger("io.fanlog.topic");

    private final LoopGroup loops;
    private final StallListener stalls = this::stalled;
    private final TurnListener turns = this::onLoopTurn;
    private final List<TopicObserver> all = new CopyOnWriteArrayList<>();
    private volatile List<TopicObserver> timing = List.of();

    // Guarded by this.

    private boolean isClosed;

    Observers(LoopGroup loops, List<TopicObserver> first) {
        this.loops = loops;
        first.forEach(this::add);
    }

    void add(TopicObserver observer) {
        boolean wantsTimes = observer.isTiming();
        synchronized (this) {
            all.add(observer);
            if (all.size() == 1 && !isClosed) {
                loops.addStallListener(stalls);
            }
            if (wantsTimes && !isClosed) {
                timing = with(timing, observer);
                if (timing.size() == 1) {
                    loops.addTurnListener(turns);
                }
            }
        }
    }

    synchronized void remove(TopicObserver observer) {
        if (all.remove(observer) && all.isEmpty()) {
            loops.removeStallListener(stalls);
        }
        List<TopicObserver> left = without(timing, observer);
        if (left.isEmpty() && !timing.isEmpty()) {
            loops.removeTurnListener(turns);
        }
        timing = left;
    }

    private void stalled(String loop, Duration lasting, StackTraceElement[] stack) {
        try {
            onLoopStalled(loop, lasting, stack);
        } catch (Throwable thrown) {
            LOG.log(Level.WARNING, "the topic observer threw", thrown);
        }
    }

    private static List<TopicObserver> with(List<TopicObserver> some, TopicObserver another) {
        TopicObserver[] more = some.toArray(new TopicObserver[some.size() + 1]);
        more[some.size()] = another;
        return List.of(more);
    }

    private static List<TopicObserver> without(List<TopicObserver> some, TopicObserver one) {
        List<TopicObserver> left = new CopyOnWriteArrayList<>(some);
        left.remove(one);
        return List.copyOf(left);
    }

    private static void tell(List<TopicObserver> those, Consumer<TopicObserver> telling) {
        Throwable first = null;
        for (TopicObserver observer : those) {
            try {
                telling.accept(observer);
            } catch (Throwable thrown) {
                first = joined(first, thrown);
            }
        }
        if (first != null) {
            Observers.<RuntimeException>rethrow(first);
        }
    }

    private static Throwable joined(@Nullable Throwable first, Throwable next) {
        if (first == null) {
            return next;
        }
        if (first != next) {
            first.addSuppressed(next);
        }
        return first;
    }

    /** As it was thrown: who calls looks whether it is fatal. */
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void rethrow(Throwable thrown) throws E {
        throw (E) thrown;
    }

    @Override
    public void onBlocked(String topic, TopicSubscription blocker) {
        tell(all, each -> each.onBlocked(topic, blocker));
    }

    @Override
    public void onMissed(TopicSubscription subscription, long count) {
        tell(all, each -> each.onMissed(subscription, count));
    }

    @Override
    public void onSubscriberError(TopicSubscription subscription, Throwable error) {
        tell(all, each -> each.onSubscriberError(subscription, error));
    }

    @Override
    public void onDetachedExpired(TopicSubscription subscription) {
        tell(all, each -> each.onDetachedExpired(subscription));
    }

    @Override
    public void onTopicEnded(String topic, long published) {
        tell(all, each -> each.onTopicEnded(topic, published));
    }

    @Override
    public void onJobFailed(String pool, Throwable error) {
        tell(all, each -> each.onJobFailed(pool, error));
    }

    @Override
    public void onLoopStalled(String loop, Duration lasting, StackTraceElement[] stack) {
        tell(all, each -> each.onLoopStalled(loop, lasting, stack.clone()));
    }

    @Override
    public void onTopicOpened(Topic<?> topic) {
        tell(all, each -> each.onTopicOpened(topic));
    }

    @Override
    public void onTopicClosed(Topic<?> topic) {
        tell(all, each -> each.onTopicClosed(topic));
    }

    @Override
    public void onSubscribed(TopicSubscription subscription) {
        tell(all, each -> each.onSubscribed(subscription));
    }

    @Override
    public void onResumed(TopicSubscription subscription, TopicSubscription before) {
        tell(all, each -> each.onResumed(subscription, before));
    }

    @Override
    public void onSubscriptionEnded(TopicSubscription subscription) {
        tell(all, each -> each.onSubscriptionEnded(subscription));
    }

    @Override
    public void onPoolOpened(WorkerPool<?> pool) {
        tell(all, each -> each.onPoolOpened(pool));
    }

    @Override
    public void onPoolClosed(WorkerPool<?> pool) {
        tell(all, each -> each.onPoolClosed(pool));
    }

    /** Told once, however often the topics are closed. */
    @Override
    public void onClosed() {
        synchronized (this) {
            if (isClosed) {
                return;
            }
            isClosed = true;
            loops.removeStallListener(stalls);
            if (!timing.isEmpty()) {
                loops.removeTurnListener(turns);
                timing = List.of();
            }
        }
        tell(all, TopicObserver::onClosed);
    }

    @Override
    public boolean isTiming() {
        return !timing.isEmpty();
    }

    @Override
    public void onAttempt(String pool, long nanos, boolean succeeded) {
        tell(timing, each -> each.onAttempt(pool, nanos, succeeded));
    }

    @Override
    public void onLoopTurn(String loop, long nanos) {
        tell(timing, each -> each.onLoopTurn(loop, nanos));
    }
}
