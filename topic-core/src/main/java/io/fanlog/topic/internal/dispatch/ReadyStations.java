package io.fanlog.topic.internal.dispatch;

import java.util.Arrays;

/**
 * The stations a loop visits each turn, in the order in which they became READY. Owned by the loop's thread.
 *
 * <pre>
 *   stations   A  B  C  D  .  .        visit: each once       settle: B went IDLE        A  C  D  .  .  .
 *
 *   INVARIANTS
 *   - A station is in here at most once, and only while READY or closed.
 *   - Each is visited once per turn, so none waits for more than one bounded visit of each other (D2).
 * </pre>
 */
final class ReadyStations {
    private static final int INITIAL_LENGTH = 16;

    private Station[] stations = new Station[INITIAL_LENGTH];
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    void add(Station station) {
        if (size == stations.length) {
            stations = Arrays.copyOf(stations, size * 2);
        }
        stations[size++] = station;
    }

    /** Visits every station once. */
    void visit(Turn turn) {
        for (int i = 0; i < size; i++) {
            stations[i].visit(turn);
        }
    }

    /** Lets the quiet ones go IDLE and closes the gaps they leave; returns whether one of them found work again. */
    boolean settle() {
        int kept = 0;
        boolean revived = false;
        for (int i = 0; i < size; i++) {
            Station station = stations[i];
            if (!station.isQuiet()) {
                stations[kept++] = station;
            } else if (station.settle()) {
                stations[kept++] = station;
                revived = true;
            }
        }
        Arrays.fill(stations, kept, size, null);
        size = kept;
        return revived;
    }

    /** Forgets them all. */
    void clear() {
        Arrays.fill(stations, 0, size, null);
        size = 0;
    }
}
