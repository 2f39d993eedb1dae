package io.fanlog.topic.internal.cursor;

import io.fanlog.topic.PublishResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.function.Function;

/**
 * The publishes that wait for room, in arrival order, and those that were decided and have not been told yet. Guarded by the
 * monitor of {@link Cursors}, except for the two figures that others look at without it.
 *
 * <pre>
 *   enter ──▶ line ──▶ serve: stored, or refused for good ──▶ decided ──▶ answered on the loop, outside the monitor
 *               └────▶ withdraw: no trace
 * </pre>
 */
final class WaitingLine {
    private final int places;
    private final LinkedHashSet<Waiter> line = new LinkedHashSet<>();
    private final ArrayDeque<Waiter> decided = new ArrayDeque<>();

    private volatile int size;
    private volatile boolean anyDecided;

    WaitingLine(int places) {
        this.places = places;
    }

    /** False if the line is full. */
    boolean enter(Waiter waiter) {
        if (line.size() >= places) {
            return false;
        }
        line.add(waiter);
        size = line.size();
        return true;
    }

    /** False if it has been decided already. */
    boolean withdraw(Waiter waiter) {
        boolean removed = line.remove(waiter);
        size = line.size();
        return removed;
    }

    /** Decides from the front on, until there is no room for the next. */
    void serve(Function<Waiter, PublishResult> deciding) {
        Iterator<Waiter> waiters = line.iterator();
        while (waiters.hasNext()) {
            Waiter first = waiters.next();
            PublishResult result = deciding.apply(first);
            if (result == PublishResult.FULL) {
                break;
            }
            waiters.remove();
            first.decide(result);
            decided.addLast(first);
            anyDecided = true;
        }
        size = line.size();
    }

    /** Takes the first of those who were decided, so many at most. */
    List<Waiter> takeDecided(int most) {
        List<Waiter> taken = new ArrayList<>();
        while (taken.size() < most && !decided.isEmpty()) {
            taken.add(decided.removeFirst());
        }
        anyDecided = !decided.isEmpty();
        return taken;
    }

    boolean isEmpty() {
        return line.isEmpty();
    }

    /** Without the monitor. */
    int sizeVolatile() {
        return size;
    }

    /** Without the monitor. */
    boolean anyDecidedVolatile() {
        return anyDecided;
    }
}
