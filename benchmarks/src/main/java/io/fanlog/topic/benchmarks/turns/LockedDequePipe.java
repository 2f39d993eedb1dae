package io.fanlog.topic.benchmarks.turns;

import io.fanlog.topic.benchmarks.fanout.Payload;
import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** An {@code ArrayDeque} behind a lock. */
final class LockedDequePipe implements Pipe {
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Payload> deque = new ArrayDeque<>(CAPACITY);

    @Override
    public void append(Payload payload) {
        lock.lock();
        try {
            deque.addLast(payload);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public @Nullable Payload poll() {
        lock.lock();
        try {
            return deque.pollFirst();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {}
}
