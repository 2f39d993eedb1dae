package io.fanlog.topic.internal.dispatch;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Which thread runs which loop right now, in this JVM. A thread that steps loops by hand counts while it does so. */
final class LoopThreads {
    private static final Map<Thread, EventLoop> RUNNING = new ConcurrentHashMap<>();

    private LoopThreads() {}

    /** The loop that a thread runs, or null. */
    static @Nullable EventLoop loopOf(Thread thread) {
        return RUNNING.get(thread);
    }

    /** Notes that the current thread runs a loop; returns what it ran before, to be given to {@link #leave}. */
    static @Nullable EventLoop enter(EventLoop loop) {
        return RUNNING.put(Thread.currentThread(), loop);
    }

    /** Notes that the current thread runs its loop no more. */
    static void leave(@Nullable EventLoop before) {
        if (before == null) {
            RUNNING.remove(Thread.currentThread());
        } else {
            RUNNING.put(Thread.currentThread(), before);
        }
    }
}
