package io.fanlog.topic.internal.topic;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.fanlog.topic.internal.dispatch.EventLoop;
import io.fanlog.topic.internal.dispatch.Nanos;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Closes topics that nobody uses: Caffeine's expiry keeps the times, a timer of one loop has it look. A topic is used by
 * a look-up, by a publish, and all the while it has a subscription.
 */
final class UnusedTopics {
    private final Cache<LogTopic<?>, Long> tails;
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
            if (topic.tail() != tail || !topic.cursors().isEmpty()) {
                touch(topic);
            }
        });
        tails.cleanUp();
        loop.schedule(everyNanos, this::look);
    }

    private void removed(@Nullable LogTopic<?> topic, @Nullable Long tail, RemovalCause cause) {
        if (cause == RemovalCause.EXPIRED && topic != null) {
            topic.close();
        }
    }
}
