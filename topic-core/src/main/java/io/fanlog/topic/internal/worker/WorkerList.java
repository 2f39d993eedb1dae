package io.fanlog.topic.internal.worker;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The live workers of a crew and the idle ones among them, linked through the workers. Guarded by the crew's monitor. */
final class WorkerList {
    private @Nullable Worker first;
    private @Nullable Worker lastIdle;
    private int live;
    private int idle;

    int live() {
        return live;
    }

    int idle() {
        return idle;
    }

    void add(Worker worker) {
        worker.nextListed = first;
        if (first != null) {
            first.previousListed = worker;
        }
        first = worker;
        live++;
    }

    void remove(Worker worker) {
        Worker next = worker.nextListed;
        Worker previous = worker.previousListed;
        if (previous == null) {
            first = next;
        } else {
            previous.nextListed = next;
        }
        if (next != null) {
            next.previousListed = previous;
        }
        worker.nextListed = null;
        worker.previousListed = null;
        live--;
    }

    void pushIdle(Worker worker) {
        worker.previousIdle = lastIdle;
        if (lastIdle != null) {
            lastIdle.nextIdle = worker;
        }
        lastIdle = worker;
        idle++;
    }

    /** The one that has been idle for the shortest time: its cache is the warmest, and the others may expire. */
    @Nullable
    Worker popIdle() {
        Worker worker = lastIdle;
        if (worker != null) {
            removeIdle(worker);
        }
        return worker;
    }

    void removeIdle(Worker worker) {
        Worker next = worker.nextIdle;
        Worker previous = worker.previousIdle;
        if (next == null) {
            lastIdle = previous;
        } else {
            next.previousIdle = previous;
        }
        if (previous != null) {
            previous.nextIdle = next;
        }
        worker.nextIdle = null;
        worker.previousIdle = null;
        idle--;
    }

    List<Worker> list() {
        List<Worker> all = new ArrayList<>(live);
        for (Worker worker = first; worker != null; worker = worker.nextListed) {
            all.add(worker);
        }
        return all;
    }

    void addTo(Tally tally) {
        for (Worker worker = first; worker != null; worker = worker.nextListed) {
            worker.counts.addTo(tally);
        }
    }

    boolean has(Thread thread) {
        for (Worker worker = first; worker != null; worker = worker.nextListed) {
            if (worker.runsOn(thread)) {
                return true;
            }
        }
        return false;
    }
}
