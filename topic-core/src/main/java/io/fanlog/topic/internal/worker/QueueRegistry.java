package io.fanlog.topic.internal.worker;

import io.fanlog.topic.worker.JobQueue;
import io.fanlog.topic.worker.QueueOptions;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.UnaryOperator;

/** The open queues of one {@link io.fanlog.topic.Topics}, by name. Any thread. */
public final class QueueRegistry {
    private static final System.Logger LOG = System.getLogger("io.fanlog.topic.worker");

    private final ConcurrentSkipListMap<String, LocalQueue<?>> queues = new ConcurrentSkipListMap<>();
    private volatile boolean closed;

    /** No queues yet. */
    public QueueRegistry() {}

    /**
     * Makes a queue without a pool.
     *
     * @param name unique among the open queues
     * @param options how it keeps its jobs
     * @param <T> type of the jobs
     * @return a new queue
     */
    public <T> JobQueue<T> queue(String name, UnaryOperator<QueueOptions<T>> options) {
        QueueOptions<T> named = QueueOptions.<T>defaults().name(name);
        QueueOptions<T> chosen = chosen(named, options);
        return list(chosen.name(), new LocalQueue<>(chosen.name(), chosen, this::closed));
    }

    /**
     * The open queues.
     *
     * @return a snapshot, ordered by name
     */
    public List<JobQueue<?>> list() {
        return List.copyOf(queues.values());
    }

    /** Takes in no more jobs; what is there may still be taken. No new queue is made from now on. */
    public void seal() {
        closed = true;
        queues.values().forEach(queue -> queue.core().sealAndAnswer());
    }

    /**
     * Closes all.
     *
     * @return whether no job was closed by that; what was is logged
     */
    public boolean close() {
        seal();
        boolean isClean = true;
        for (LocalQueue<?> queue : queues.values()) {
            long left = queue.core().close();
            if (left > 0) {
                isClean = false;
                LOG.log(
                        Level.WARNING,
                        "queue ''{0}'' was closed with {1} jobs that no worker took",
                        queue.name(),
                        left);
            }
        }
        return isClean;
    }

    // Pools.

    /** Options with a name: that of the pool, and from the second one on a number, if none was given. */
    <T> QueueOptions<T> named(String pool, UnaryOperator<QueueOptions<T>> options) {
        QueueOptions<T> chosen = chosen(QueueOptions.defaults(), options);
        if (!chosen.name().isEmpty()) {
            return chosen;
        }
        String free = pool;
        for (int number = 2; queues.containsKey(free); number++) {
            free = pool + "-" + number;
        }
        return chosen.name(free);
    }

    private static <T> QueueOptions<T> chosen(QueueOptions<T> from, UnaryOperator<QueueOptions<T>> options) {
        return Objects.requireNonNull(options.apply(from), "the options function returned null");
    }

    <Q extends LocalQueue<?>> Q list(String name, Q queue) {
        requireOpen(name);
        if (queues.putIfAbsent(name, queue) != null) {
            throw new IllegalStateException("there is a queue '" + name + "' already");
        }
        try {
            requireOpen(name);
        } catch (IllegalStateException closedMeanwhile) {
            queue.close();
            throw closedMeanwhile;
        }
        return queue;
    }

    private void requireOpen(String name) {
        if (closed) {
            throw new IllegalStateException("closed: no queue '" + name + "' can be made");
        }
    }

    void closed(LocalQueue<?> queue) {
        queues.remove(queue.name(), queue);
    }
}
