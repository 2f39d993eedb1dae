package io.fanlog.topic.internal.worker;

import io.fanlog.topic.worker.SourceOptions;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The sources of one pool. Any thread; what says so is for one thread at a time, the holder of the pool's lock for moves,
 * and what runs a publisher's code must not be called with it.
 */
final class Sources {
    private static final Logger LOG = System.getLogger("io.fanlog.topic.worker");

    /** Numbers the binds. */
    private final AtomicLong bound = new AtomicLong();

    private final List<TopicSource<?>> topics = new CopyOnWriteArrayList<>();
    private final List<PublisherSource<?>> publishers = new CopyOnWriteArrayList<>();

    private final List<QueueSource> queues = new CopyOnWriteArrayList<>();

    /** The place of a source that is bound now. */
    Rank rank(String name, OptionalInt priority) {
        return new Rank(name, priority, bound.incrementAndGet());
    }

    /** The place of one that may have no name of its own. */
    Rank rank(String kind, SourceOptions options) {
        long order = bound.incrementAndGet();
        String name = options.name().isEmpty() ? kind + "-" + order : options.name();
        return new Rank(name, options.priority(), order);
    }

    /** False if it has that queue already. */
    boolean add(QueueSource source) {
        return find(source.queue) == null && queues.add(source);
    }

    /** The source of a queue; null if it is not bound. */
    @Nullable
    QueueSource find(QueueCore queue) {
        for (QueueSource source : queues) {
            if (source.queue == queue) {
                return source;
            }
        }
        return null;
    }

    void add(TopicSource<?> source) {
        topics.add(source);
    }

    void add(PublisherSource<?> source) {
        publishers.add(source);
    }

    boolean remove(Source source) {
        return topics.remove(source) || publishers.remove(source) || queues.remove(source);
    }

    /** Jobs in the queues. */
    long queued() {
        long sum = 0;
        for (QueueSource source : queues) {
            sum += source.waiting();
        }
        return sum;
    }

    /** Jobs that wait in them. */
    long waiting() {
        long sum = queued();
        for (TopicSource<?> source : topics) {
            sum += source.waiting();
        }
        for (PublisherSource<?> source : publishers) {
            sum += source.waiting();
        }
        return sum;
    }

    // Topics: with the lock for moves.

    /** Subscribes all again after a stop. One that cannot is dropped: its topic knows why. */
    void attachTopics() {
        List<TopicSource<?>> dropped = new ArrayList<>();
        for (TopicSource<?> source : topics) {
            try {
                source.attach();
            } catch (RuntimeException refused) {
                dropped.add(source);
                LOG.log(Level.WARNING, "a topic refused the pool that was restarted", refused);
            }
        }
        topics.removeAll(dropped);
    }

    void detachTopics() {
        topics.forEach(TopicSource::detach);
    }

    void endTopicsHere() {
        topics.forEach(TopicSource::endHere);
        queues.forEach(QueueSource::endHere);
    }

    /** Ends all for good; the messages that were to be handled and are lost with that. */
    long endTopics() {
        long untaken = 0;
        for (TopicSource<?> source : topics) {
            untaken += source.untaken();
            source.detach();
        }
        topics.clear();
        return untaken;
    }

    // Publishers: without it.

    /** Lets each publisher have a demand of the free workers. */
    void request(int free) {
        if (!publishers.isEmpty()) {
            publishers.forEach(publisher -> publisher.request(free));
        }
    }

    void settlePublishers() {
        publishers.forEach(PublisherSource::settle);
    }

    void endPublishersHere() {
        publishers.forEach(PublisherSource::endHere);
    }

    void endPublishers() {
        publishers.forEach(PublisherSource::end);
        publishers.clear();
    }

    /** Leaves the queues, and closes those that the pool made; how many jobs were closed by that. */
    long endQueues() {
        long closed = 0;
        for (QueueSource source : queues) {
            if (source.isOwner) {
                closed += source.queue.close();
            }
            source.leave();
        }
        queues.clear();
        return closed;
    }
}
