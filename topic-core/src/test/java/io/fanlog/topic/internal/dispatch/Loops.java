package io.fanlog.topic.internal.dispatch;

import io.fanlog.topic.spi.IdleStrategy;
import io.fanlog.topic.spi.ManualClock;
import io.fanlog.topic.spi.TopicClock;
import java.lang.Thread.UncaughtExceptionHandler;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Makes groups for tests, and gets things done on their loops. */
final class Loops {
    private static final Duration LIMIT = Duration.ofMillis(500);

    private Loops() {}

    static ManualClock manualClock() {
        return new ManualClock(Instant.EPOCH, Long.MAX_VALUE - 1_000); // overflows right away
    }

    static LoopGroup stepped(TopicClock clock) {
        return stepped(clock, IdleStrategy::parking);
    }

    static LoopGroup stepped(TopicClock clock, Supplier<IdleStrategy> idle) {
        return new LoopGroup(new LoopSettings("test", 1, LoopSettings.daemonThreads("test"), idle, clock, LIMIT, true));
    }

    static LoopGroup threaded(int loops) {
        return threaded(loops, IdleStrategy::parking, TopicClock.system());
    }

    static LoopGroup threaded(int loops, Supplier<IdleStrategy> idle, TopicClock clock) {
        return new LoopGroup(
                new LoopSettings("test", loops, LoopSettings.daemonThreads("test"), idle, clock, LIMIT, false));
    }

    static LoopGroup threaded(UncaughtExceptionHandler handler) {
        ThreadFactory named = LoopSettings.daemonThreads("test");
        ThreadFactory handled = work -> {
            Thread thread = named.newThread(work);
            thread.setUncaughtExceptionHandler(handler);
            return thread;
        };
        return new LoopGroup(
                new LoopSettings("test", 1, handled, IdleStrategy::parking, TopicClock.system(), LIMIT, false));
    }

    static LoopGroup watched(Duration stallAfter) {
        return new LoopGroup(new LoopSettings(
                "watched",
                1,
                LoopSettings.daemonThreads("watched"),
                IdleStrategy::parking,
                TopicClock.system(),
                stallAfter,
                false));
    }

    /** Runs something on the loop and waits until it has run. */
    static void onLoop(EventLoop loop, Runnable action) throws Exception {
        CompletableFuture<Void> done = new CompletableFuture<>();
        loop.execute(() -> {
            try {
                action.run();
                done.complete(null);
            } catch (Throwable thrown) {
                done.completeExceptionally(thrown);
            }
        });
        done.get(30, TimeUnit.SECONDS);
    }

    /** Steps until there is nothing to do; returns how many steps did something. */
    static int stepAll(LoopGroup group) {
        int steps = 0;
        while (group.step() > 0) {
            steps++;
            if (steps > 1_000_000) {
                throw new AssertionError("the group never comes to rest");
            }
        }
        return steps;
    }

    static boolean isParked(EventLoop loop) {
        return loop.mode() == Doorbell.PARKED;
    }
}
