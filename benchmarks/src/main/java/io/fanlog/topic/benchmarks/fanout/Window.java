package io.fanlog.topic.benchmarks.fanout;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Consumer;

/**
 * Holds the producers back where a peer has no way to: it would keep all that its slowest subscriber has not read, or end
 * that subscriber. Both sides settle up once per 1,024 messages only, so that it costs the peer next to nothing.
 */
final class Window {
    private static final int STEP = 1_024;

    /** Longs from one counter to the next, so that no two share a cache line. */
    private static final int STRIDE = 16;

    private final int subscribers;
    private final AtomicLongArray passed;
    private final AtomicLong granted = new AtomicLong();
    private final int[] mayPublish;

    Window(int producers, int subscribers) {
        this.subscribers = subscribers;
        passed = new AtomicLongArray(STRIDE * (subscribers + 1));
        mayPublish = new int[2 * STRIDE * (producers + 1)];
    }

    /** Waits until the slowest subscriber is less than the capacity behind; for the payload's producer. */
    void awaitRoom(Payload payload) {
        int own = 2 * STRIDE * (payload.producer() + 1);
        if (mayPublish[own] == 0) {
            awaitGrant();
            mayPublish[own] = STEP;
        }
        mayPublish[own]--;
    }

    /** What a subscriber does with a message, and the count that it keeps. */
    Consumer<Payload> passing(int subscriber, CheckingSubscriber checking) {
        return new Passing(STRIDE * (subscriber + 1), checking);
    }

    private void awaitGrant() {
        int tries = 0;
        while (true) {
            long before = granted.get();
            if (before + STEP - slowest() > FanoutSubject.CAPACITY) {
                tries++;
                Backoff.pause(tries);
            } else if (granted.compareAndSet(before, before + STEP)) {
                return;
            }
        }
    }

    private long slowest() {
        long least = Long.MAX_VALUE;
        for (int i = 1; i <= subscribers; i++) {
            least = Math.min(least, passed.getAcquire(STRIDE * i));
        }
        return least;
    }

    private final class Passing implements Consumer<Payload> {
        private final int own;
        private final CheckingSubscriber checking;
        private long count;

        private Passing(int own, CheckingSubscriber checking) {
            this.own = own;
            this.checking = checking;
        }

        @Override
        public void accept(Payload payload) {
            checking.accept(payload);
            count++;
            if (count % STEP == 0) {
                passed.setRelease(own, count);
            }
        }
    }
}
