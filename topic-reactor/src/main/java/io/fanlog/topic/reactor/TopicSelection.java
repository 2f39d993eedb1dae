package io.fanlog.topic.reactor;

import io.fanlog.topic.Topic;
import io.fanlog.topic.Topics;
import io.fanlog.topic.spi.TopicObserver;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Which topics one Flux reads together: given ones, or all whose names match, those that are made later included.
 * Immutable; good for any number of Flux.
 *
 * <pre>{@code
 * ReactorTopics.messages(TopicSelection.of(List.of(quakes, storms)), o -> o)
 * ReactorTopics.messages(TopicSelection.matching(topics, Order.class, Pattern.compile("orders-.*")), o -> o)
 * }</pre>
 *
 * @param <T> type of the payloads
 */
public final class TopicSelection<T> {
    /** How a subscriber finds its topics. */
    private interface Finding<T> {
        /** Tells of those there are, then, from any thread, of those that come, and last that none will come any more. */
        Runnable follow(Consumer<Topic<? extends T>> joining, Runnable noMore);
    }

    private final Finding<T> finding;
    private final String description;
    private final @Nullable BiConsumer<? super Topic<?>, ? super Throwable> whenOneFails;

    private TopicSelection(
            Finding<T> finding,
            String description,
            @Nullable BiConsumer<? super Topic<?>, ? super Throwable> whenOneFails) {
        this.finding = finding;
        this.description = description;
        this.whenOneFails = whenOneFails;
    }

    /**
     * These topics, each once. A Flux of them completes when all have ended.
     *
     * @param topics any number, also none
     * @param <T> type of the payloads
     * @return the selection
     */
    public static <T> TopicSelection<T> of(Collection<? extends Topic<? extends T>> topics) {
        List<Topic<? extends T>> given = topics.stream()
                .map(topic -> (Topic<? extends T>) Objects.requireNonNull(topic, "topic"))
                .distinct()
                .collect(Collectors.toUnmodifiableList());
        String names = given.stream().map(Topic::name).collect(Collectors.joining(","));
        return new TopicSelection<>((joining, noMore) -> followGiven(given, joining, noMore), names, null);
    }

    private static <T> Runnable followGiven(
            List<Topic<? extends T>> given, Consumer<Topic<? extends T>> joining, Runnable noMore) {
        given.forEach(joining);
        noMore.run();
        return () -> {};
    }

    /**
     * All open topics whose whole name matches and whose payloads are of the type or of a subtype: those there are when
     * somebody subscribes, and those that are made while it is subscribed, which it joins before the call that makes them
     * returns. One that ends leaves. A Flux of them completes when the {@code Topics} has closed.
     *
     * @param topics where they are
     * @param type of the payloads
     * @param names what their names look like
     * @param <T> type of the payloads
     * @return the selection
     */
    public static <T> TopicSelection<T> matching(Topics topics, Class<T> type, Pattern names) {
        Objects.requireNonNull(topics, "topics");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(names, "names");
        return new TopicSelection<>(
                (joining, noMore) -> followMatching(topics, type, names, joining, noMore), names.pattern(), null);
    }

    private static <T> Runnable followMatching(
            Topics topics, Class<T> type, Pattern names, Consumer<Topic<? extends T>> joining, Runnable noMore) {
        Consumer<Topic<?>> looking = topic -> {
            if (type.isAssignableFrom(topic.type())
                    && names.matcher(topic.name()).matches()) {
                @SuppressWarnings("unchecked") // as its type says
                Topic<? extends T> matching = (Topic<? extends T>) topic;
                joining.accept(matching);
            }
        };
        TopicObserver observer = new TopicObserver() {
            @Override
            public void onTopicOpened(Topic<?> topic) {
                looking.accept(topic);
            }

            @Override
            public void onClosed() {
                noMore.run();
            }
        };
        topics.addObserver(observer); // first, so that none is made unseen
        topics.topics().forEach(looking);
        return () -> topics.removeObserver(observer);
    }

    /**
     * Goes on without a topic that fails, or that refuses the subscriber's options. By default its error ends the Flux,
     * after all that this topic had accepted; what other topics hold then stays with them.
     *
     * @param told which failed and why; on its event loop or on the thread that made it, and must not block
     * @return a changed copy
     */
    public TopicSelection<T> withoutFailed(BiConsumer<? super Topic<?>, ? super Throwable> told) {
        return new TopicSelection<>(finding, description, Objects.requireNonNull(told, "told"));
    }

    /** Answers how to stop. */
    Runnable follow(Consumer<Topic<? extends T>> joining, Runnable noMore) {
        return finding.follow(joining, noMore);
    }

    /** False if the failure is to end the Flux. */
    boolean toldOfFailure(Topic<?> topic, Throwable failure) {
        if (whenOneFails == null) {
            return false;
        }
        whenOneFails.accept(topic, failure);
        return true;
    }

    /** What was selected, in short. */
    @Override
    public String toString() {
        return description;
    }
}
