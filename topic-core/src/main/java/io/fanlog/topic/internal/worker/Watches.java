package io.fanlog.topic.internal.worker;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Who waits for what of a pool. Any thread; futures are completed outside the monitor. */
final class Watches {
    /** What one can wait for. */
    enum Condition {
        IDLE("waitUntilIdle", false),
        PAUSED("waitUntilPaused", false),
        STOPPED("waitUntilStopped", true),
        QUIESCENT("awaitQuiescence", true);

        private final String call;
        private final boolean canHoldWhenClosed;

        Condition(String call, boolean canHoldWhenClosed) {
            this.call = call;
            this.canHoldWhenClosed = canHoldWhenClosed;
        }

        /** The call that waits for it, for messages. */
        String call() {
            return call;
        }

        boolean canHoldWhenClosed() {
            return canHoldWhenClosed;
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
