package io.fanlog.topic.benchmarks.pools;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Virtual threads, where the JDK has them; this code is compiled for one that has not. */
final class VirtualThreads {
    private static final int FIRST_JDK = 21;

    private VirtualThreads() {}

    static boolean areAvailable() {
        return Runtime.version().feature() >= FIRST_JDK;
    }

    /** {@code Executors.newVirtualThreadPerTaskExecutor()}. */
    static ExecutorService perTaskExecutor() {
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new UnsupportedOperationException(
                    "virtual threads need JDK " + FIRST_JDK + ", this is " + Runtime.version(), e);
        }
    }
}
