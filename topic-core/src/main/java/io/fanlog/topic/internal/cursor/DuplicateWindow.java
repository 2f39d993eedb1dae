package io.fanlog.topic.internal.cursor;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Duration;
import java.util.ArrayDeque;

/**
 * Which message ids were stored lately: a time by Caffeine, a count by a FIFO beside it, since Caffeine's own
 * {@code maximumSize} forgets the newest of a stream of unique ids first. Guarded by the monitor of {@link Cursors}.
 */
final class DuplicateWindow {
    /** One remembered id; compared by identity, so that an old entry cannot forget a younger one of the same id. */
    private static final class Entry {
        private final String id;

        Entry(String id) {
            this.id = id;
        }
    }

    private final Cache<String, Entry> remembered;
    private final ArrayDeque<Entry> inOrder = new ArrayDeque<>();
    private final int count;

    DuplicateWindow(Duration window, int count, Ticker ticker) {
        this.count = count;
        this.remembered = Caffeine.newBuilder()
                .expireAfterWrite(window)
                .ticker(ticker)
                .executor(Runnable::run)
                .build();
    }

    boolean contains(String id) {
        return remembered.getIfPresent(id) != null;
    }

    void remember(String id) {
        Entry entry = new Entry(id);
        remembered.put(id, entry);
        inOrder.addLast(entry);
        if (inOrder.size() > count) {
            Entry oldest = inOrder.removeFirst();
            remembered.asMap().remove(oldest.id, oldest);
        }
    }
}
