package io.fanlog.topic.internal.dispatch;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes numbered daemon threads. */
final class NamedDaemonThreads implements ThreadFactory {
    private final String prefix;
    private final AtomicInteger made = new AtomicInteger();

    NamedDaemonThreads(String prefix) {
        this.prefix = prefix;
    }

    @Override
    public Thread newThread(Runnable work) {
        Thread thread = new Thread(null, work, prefix + made.incrementAndGet(), 0, false);
        thread.setDaemon(true);
        return thread;
    }
}
