package io.fanlog.topic.internal.dispatch;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * As much of a topic as the dispatcher needs to be tested with: a ring of slots, a tail that publishers claim from, and
 * a task that reads on. At most as many messages as the ring has slots may be under way.
 */
final class TinyTopic implements LoopTask {
    private static final int SLOTS = 1 << 16;
    private static final int BATCH = 1_024;

    private final AtomicLong tail = new AtomicLong();
    private final AtomicLongArray slots = new AtomicLongArray(SLOTS);
    private final Station station;
    private volatile long cursor;
    private volatile int mostInOneVisit;

    TinyTopic(EventLoop loop) {
        station = loop.register(this);
    }

    /** Publishes a message and returns its sequence. */
    long publish() {
        long sequence;
        do {
            sequence = tail.get();
        } while (!tail.compareAndSet(sequence, sequence + 1));
        slots.setRelease((int) (sequence % SLOTS), sequence + 1);
        station.signal();
        return sequence;
    }

    /** The next sequence the task will read. */
    long cursor() {
        return cursor;
    }

    int mostInOneVisit() {
        return mostInOneVisit;
    }

    Station station() {
        return station;
    }

    @Override
    public void run(Turn turn) {
        long next = cursor;
        int moved = 0;
        while (moved < BATCH && slots.getAcquire((int) (next % SLOTS)) == next + 1) {
            next++;
            moved++;
        }
        cursor = next;
        mostInOneVisit = Math.max(mostInOneVisit, moved);
        turn.moved(moved);
        if (moved == BATCH) {
            turn.again();
        } else if (tail.get() != next) {
            turn.awaitStore();
        }
    }

    @Override
    public boolean hasWork() {
        return tail.get() != cursor;
    }
}
