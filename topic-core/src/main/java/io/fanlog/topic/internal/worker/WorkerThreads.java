package io.fanlog.topic.internal.worker;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads of pools that were given no factory. */
final class WorkerThreads {
    private WorkerThreads() {}

    /** Virtual threads where the JDK has them, else platform daemon threads; named {@code fanlog-<pool>-<n>}. */
    static ThreadFactory of(String pool) {
        String prefix = "fanlog-" + pool + "-";
        return VirtualThreads.areAvailable() ? VirtualThreads.named(prefix) : platform(prefix);
    }

    static ThreadFactory platform(String prefix) {
        AtomicInteger made = new AtomicInteger();
        return work -> {
            Thread thread = new Thread(null, work, prefix + made.incrementAndGet(), 0, false);
            thread.setDaemon(true);
            return thread;
        };
    }
}
