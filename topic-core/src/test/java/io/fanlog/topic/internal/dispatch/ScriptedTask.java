package io.fanlog.topic.internal.dispatch;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** A task that counts its visits and does in each what the test says. */
final class ScriptedTask implements LoopTask {
    volatile Consumer<Turn> visit = turn -> {};
    volatile BooleanSupplier work = () -> false;
    volatile int visits;
    volatile int questions;

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // the loop writes, the test reads
    public void run(Turn turn) {
        visits++;
        visit.accept(turn);
    }

    @Override
    @SuppressWarnings("NonAtomicVolatileUpdate") // as above
    public boolean hasWork() {
        questions++;
        return work.getAsBoolean();
    }
}
