package io.fanlog.topic.reactor;

import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.Topic;
import io.fanlog.topic.spi.PullListener;
import io.fanlog.topic.spi.PullSubscription;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * Who is subscribed to a topic by way of a sink or a share, so that something can happen when the first comes and the last
 * leaves; and, where asked, a place kept while there is nobody.
 *
 * <pre>
 *   nobody: the standby holds the place ── first joins: takes it over ──▶ seats, each with a cursor of its own
 *      ▲                                                                        │ all but the last: cursor given up
 *      └────────────── the last leaves: the standby takes over its cursor ◀─────┘
 * </pre>
 *
 * <p>The standby is a subscription without demand. It continues the cursor of the last who left, by the way of resumable
 * subscriptions: each seat is one, under a name that nobody else uses, kept for as long as it takes to hand it over.
 *
 * <p>INVARIANTS (under the lock)
 *
 * <ol>
 *   <li>A seat is counted from before it has joined the topic until {@link #leave}, which has its effect once, however
 *       often and from wherever it is called.
 *   <li>Where places are kept there is always a cursor: so no message is refused for want of subscribers, and none that a
 *       last leaver had not taken is lost. (One whose subscription the topic ended has no cursor to be continued; the
 *       standby begins at the tail then.)
 *   <li>No subscriber is called.
 * </ol>
 *
 * @param <T> type of the payload
 */
class Roster<T> {
    private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);
    private static final AtomicLong NAMES = new AtomicLong();

    final Topic<T> topic;
    private final boolean keepsPlace;
    private final boolean isDirect;
    private final Map<Seat<T>, SubscriptionOptions<T>> members = new LinkedHashMap<>();
    private @Nullable Standby<T> standby;

    private record Standby<T>(PullSubscription<T> place, SubscriptionOptions<T> options) {}

    /**
     * A roster without members.
     *
     * @param keepsPlace whether a standby holds the place while there is nobody
     * @param isDirect whether what a subscriber has not requested is dropped for it
     */
    Roster(Topic<T> topic, boolean keepsPlace, boolean isDirect) {
        this.topic = topic;
        this.keepsPlace = keepsPlace;
        this.isDirect = isDirect;
    }

    /**
     * Somebody has come or gone. Under the lock.
     *
     * @return what is to be done then, without the lock, and in the case of one who came after it was told; null for
     *     nothing
     */
    @Nullable
    Runnable joined(int size, CoreSubscriber<?> who) {
        return null;
    }

    /** As {@link #joined}. */
    @Nullable
    Runnable left(int size) {
        return null;
    }

    /** Whether nobody may join any more. Under the lock. */
    boolean isClosed() {
        return false;
    }

    /** Whether there is still somebody or something that a place should be kept for. Under the lock. */
    boolean isWorthKeeping() {
        return keepsPlace;
    }

    /** Holds the place from the beginning on. */
    void keepPlace(UnaryOperator<SubscriptionOptions<T>> options) {
        SubscriptionOptions<T> chosen = chosen(options);
        synchronized (this) {
            stand(named(chosen));
        }
    }

    /** False if it is closed; all else is told to the subscriber. */
    boolean subscribe(CoreSubscriber<? super T> actual, UnaryOperator<SubscriptionOptions<T>> options) {
        Seat<T> seat = isDirect ? new Seat.Direct<>(this, actual) : new Seat<>(this, actual);
        TopicSubscriber<T> joining;
        Runnable then;
        try {
            SubscriptionOptions<T> chosen = chosen(options);
            synchronized (this) {
                if (isClosed()) {
                    return false;
                }
                joining = join(seat, chosen);
                then = joined(members.size(), actual);
            }
        } catch (Throwable refused) {
            Operators.error(actual, Operators.onOperatorError(refused, actual.currentContext()));
            return true;
        }
        joining.start();
        if (then != null) {
            then.run();
        }
        return true;
    }

    private SubscriptionOptions<T> chosen(UnaryOperator<SubscriptionOptions<T>> options) {
        SubscriptionOptions<T> chosen = Objects.requireNonNull(
                options.apply(SubscriptionOptions.defaults()), "the options function returned null");
        if (keepsPlace && chosen.resumableName() != null) {
            throw new IllegalArgumentException(
                    "resumable('" + chosen.resumableName()
                            + "') cannot be combined with keeping the place of the last subscriber; subscribe to the topic itself");
        }
        return chosen;
    }

    private TopicSubscriber<T> join(Seat<T> seat, SubscriptionOptions<T> chosen) {
        SubscriptionOptions<T> named = keepsPlace ? named(chosen) : chosen;
        Standby<T> before = standby;
        if (before != null && isSamePolicy(before.options, chosen)) {
            named = chosen.resumable(name(before.options), FOR_EVER);
            before.place.cancel(); // a detached one may be continued
        }
        SubscriptionOptions<T> used = named;
        TopicSubscriber<T> joining =
                new TopicSubscriber<>(topic, seat.opening(), defaults -> used, seat, "topic(" + topic.name() + ")");
        seat.sitOn(joining);
        members.put(seat, used);
        standby = null;
        if (before != null && !name(before.options).equals(used.resumableName())) {
            topic.forget(name(before.options));
        }
        return joining;
    }

    /** The cursor keeps its policy, whoever continues it. */
    private static boolean isSamePolicy(SubscriptionOptions<?> a, SubscriptionOptions<?> b) {
        return a.policy() == b.policy() && a.maxLag() == b.maxLag();
    }

    private SubscriptionOptions<T> named(SubscriptionOptions<T> options) {
        return options.resumable(topic.name() + "-seat-" + NAMES.incrementAndGet(), FOR_EVER);
    }

    private static String name(SubscriptionOptions<?> options) {
        return Objects.requireNonNull(options.resumableName());
    }

    /** A seat is given up: by cancel, or because its subscriber threw. */
    void leave(Seat<T> seat) {
        vacate(seat, true);
    }

    /** The topic has ended a seat's subscription. */
    void ended(Seat<T> seat) {
        vacate(seat, false);
    }

    private void vacate(Seat<T> seat, boolean cancels) {
        Runnable then = null;
        synchronized (this) {
            SubscriptionOptions<T> options = members.remove(seat);
            if (options != null) {
                then = left(members.size());
                if (cancels) {
                    seat.upstream().cancel();
                }
                if (keepsPlace && members.isEmpty() && isWorthKeeping()) {
                    stand(options);
                } else if (keepsPlace) {
                    topic.forget(name(options));
                }
            }
        }
        if (then != null) {
            then.run();
        }
    }

    private void stand(SubscriptionOptions<T> options) {
        PullSubscription<T> place = topic.pull(new Nobody<>(), defaults -> options);
        place.activate(PullSubscription.Mode.PUSH); // without demand: so that it sees the end
        standby = new Standby<>(place, options);
    }

    /** Gives up the place that is kept. */
    synchronized void standDown() {
        Standby<T> before = standby;
        standby = null;
        if (before != null) {
            topic.forget(name(before.options));
        }
    }

    /** How many are seated. */
    synchronized int size() {
        return members.size();
    }

    /** How many subscriptions the topic has for nobody. */
    synchronized int standbys() {
        return standby == null ? 0 : 1;
    }

    /** Those who are seated. */
    synchronized List<Seat<T>> seats() {
        return List.copyOf(members.keySet());
    }

    /** The context of the first who is seated. */
    Context context() {
        Stream<Seat<T>> seats = seats().stream();
        return seats.findFirst().map(Seat::currentContext).orElse(Context.empty());
    }

    /** Whether there is nobody, or at least one who could take another message at once. */
    synchronized boolean hasRoom() {
        return members.isEmpty() || members.keySet().stream().anyMatch(Seat::hasRoom);
    }

    /** What a standby hears: nothing that would matter to anybody. */
    private static final class Nobody<T> implements PullListener<T> {
        @Override
        public void onNext(T payload) {}

        @Override
        public void onReady() {}

        @Override
        public void onEnd(@Nullable Throwable failure) {}
    }
}
