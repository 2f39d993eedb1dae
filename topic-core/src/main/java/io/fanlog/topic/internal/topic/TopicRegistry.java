package io.fanlog.topic.internal.topic;

import io.fanlog.topic.Topic;
import io.fanlog.topic.internal.dispatch.BlockingChecks;
import io.fanlog.topic.internal.dispatch.EventLoop;
import io.fanlog.topic.internal.dispatch.LoopGroup;
import io.fanlog.topic.spi.TopicObserver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The open topics by name. All methods may be called from any thread. */
public final class TopicRegistry {
    private final LoopGroup loops;
    private final TopicObserver observer;
    private final Observing observing;
    private final Map<String, LogTopic<?>> open = new ConcurrentHashMap<>();
    private final @Nullable UnusedTopics unused;
    private volatile boolean closed;

    /**
     * An empty registry.
     *
     * @param loops what serves the topics
     * @param observer who hears of them
     * @param closeUnusedAfter after which a topic that nobody uses is closed; null for never
     */
    public TopicRegistry(LoopGroup loops, TopicObserver observer, @Nullable Duration closeUnusedAfter) {
        BlockingChecks.load();
        this.loops = loops;
        this.observer = observer;
        this.observing = new Observing(observer);
        this.unused = closeUnusedAfter == null ? null : new UnusedTopics(loops.next(), closeUnusedAfter);
    }

    /**
     * Creates a topic.
     *
     * @param config what it is built with
     * @param <T> type of the payload
     * @return the new topic
     * @throws IllegalStateException if the name is taken, or the registry is closed
     */
    public <T> Topic<T> create(TopicConfig<T> config) {
        refuseIfClosed();
        LogTopic<T> topic = make(config);
        if (open.putIfAbsent(config.name(), topic) != null) {
            throw new IllegalStateException("there is an open topic '" + config.name() + "' already");
        }
        opened(topic);
        topic.announce();
        return topic;
    }

    /**
     * Finds a topic, or creates it.
     *
     * @param config what it is built with if there is none
     * @param <T> type of the payload
     * @return the topic
     */
    public <T> Topic<T> findOrCreate(TopicConfig<T> config) {
        refuseIfClosed();
        AtomicReference<@Nullable LogTopic<?>> made = new AtomicReference<>();
        LogTopic<?> found = open.computeIfAbsent(config.name(), name -> {
            LogTopic<T> topic = make(config);
            made.set(topic);
            return topic;
        });
        opened(found);
        if (made.get() == found) {
            found.announce();
        }
        return typed(found, config.type());
    }

    private <T> LogTopic<T> make(TopicConfig<T> config) {
        List<EventLoop> serving = Stream.generate(loops::next)
                .limit(Math.min(config.spread(), loops.loops().size()))
                .toList();
        try {
            return new LogTopic<>(config, serving, observer, 0, this::remove);
        } catch (RejectedExecutionException loopsClosed) {
            throw new IllegalStateException(
                    "the dispatcher is closed: no topic '" + config.name() + "' can be made", loopsClosed);
        }
    }

    private void opened(LogTopic<?> topic) {
        if (closed) { // it may have come after the closing thread had looked
            topic.close();
            refuseIfClosed();
        }
        touch(topic);
    }

    private void touch(LogTopic<?> topic) {
        if (unused != null) {
            unused.touch(topic);
        }
    }

    private void remove(LogTopic<?> topic) {
        open.remove(topic.name(), topic);
        if (unused != null) {
            unused.forget(topic);
        }
    }

    /**
     * Looks a topic up.
     *
     * @param name of the topic
     * @param type of its payloads
     * @param <T> type of its payloads
     * @return empty if there is none
     * @throws IllegalArgumentException if its payloads are of another type
     */
    public <T> Optional<Topic<T>> find(String name, Class<T> type) {
        LogTopic<?> found = open.get(name);
        if (found == null) {
            return Optional.empty();
        }
        touch(found);
        return Optional.of(typed(found, type));
    }

    private static <T> Topic<T> typed(LogTopic<?> topic, Class<T> type) {
        if (topic.type() != type) {
            throw new IllegalArgumentException("topic '" + topic.name() + "' has payloads of type "
                    + topic.type().getName() + ", not " + type.getName());
        }
        @SuppressWarnings("unchecked") // just compared
        Topic<T> typed = (Topic<T>) topic;
        return typed;
    }

    /** {@return the open topics, ordered by name} */
    public List<Topic<?>> list() {
        List<Topic<?>> list = new ArrayList<>(open.values());
        list.sort(Comparator.comparing(Topic::name));
        return list;
    }

    /**
     * Closes all topics. Returns at once.
     *
     * @param timeout how long subscribers may take what is there
     * @return completes when no subscription is left, with whether all were drained; never exceptionally
     */
    public CompletableFuture<Boolean> close(Duration timeout) {
        closed = true;
        List<LogTopic<?>> closing = List.copyOf(open.values());
        CompletableFuture<?>[] draining =
                closing.stream().map(topic -> topic.close(timeout)).toArray(CompletableFuture<?>[]::new);
        if (unused != null) {
            unused.stop();
        }
        return CompletableFuture.allOf(draining)
                .thenApply(nothing -> closing.stream().noneMatch(LogTopic::wasCutShort));
    }

    /** All topics and pools have been closed. */
    public void closed() {
        observing.tell(TopicObserver::onClosed);
    }

    private void refuseIfClosed() {
        if (closed) {
            throw new IllegalStateException("these topics are closed");
        }
    }
}
