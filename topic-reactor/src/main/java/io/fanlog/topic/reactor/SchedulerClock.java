package io.fanlog.topic.reactor;

import io.fanlog.topic.spi.TopicClock;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import reactor.core.scheduler.Scheduler;

/**
 * The time of a scheduler, which may be virtual: then it leaps, and says so to nobody. So whenever a loop goes to sleep
 * until its next timer, the scheduler is asked to call at that time, and the loops are woken then.
 *
 * <p>INVARIANT: for each time that a loop sleeps until there is one call pending; a time that was asked for twice is kept
 * once.
 */
final class SchedulerClock implements TopicClock {
    private final Scheduler scheduler;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final Set<Long> expected = ConcurrentHashMap.newKeySet();

    SchedulerClock(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    @Override
    public long nanoTime() {
        return scheduler.now(TimeUnit.NANOSECONDS);
    }

    @Override
    public Instant now() {
        return Instant.ofEpochMilli(scheduler.now(TimeUnit.MILLISECONDS));
    }

    @Override
    public void addMoveListener(Runnable listener) {
        listeners.add(listener);
    }

    @Override
    public void removeMoveListener(Runnable listener) {
        listeners.remove(listener);
    }

    @Override
    public void wakeLoopsAt(long nanoTime) {
        if (!expected.add(nanoTime)) {
            return;
        }
        try {
            scheduler.schedule(() -> moved(nanoTime), nanoTime - nanoTime(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException disposed) {
            expected.remove(nanoTime);
        }
    }

    private void moved(long nanoTime) {
        expected.remove(nanoTime);
        listeners.forEach(Runnable::run);
    }
}
