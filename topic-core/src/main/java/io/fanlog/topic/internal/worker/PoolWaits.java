package io.fanlog.topic.internal.worker;

import io.fanlog.topic.internal.dispatch.Nanos;
import io.fanlog.topic.internal.worker.Watches.Condition;
import io.fanlog.topic.worker.PoolStateException;
import io.fanlog.topic.worker.PoolStatus;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Who waits for a pool, and when the waiting is over.
 *
 * <pre>
 *   when ──▶ watches ──▶ lookAround ◀── the loop, nudged: by each move, and by the last worker that rests while watched
 *                            │
 *                            └─ drain over? conditions that hold? ──▶ complete the futures
 *
 *   INVARIANTS
 *   - A future is completed if its condition held at some moment after it was asked for: the futures are taken first and
 *     the condition evaluated then, one thread at a time.
 *   - Nobody is forgotten: watched is set before a condition is evaluated, so a worker that rests too late to be seen by
 *     the evaluation sees watched, and nudges. It is cleared only when nobody waits, and whoever comes then sets it and
 *     looks around himself. The visits of the loop end only after a look that began when all was over.
 * </pre>
 */
final class PoolWaits {
    private final PoolEngine engine;
    private final Crew crew;
    private final PoolLife life;
    private final Watches watches = new Watches();

    /** Calls of lookAround that have not been answered by a look; who makes it 1 looks until it is 0. */
    private final AtomicInteger looksDue = new AtomicInteger();

    PoolWaits(PoolEngine engine, PoolLife life) {
        this.engine = engine;
        this.crew = engine.crew;
        this.life = life;
    }

    CompletableFuture<Void> when(Condition condition) {
        CompletableFuture<Void> future = watches.add(condition);
        engine.watch(true);
        lookAround();
        return future;
    }

    boolean await(Condition condition, Duration timeout) throws InterruptedException {
        long nanos = Nanos.saturated(Objects.requireNonNull(timeout, "timeout"));
        CompletableFuture<Void> future = when(condition);
        try {
            if (!future.isDone() && nanos > 0) {
                WaitRule.check(crew, condition.call());
            }
            future.get(nanos, TimeUnit.NANOSECONDS);
            return true;
        } catch (ExecutionException outOfReach) {
            return false;
        } catch (TimeoutException e) {
            return holds(condition); // whoever looks around now may have begun before it was so
        } finally {
            future.cancel(false); // so that it is not kept
        }
    }

    /** Refuses, before anything is changed, a wait that would be refused afterwards. */
    void checkBefore(Condition condition, Duration timeout) {
        if (Objects.requireNonNull(timeout, "timeout").compareTo(Duration.ZERO) > 0 && !holds(condition)) {
            WaitRule.check(crew, condition.call());
        }
    }

    /** Ends a drain that is over, and completes the futures whose condition holds. Any thread. */
    void lookAround() {
        if (looksDue.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        do {
            look();
            seen = looksDue.addAndGet(-seen);
        } while (seen != 0);
    }

    private void look() {
        boolean isOver =
                engine.isOver(); // before the conditions: whoever they leave waiting needs the loop to come again
        engine.watch(true);
        boolean somebodyWaits = life.goesOnDraining();
        for (Condition condition : Condition.values()) {
            somebodyWaits |= look(condition);
        }
        engine.watch(somebodyWaits);
        if (isOver) {
            engine.close();
        }
    }

    /** True if somebody has to wait on. */
    private boolean look(Condition condition) {
        List<CompletableFuture<Void>> waiting = watches.take(condition);
        if (waiting.isEmpty()) {
            return false;
        }
        if (holds(condition)) {
            waiting.forEach(future -> future.complete(null));
            return false;
        }
        PoolStatus status = crew.status();
        if (condition.isOutOfReach(status)) {
            PoolStateException inVain = new PoolStateException(engine.config.name(), condition.call(), status);
            waiting.forEach(future -> future.completeExceptionally(inVain));
            return false;
        }
        return watches.putBack(condition, waiting);
    }

    private boolean holds(Condition condition) {
        return switch (condition) {
            case IDLE -> crew.status() == PoolStatus.RUNNING && engine.isQuiet();
            case PAUSED, PAUSE -> crew.status() == PoolStatus.PAUSED;
            case STOPPED, STOP -> crew.status() == PoolStatus.STOPPED || engine.isOver();
            case QUIESCENT -> engine.isOver() || engine.isQuiet();
        };
    }
}
