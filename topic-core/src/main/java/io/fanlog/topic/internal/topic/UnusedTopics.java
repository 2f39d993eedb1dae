package io.fanlog.topic.internal.topic;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.fanlog.topic.internal.dispatch.EventLoop;
import io.fanlog.topic.internal.dispatch.Nanos;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Closes topics that nobody uses: Caffeine's expiry keeps the times, a timer of one loop has it look. A topic is used by
 * a look-up, by a publish, and all the while it has a subscription.
 *
 * <p>INVARIANT: a topic is closed on the loop only, never inside Caffeine, since that tells the observer; and only after
 * another look at whether it is used, since the loop may have come late.
 */
final class UnusedTopics {
    /** Whose time is over, and where its tail was when it was last found used. */
    private record Expired(LogTopic<?> topic, long tail) {}

    private final Cache<LogTopic<?>, Long> tails;
    private final Queue<Expired> expired = new ConcurrentLinkedQueue<>();
    private final EventLoop loop;
    private final long everyNanos;
    private volatile boolean stopped;

    UnusedTopics(EventLoop loop, Duration after) {
        this.loop = loop;
        this.everyNanos = Math.max(1, Nanos.saturated(after) / 4);
        this.tails = Caffeine.newBuilder()
                .expireAfterAccess(after)
                .ticker(loop.clock()::nanoTime)
                .executor(Runnable::run)
                .removalListener(this::removed)
                .build();
        loop.schedule(everyNanos, this::look);
    }

    void touch(LogTopic<?> topic) {
        tails.put(topic, topic.tail());
    }

    void forget(LogTopic<?> topic) {
        tails.invalidate(topic);
    }

    void stop() {
        stopped = true;
    }

    private void look() {
        if (stopped) {
            return;
        }
        tails.asMap().forEach((topic, tail) -> {
            if (isUsed(topic, tail)) {
                touch(topic);
            }
        });
        tails.cleanUp();
        closeExpired();
        loop.schedule(everyNanos, this::look);
    }

    private void closeExpired() {
        Expired next = expired.poll();
        while (next != null) {
            if (isUsed(next.topic, next.tail)) {
                touch(next.topic);
            } else if (!tails.asMap().containsKey(next.topic)) { // nobody has looked it up meanwhile
                next.topic.close();
            }
            next = expired.poll();
        }
    }

    private static boolean isUsed(LogTopic<?> topic, long tail) {
        return topic.tail() != tail || !topic.cursors().isEmpty();
    }

    /** On whatever thread Caffeine notices it. */
    private void removed(@Nullable LogTopic<?> topic, @Nullable Long tail, RemovalCause cause) {
        if (cause == RemovalCause.EXPIRED && topic != null && tail != null) {
            expired.add(new Expired(topic, tail));
        }
    }
}
