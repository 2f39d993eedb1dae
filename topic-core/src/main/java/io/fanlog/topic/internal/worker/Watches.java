package io.fanlog.topic.internal.worker;

import io.fanlog.topic.worker.PoolStatus;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Who waits for what of a pool. Any thread; futures are completed outside the monitor. */
final class Watches {
    /** What one can wait for. */
    enum Condition {
        IDLE("waitUntilIdle"),
        PAUSED("waitUntilPaused"),
        STOPPED("waitUntilStopped"),
        QUIESCENT("awaitQuiescence"),

        /** PAUSED, by a pause that was asked for just now. */
        PAUSE("pauseAndWait"),

        /** STOPPED, by a stop that was asked for just now. */
        STOP("stopAndWait");

        private final String call;

        Condition(String call) {
            this.call = call;
        }

        /** The call that waits for it, for messages. */
        String call() {
            return call;
        }

        /** Whether waiting is in vain in this status. */
        boolean isOutOfReach(PoolStatus status) {
            return switch (this) {
                case IDLE, PAUSED -> status == PoolStatus.CLOSED;
                case PAUSE -> status != PoolStatus.PAUSING && status != PoolStatus.PAUSED;
                case STOP ->
                    switch (status) {
                        case STOPPING, STOPPED, CLOSED -> false;
                        case CREATED, RUNNING, PAUSING, PAUSED, DRAINING -> true;
                    };
                case STOPPED, QUIESCENT -> false;
            };
        }
    }

    private final Map<Condition, List<CompletableFuture<Void>>> waiting = new EnumMap<>(Condition.class);

    /** Begins to wait. */
    synchronized CompletableFuture<Void> add(Condition condition) {
        CompletableFuture<Void> future = new CompletableFuture<>();
        waiting.computeIfAbsent(condition, c -> new ArrayList<>()).add(future);
        return future;
    }

    /** Takes all who wait for a condition, to complete them or put them back. */
    synchronized List<CompletableFuture<Void>> take(Condition condition) {
        List<CompletableFuture<Void>> those = waiting.remove(condition);
        return those == null ? List.of() : those;
    }

    /** They have to wait on, unless they have given up; whether any does. */
    synchronized boolean putBack(Condition condition, List<CompletableFuture<Void>> those) {
        those.removeIf(CompletableFuture::isDone);
        if (!those.isEmpty()) {
            waiting.computeIfAbsent(condition, c -> new ArrayList<>()).addAll(those);
        }
        return !those.isEmpty();
    }
}
