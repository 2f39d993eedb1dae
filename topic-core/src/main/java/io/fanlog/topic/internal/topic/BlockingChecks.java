package io.fanlog.topic.internal.topic;

import io.fanlog.topic.internal.dispatch.EventLoop;
import io.fanlog.topic.spi.BlockingCheck;
import java.util.List;
import java.util.ServiceLoader;

/** Which threads must not block: our loops, and those that a {@link BlockingCheck} provider knows. */
final class BlockingChecks {
    private static final List<BlockingCheck> PROVIDED =
            ServiceLoader.load(BlockingCheck.class, BlockingCheck.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

    private BlockingChecks() {}

    /** Finds the providers now, on a thread that may read files; the first thread to ask may not. */
    static void load() {
        // Initializing the class has done it.
    }

    /**
     * Refuses on a thread that must not block.
     *
     * @param what the call, for the message
     * @throws IllegalStateException if the current thread is one
     */
    static void refuseIfForbidden(String what) {
        if (isForbidden()) {
            throw new IllegalStateException(what + " would have to wait, and thread '"
                    + Thread.currentThread().getName() + "' must not block; use publishAsync");
        }
    }

    static boolean isForbidden() {
        if (EventLoop.isLoopThread(Thread.currentThread())) {
            return true;
        }
        for (BlockingCheck check : PROVIDED) {
            if (check.isBlockingForbidden()) {
                return true;
            }
        }
        return false;
    }
}
