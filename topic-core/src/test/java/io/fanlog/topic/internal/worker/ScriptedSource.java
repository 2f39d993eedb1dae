package io.fanlog.topic.internal.worker;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** A source that has what the test gives it. */
final class ScriptedSource extends Source {
    final ArrayDeque<Object> jobs = new ArrayDeque<>();
    final List<Object> cameBack = new ArrayList<>();
    int takes;
    Runnable beforeTake = () -> {};

    /** The only one in its pool. */
    ScriptedSource() {
        this(new Rank("scripted", OptionalInt.empty(), 0));
    }

    ScriptedSource(Rank rank) {
        super(rank);
    }

    @Override
    int take(@Nullable Object[] slots, int from, int max) {
        takes++;
        beforeTake.run();
        int at = from;
        while (at < from + max && !jobs.isEmpty()) {
            slots[at++] = jobs.remove();
        }
        return at - from;
    }

    @Override
    long waiting(long enough) {
        return jobs.size();
    }

    @Override
    long waiting() {
        return jobs.size();
    }

    @Override
    int countWhenTaken(int taken) {
        return taken;
    }

    @Override
    void comeBack(List<Object> returned) {
        cameBack.addAll(returned);
    }
}
