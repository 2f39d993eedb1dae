package io.fanlog.topic.internal.dispatch;

import io.fanlog.topic.spi.BlockingCheck;
import java.util.List;
import java.util.ServiceLoader;

/** Which threads must not block: our loops, and those that a {@link BlockingCheck} provider knows. */
public final class BlockingChecks {
    private static final List<BlockingCheck> PROVIDED =
            ServiceLoader.load(BlockingCheck.class, BlockingCheck.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

    private BlockingChecks() {}

    /** Finds the providers now, on a thread that may read files; the first thread to ask may not. */
    public static void load() {
        // Initializing the class has done it.
    }

    /** {@return whether the current thread must not block} */
    public static boolean isForbidden() {
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

    /**
     * Refuses to wait.
     *
     * @param call the call, for the message
     * @param instead what to use instead
     * @return to be thrown
     */
    public static IllegalStateException refusal(String call, String instead) {
        return new IllegalStateException(call + " would have to wait, and thread '"
                + Thread.currentThread().getName() + "' must not; use " + instead);
    }
}
