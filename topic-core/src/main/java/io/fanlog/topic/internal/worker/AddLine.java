package io.fanlog.topic.internal.worker;

import io.fanlog.topic.worker.AddResult;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * The adds that wait for room in a queue, in arrival order, and those that were decided and have not been told yet. Guarded
 * by the queue's monitor, except for {@link #anyDecided}.
 *
 * <pre>
 *   enter ──▶ line ──▶ serve: admitted, or refused for good ──▶ decided ──▶ told under no lock
 *               └────▶ withdraw: no trace
 * </pre>
 */
final class AddLine {
    private final int places;
    private final LinkedHashSet<WaitingAdd> line = new LinkedHashSet<>();
    private List<WaitingAdd> decided = new ArrayList<>();
    private volatile boolean anyDecided;

    /** Whether jobs were admitted of which the sources have not heard. */
    private boolean anyAdmitted;

    AddLine(int places) {
        this.places = places;
    }

    int size() {
        return line.size();
    }

    /** False if the line is full. */
    boolean enter(WaitingAdd add) {
        return line.size() < places && line.add(add);
    }

    /** False if it has been decided. */
    boolean withdraw(WaitingAdd add) {
        return line.remove(add);
    }

    /** Decides from the front on, as long as there is room; true if anybody was admitted. */
    boolean serve(BooleanSupplier hasRoom, Function<WaitingAdd, AddResult> admission) {
        boolean admitted = false;
        Iterator<WaitingAdd> waiting = line.iterator();
        while (waiting.hasNext() && hasRoom.getAsBoolean()) {
            WaitingAdd first = waiting.next();
            waiting.remove();
            AddResult result = admission.apply(first);
            admitted |= result == AddResult.ACCEPTED;
            decide(first, result);
        }
        anyAdmitted |= admitted;
        return admitted;
    }

    /** Refuses all. */
    void close() {
        line.forEach(add -> decide(add, AddResult.CLOSED));
        line.clear();
    }

    private void decide(WaitingAdd add, AddResult result) {
        add.decide(result);
        decided.add(add);
        anyDecided = true;
    }

    /** Whether somebody is to be told. Without the monitor. */
    boolean anyDecided() {
        return anyDecided;
    }

    /** Takes those who are to be told. */
    List<WaitingAdd> takeDecided() {
        List<WaitingAdd> taken = decided;
        decided = new ArrayList<>();
        anyDecided = false;
        return taken;
    }

    /** Whether the sources are to hear of admitted jobs; asked once. */
    boolean takeAdmitted() {
        boolean taken = anyAdmitted;
        anyAdmitted = false;
        return taken;
    }
}
