package io.fanlog.topic.reactor;

import io.fanlog.topic.CheckReturnValue;
import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.Topics;
import java.time.Duration;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Makes sinks with topics of their own, in the place of {@code Sinks.many()}; by {@link ReactorTopics#sinks()}:
 *
 * <pre>{@code
 * Sinks.Many<Quake> quakes = ReactorTopics.sinks().multicast();
 * Sinks.Many<Quake> last = ReactorTopics.sinks().on(topics).name("last").replay(10);
 * }</pre>
 *
 * <p>Immutable: the options answer a changed copy, the flavours a new sink. Any thread may emit at any time. Subscribers are
 * served by event loops, not by the thread that emits; each at its own pace, and one that falls behind holds emitting back
 * (FAIL_OVERFLOW) only when it is a whole capacity behind. None of them ends when its last subscriber leaves, unless told
 * to. See {@link TopicSink} for what emitting answers.
 */
public final class TopicSinks {
    static final TopicSinks DEFAULTS = new TopicSinks(null, null, 0, false, UnaryOperator.identity());

    private final @Nullable Topics topics;
    private final @Nullable String name;
    private final int capacity;
    private final boolean autoCancel;
    private final UnaryOperator<SubscriptionOptions<Object>> subscribers;

    private TopicSinks(
            @Nullable Topics topics,
            @Nullable String name,
            int capacity,
            boolean autoCancel,
            UnaryOperator<SubscriptionOptions<Object>> subscribers) {
        this.topics = topics;
        this.name = name;
        this.capacity = capacity;
        this.autoCancel = autoCancel;
        this.subscribers = subscribers;
    }

    /**
     * Where its topic lives.
     *
     * @param owner closing it completes the sink; default: event loops that all such sinks of this JVM use
     * @return a changed copy
     */
    public TopicSinks on(Topics owner) {
        return new TopicSinks(Objects.requireNonNull(owner, "on"), name, capacity, autoCancel, subscribers);
    }

    /**
     * The topic's name, for stats and messages.
     *
     * @param text unique among the open topics of where it lives; default: made from a running number
     * @return a changed copy
     */
    public TopicSinks name(String text) {
        return new TopicSinks(topics, Arguments.notBlank("name", text), capacity, autoCancel, subscribers);
    }

    /**
     * How far the slowest gating subscriber may be behind before emitting answers FAIL_OVERFLOW; with warm-up also how
     * much is kept while there is nobody.
     *
     * @param messages 1 to 2^30; default 65,536, and 2^30 for {@link #replayAll()}, which holds everything anyway
     * @return a changed copy
     */
    public TopicSinks capacity(int messages) {
        return new TopicSinks(topics, name, Arguments.capacity(messages), autoCancel, subscribers);
    }

    /**
     * End the sink when its last subscriber has left: later emits answer FAIL_CANCELLED, later subscribers get what is
     * retained and then {@code onComplete}. Default: it goes on.
     *
     * @return a changed copy
     */
    public TopicSinks autoCancel() {
        return new TopicSinks(topics, name, capacity, true, subscribers);
    }

    /**
     * How each subscriber is served: its policy, its filter, where it begins.
     *
     * @param options {@code o -> o.skipToLatest(1)}; asked once for each subscriber. Default: gating, from the oldest
     *     message that is retained
     * @return a changed copy
     */
    public TopicSinks subscribers(UnaryOperator<SubscriptionOptions<Object>> options) {
        return new TopicSinks(topics, name, capacity, autoCancel, Objects.requireNonNull(options, "subscribers"));
    }

    // ---------------------------------------------------------------- flavours

    /**
     * To all who are subscribed, with warm-up: while nobody is, messages are kept for the next, up to the capacity. What
     * the last subscriber had not taken when it left is kept for the next, too. In the place of
     * {@code multicast().onBackpressureBuffer(capacity, autoCancel)}.
     *
     * @param <T> type of the payload
     * @return a new sink
     */
    @CheckReturnValue
    public <T> TopicSink<T> multicast() {
        return make(ManySink.Kind.WARM, 0, null);
    }

    /**
     * To all who are subscribed; while nobody is, emitting answers FAIL_ZERO_SUBSCRIBER. In the place of
     * {@code multicast().directAllOrNothing()}, with the capacity as what a subscriber may be behind.
     *
     * @param <T> type of the payload
     * @return a new sink
     */
    @CheckReturnValue
    public <T> TopicSink<T> multicastWithoutWarmUp() {
        return make(ManySink.Kind.OWN, 0, null);
    }

    /**
     * To all who are subscribed and have requested it; the others miss it. Emitting answers FAIL_OVERFLOW when there are
     * subscribers and none has requested more than is on its way to it. In the place of
     * {@code multicast().directBestEffort()}.
     *
     * @param <T> type of the payload
     * @return a new sink; its Flux is not fused
     */
    @CheckReturnValue
    public <T> TopicSink<T> directBestEffort() {
        return make(ManySink.Kind.DIRECT, 0, null);
    }

    /**
     * Everything to everybody, from the first message on. Holds all messages for as long as the sink lives.
     *
     * @param <T> type of the payload
     * @return a new sink
     */
    @CheckReturnValue
    public <T> TopicSink<T> replayAll() {
        TopicSinks wide = capacity == 0 ? capacity(Arguments.GREATEST_CAPACITY) : this;
        return wide.make(ManySink.Kind.OWN, Long.MAX_VALUE, null);
    }

    /**
     * To all who are subscribed; newcomers begin with the last messages.
     *
     * @param count how many are retained for them, at least 1
     * @param <T> type of the payload
     * @return a new sink
     */
    @CheckReturnValue
    public <T> TopicSink<T> replay(int count) {
        return make(ManySink.Kind.OWN, Arguments.positive("replay count", count), null);
    }

    /**
     * To all who are subscribed; newcomers begin with what is not older than this.
     *
     * @param age positive, by the clock of where it lives
     * @param <T> type of the payload
     * @return a new sink
     */
    @CheckReturnValue
    public <T> TopicSink<T> replay(Duration age) {
        return make(ManySink.Kind.OWN, 0, Arguments.positive("replay age", age));
    }

    /**
     * To all who are subscribed; newcomers begin with those of the last messages that are not older than this.
     *
     * @param count how many are retained for them at most, at least 1
     * @param age positive, by the clock of where it lives
     * @param <T> type of the payload
     * @return a new sink
     */
    @CheckReturnValue
    public <T> TopicSink<T> replay(int count, Duration age) {
        return make(
                ManySink.Kind.OWN, Arguments.positive("replay count", count), Arguments.positive("replay age", age));
    }

    /**
     * To all who are subscribed; newcomers begin with the last message.
     *
     * @param <T> type of the payload
     * @return a new sink
     */
    @CheckReturnValue
    public <T> TopicSink<T> replayLatest() {
        return replay(1);
    }

    /**
     * As {@link #replayLatest()}, with a message to begin with.
     *
     * @param value not null; for those who subscribe before the first emit
     * @param <T> type of the payload
     * @return a new sink
     */
    @CheckReturnValue
    public <T> TopicSink<T> replayLatestOrDefault(T value) {
        Objects.requireNonNull(value, "value");
        TopicSink<T> sink = replayLatest();
        sink.tryEmitNext(value).orThrow();
        return sink;
    }

    private <T> TopicSink<T> make(ManySink.Kind kind, long retainLast, @Nullable Duration retainFor) {
        boolean retains = retainLast > 0 || retainFor != null;
        String called = name == null ? SharedLoops.name("sink") : name;
        Topics owner = topics == null ? SharedLoops.topics() : topics;
        return new ManySink<T>(
                OwnTopic.topic(owner, called, capacity, retainLast, retainFor),
                kind,
                autoCancel,
                defaults -> OwnTopic.served(retains ? defaults.fromEarliest() : defaults, subscribers));
    }
}
