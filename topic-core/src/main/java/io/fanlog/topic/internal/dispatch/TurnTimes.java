package io.fanlog.topic.internal.dispatch;

import java.util.ArrayList;
import java.util.List;

/** Who wants to hear how long the turns of a group's loops take. While nobody does, a loop reads no clock for it. */
final class TurnTimes {
    private volatile List<TurnListener> listeners = List.of();

    synchronized void add(TurnListener listener) {
        List<TurnListener> more = new ArrayList<>(listeners);
        more.add(listener);
        listeners = List.copyOf(more);
    }

    synchronized void remove(TurnListener listener) {
        List<TurnListener> left = new ArrayList<>(listeners);
        left.remove(listener);
        listeners = List.copyOf(left);
    }

    boolean isWanted() {
        return !listeners.isEmpty();
    }

    /** On the loop. */
    void tell(String loop, long nanos) {
        for (TurnListener listener : listeners) {
            try {
                listener.turned(loop, nanos);
            } catch (Throwable thrown) {
                Uncaught.report(thrown);
            }
        }
    }
}
