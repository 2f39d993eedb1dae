package io.fanlog.topic.internal.worker;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Does something once when a stage completes, well or not, on the thread that completes it. A stage may live much longer
 * than who waits for it: once forgotten, it keeps alive nothing but this.
 */
final class StopSignal {
    private final AtomicReference<@Nullable Runnable> stop;

    StopSignal(Runnable stop) {
        this.stop = new AtomicReference<>(stop);
    }

    void hear(CompletionStage<?> stage) {
        stage.whenComplete((value, error) -> given());
    }

    private void given() {
        Runnable once = stop.getAndSet(null);
        if (once != null) {
            once.run();
        }
    }

    void forget() {
        stop.set(null);
    }
}
