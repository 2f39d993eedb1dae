package io.fanlog.topic.reactor;

import io.fanlog.topic.Dispatcher;
import io.fanlog.topic.Topics;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The event loops for sinks and shares whose owner has not said where they live: one group per JVM, made with the first of
 * them, never closed. Daemon threads that start with the first thing to do, and cost nothing while there is nothing.
 *
 * <p>Each sink and share has a {@link Topics} of its own on them. The loops know of a topic only while there is something
 * to do for it; so one that nobody refers to any more is collected with its topic, as Reactor's own would be.
 */
final class SharedLoops {
    private static final Dispatcher LOOPS =
            Dispatcher.builder().name("fanlog-shared").build();
    private static final AtomicLong NUMBERS = new AtomicLong();

    private SharedLoops() {}

    /** For one sink or share. */
    static Topics topics() {
        return Topics.builder().dispatcher(LOOPS).build();
    }

    /** A name that no other has. */
    static String name(String kind) {
        return kind + "-" + NUMBERS.incrementAndGet();
    }
}
