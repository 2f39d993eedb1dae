package io.fanlog.topic.benchmarks.memory;

import java.util.concurrent.atomic.AtomicLongArray;

/** Counts what each of some subscribers has received. */
final class CountingSubscribers {
    private final AtomicLongArray received;

    CountingSubscribers(int subscribers) {
        received = new AtomicLongArray(subscribers);
    }

    void count(int subscriber) {
        received.setRelease(subscriber, received.getPlain(subscriber) + 1);
    }

    long slowest() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < received.length(); i++) {
            least = Math.min(least, received.getAcquire(i));
        }
        return least;
    }
}
