package io.fanlog.topic.internal.worker;

import io.fanlog.topic.internal.dispatch.EventLoop;
import io.fanlog.topic.spi.BlockingCheck;
import java.util.List;
import java.util.ServiceLoader;

/** Where one must not wait for a pool: on event loops, on threads that a {@link BlockingCheck} knows, on its workers. */
final class WaitRule {
    private static final List<BlockingCheck> PROVIDED =
            ServiceLoader.load(BlockingCheck.class, BlockingCheck.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

    private WaitRule() {}

    /** Whether the current thread must not block, whatever it would wait for. */
    static boolean forbidsBlocking() {
        return EventLoop.isLoopThread(Thread.currentThread())
                || PROVIDED.stream().anyMatch(BlockingCheck::isBlockingForbidden);
    }

    /** Whether the current thread must not wait for this crew. */
    static boolean forbidsWaitingFor(Crew crew) {
        return forbidsBlocking() || crew.has(Thread.currentThread());
    }

    /**
     * Refuses where one must not wait.
     *
     * @param call for the message
     * @throws IllegalStateException if the current thread must not wait for this crew
     */
    static void check(Crew crew, String call) {
        if (forbidsWaitingFor(crew)) {
            throw new IllegalStateException(call + " would have to wait, and thread '"
                    + Thread.currentThread().getName() + "' must not; use the asynchronous form");
        }
    }
}
