package io.fanlog.topic;

import io.fanlog.topic.internal.dispatch.EventLoop;
import io.fanlog.topic.internal.dispatch.LoopGroup;
import io.fanlog.topic.internal.dispatch.LoopSettings;
import io.fanlog.topic.spi.IdleStrategy;
import io.fanlog.topic.spi.LoopExecutor;
import io.fanlog.topic.spi.TopicClock;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A group of event loops, the threads that serve topics: they deliver to subscribers, hand batches to workers, reclaim
 * what was read, run timers. Each topic and each pool lives on one loop; one loop serves thousands of them. A dispatcher
 * may be shared; who makes it closes it.
 *
 * <p>Loops are daemon threads that start with the first thing to do, and use no CPU while there is nothing to do. User
 * code on a loop must not block: what else lives there waits meanwhile. A turn of a loop that lasts longer than
 * {@linkplain Builder#stallAfter 500 ms} is reported while it lasts.
 *
 * <p>In a test, a {@linkplain #stepped stepped} dispatcher has no threads; the test runs the loops by hand, with time
 * standing still in between.
 */
public final class Dispatcher implements AutoCloseable {
    private final LoopGroup group;
    private final boolean stepped;

    private Dispatcher(LoopSettings settings) {
        group = new LoopGroup(settings);
        stepped = settings.stepped();
    }

    /**
     * Makes a dispatcher with all defaults: one loop per core.
     *
     * @return a new dispatcher
     */
    public static Dispatcher create() {
        return builder().build();
    }

    /**
     * Makes a dispatcher with one loop and no thread, to be run by {@link #step()}.
     *
     * @param clock tells the loop the time; usually {@link TopicClock#manual}
     * @return a new dispatcher
     */
    public static Dispatcher stepped(TopicClock clock) {
        return new Dispatcher(builder().loops(1).clock(clock).settings(true));
    }

    /**
     * Begins a dispatcher with settings of its own.
     *
     * @return a new builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Whether a thread runs an event loop, of any dispatcher, and so must not block.
     *
     * @param thread any thread
     * @return true if it is a loop's thread, or is stepping a dispatcher right now
     */
    public static boolean isLoopThread(Thread thread) {
        return EventLoop.isLoopThread(Objects.requireNonNull(thread, "thread"));
    }

    /**
     * One of the loops, to run actions of one's own on it.
     *
     * @return the loops in turn
     */
    public LoopExecutor nextLoop() {
        return new DispatcherLoop(group.next());
    }

    /**
     * Runs one duty cycle of all loops on the current thread, timers that are due included. The current thread counts as
     * the loops' thread meanwhile. Steps may come from different threads, one at a time.
     *
     * @return about how much was done: messages, timers, jobs; 0 if another step would do nothing until somebody
     *     publishes or time passes
     * @throws IllegalStateException if this dispatcher is not stepped, or is being stepped right now, for instance by
     *     the caller
     */
    public int step() {
        if (!stepped) {
            throw new IllegalStateException("only a dispatcher made by Dispatcher.stepped can be stepped");
        }
        return group.step();
    }

    /**
     * Closes the loops and returns at once. They take nothing new, go on with what is ready for 10 seconds at most,
     * drop pending timers and end their threads.
     */
    @Override
    public void close() {
        group.close();
    }

    /**
     * Closes the loops and waits until they have ended. On a thread of this dispatcher it does not wait. Interrupting
     * the current thread ends the waiting, not the closing, and leaves it interrupted.
     *
     * @param timeout how long the loops may go on with what is ready; then they end after the turn they are in
     * @return whether they have ended; false if user code still blocks one of them
     * @throws IllegalArgumentException if {@code timeout} is negative
     */
    public boolean close(Duration timeout) {
        if (Objects.requireNonNull(timeout, "timeout").isNegative()) {
            throw new IllegalArgumentException("timeout must not be negative, but was " + timeout);
        }
        group.close(timeout);
        try {
            // A loop notices the end of its time between two turns, so it needs a moment beyond it.
            return group.awaitTermination(timeout) || group.awaitTermination(Duration.ofMillis(100));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return group.isTerminated();
        }
    }

    /** The loops themselves, for the front door. */
    LoopGroup group() {
        return group;
    }

    /** Collects the settings of a dispatcher. For one thread at a time. */
    public static final class Builder {
        private static final int MAX_LOOPS = 1_024;

        private String name = "fanlog";
        private int loops = Math.min(Runtime.getRuntime().availableProcessors(), MAX_LOOPS);
        private @Nullable ThreadFactory threadFactory;
        private Supplier<IdleStrategy> idleStrategy = IdleStrategy::parking;
        private TopicClock clock = TopicClock.system();
        private Duration stallAfter = Duration.ofMillis(500);

        private Builder() {}

        /**
         * Sets how many loops there are. Default: one per core.
         *
         * @param loops 1 to 1,024
         * @return this
         * @throws IllegalArgumentException if it is not
         */
        public Builder loops(int loops) {
            if (loops < 1 || loops > MAX_LOOPS) {
                throw new IllegalArgumentException("loops must be between 1 and " + MAX_LOOPS + ", but was " + loops);
            }
            this.loops = loops;
            return this;
        }

        /**
         * Sets who makes the threads. Default: daemon threads named after the loops. The factory is asked at
         * {@link #build()} once per loop, and must return platform threads that were not started.
         *
         * @param threadFactory the factory
         * @return this
         */
        public Builder threadFactory(ThreadFactory threadFactory) {
            this.threadFactory = Objects.requireNonNull(threadFactory, "threadFactory");
            return this;
        }

        /**
         * Sets what a loop does when it has nothing to do. Default: {@link IdleStrategy#parking()}.
         *
         * @param idleStrategy makes one strategy per loop, at {@link #build()}
         * @return this
         */
        public Builder idleStrategy(Supplier<IdleStrategy> idleStrategy) {
            this.idleStrategy = Objects.requireNonNull(idleStrategy, "idleStrategy");
            return this;
        }

        /**
         * Sets the prefix of the names of loops and threads. Default: {@code fanlog}, which makes {@code fanlog-loop-1}.
         *
         * @param name not blank
         * @return this
         * @throws IllegalArgumentException if it is blank
         */
        public Builder name(String name) {
            if (Objects.requireNonNull(name, "name").isBlank()) {
                throw new IllegalArgumentException("name must not be blank, but was \"" + name + "\"");
            }
            this.name = name;
            return this;
        }

        /**
         * Sets where the loops read the time. Default: {@link TopicClock#system()}.
         *
         * @param clock the clock
         * @return this
         */
        public Builder clock(TopicClock clock) {
            this.clock = Objects.requireNonNull(clock, "clock");
            return this;
        }

        /**
         * Sets how long a turn of a loop may last before it is reported, with the stack of who blocks it. Default: 500
         * ms. It is reported within a second, and again each time it has lasted twice as long.
         *
         * @param stallAfter at least 1 ms
         * @return this
         * @throws IllegalArgumentException if it is shorter
         */
        public Builder stallAfter(Duration stallAfter) {
            if (Objects.requireNonNull(stallAfter, "stallAfter").compareTo(Duration.ofMillis(1)) < 0) {
                throw new IllegalArgumentException("stallAfter must be at least 1 ms, but was " + stallAfter);
            }
            this.stallAfter = stallAfter;
            return this;
        }

        /**
         * Makes the dispatcher. Its threads start with the first thing to do.
         *
         * @return a new dispatcher
         */
        public Dispatcher build() {
            return new Dispatcher(settings(false));
        }

        private LoopSettings settings(boolean stepped) {
            ThreadFactory threads = threadFactory == null ? LoopSettings.daemonThreads(name) : threadFactory;
            return new LoopSettings(name, loops, threads, idleStrategy, clock, stallAfter, stepped);
        }
    }
}
