package io.fanlog.topic.internal.dispatch;

import io.fanlog.topic.spi.IdleStrategy;
import io.fanlog.topic.spi.TopicClock;
import java.time.Duration;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;

/**
 * What a group of loops is made from.
 *
 * @param name prefix of the names of loops and threads
 * @param loops how many, at least 1
 * @param threads makes one thread per loop, and is not asked when stepped
 * @param idle makes one strategy per loop
 * @param clock tells the time to all of them
 * @param stallAfter a turn that lasts longer is reported
 * @param stepped whether the loops have no threads and are stepped by hand
 */
public record LoopSettings(
        String name,
        int loops,
        ThreadFactory threads,
        Supplier<IdleStrategy> idle,
        TopicClock clock,
        Duration stallAfter,
        boolean stepped) {

    /** The name of the loop with this number, which counts from 1. */
    String loopName(int number) {
        return name + "-loop-" + number;
    }

    /**
     * Makes daemon threads named after the loops: {@code fanlog-loop-1} and so on.
     *
     * @param name prefix of the threads' names
     * @return a new factory, for one group
     */
    public static ThreadFactory daemonThreads(String name) {
        return new NamedDaemonThreads(name + "-loop-");
    }
}
