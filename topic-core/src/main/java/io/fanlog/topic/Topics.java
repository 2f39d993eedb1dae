package io.fanlog.topic;

import io.fanlog.topic.internal.dispatch.Nanos;
import io.fanlog.topic.internal.topic.TopicRegistry;
import io.fanlog.topic.internal.worker.PoolRegistry;
import io.fanlog.topic.internal.worker.QueueRegistry;
import io.fanlog.topic.spi.TopicObserver;
import io.fanlog.topic.worker.JobQueue;
import io.fanlog.topic.worker.PoolBuilder;
import io.fanlog.topic.worker.QueueOptions;
import io.fanlog.topic.worker.WorkerPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The front door: owns topics, worker pools and the event loops that serve them. One bean with one destroy method; two of
 * them share nothing. All methods may be called from any thread.
 */
public final class Topics implements AutoCloseable {
    private final Dispatcher dispatcher;
    private final boolean ownsDispatcher;
    private final Duration drainTimeout;
    private final TopicRegistry topics;
    private final QueueRegistry queues = new QueueRegistry();
    private final PoolRegistry pools;
    private final Observers observers;

    private Topics(Builder builder) {
        ownsDispatcher = builder.dispatcher == null;
        dispatcher = builder.dispatcher == null ? Dispatcher.create() : builder.dispatcher;
        drainTimeout = builder.drainTimeout;
        observers = new Observers(dispatcher.group(), builder.observers);
        topics = new TopicRegistry(dispatcher.group(), observers, builder.closeUnusedAfter);
        pools = new PoolRegistry(dispatcher.group(), observers, queues, builder.poolDefaults);
    }

    /**
     * With the defaults of {@link #builder()}.
     *
     * @return a new one
     */
    public static Topics create() {
        return builder().build();
    }

    /**
     * Options first: dispatcher, observer, drain timeout.
     *
     * @return a builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Begins a topic; {@link TopicBuilder#build()} or {@link TopicBuilder#getOrBuild()} makes it.
     *
     * @param name unique among the open topics of this
     * @param type of the payload
     * @param <T> type of the payload
     * @return its options
     */
    public <T> TopicBuilder<T> topic(String name, Class<T> type) {
        return new TopicBuilder<>(name, type, topics::create, topics::findOrCreate);
    }

    /**
     * Looks an open topic up.
     *
     * @param name of the topic
     * @param type of its payloads
     * @param <T> type of its payloads
     * @return empty if there is none
     * @throws IllegalArgumentException if there is one with payloads of another type
     */
    public <T> Optional<Topic<T>> find(String name, Class<T> type) {
        return topics.find(Objects.requireNonNull(name, "name"), Objects.requireNonNull(type, "type"));
    }

    /**
     * The open topics.
     *
     * @return a snapshot, ordered by name
     */
    public List<Topic<?>> topics() {
        return topics.list();
    }

    /**
     * Begins a worker pool; {@link PoolBuilder#handling} makes it.
     *
     * @param name unique among the pools that are listed
     * @return its options
     */
    public PoolBuilder pool(String name) {
        return pools.pool(Checks.name("pool name", name));
    }

    /**
     * Begins a worker pool without a name of its own: it is not listed and cannot be found, and is called
     * {@code unnamed-<n>} where a name must be told. It is closed with this like all others.
     *
     * @return its options
     */
    public PoolBuilder pool() {
        return pools.pool();
    }

    /**
     * Looks a worker pool up.
     *
     * @param name of the pool
     * @return empty if no pool of this name is listed
     */
    public Optional<WorkerPool<?>> findPool(String name) {
        return pools.find(Objects.requireNonNull(name, "name"));
    }

    /**
     * The named worker pools, except those that were closed, or {@linkplain PoolBuilder#keepStoppedFor stopped for long}.
     *
     * @return a snapshot, ordered by name
     */
    public List<WorkerPool<?>> pools() {
        return pools.list();
    }

    /**
     * Adds one more who hears of refusals, losses, errors and stalls, and of what is opened and closed, from now on.
     *
     * @param observer told after those who were added before it
     */
    public void addObserver(TopicObserver observer) {
        observers.add(Objects.requireNonNull(observer, "observer"));
    }

    /**
     * Takes an observer back. It may still be told of what is happening meanwhile. Has no effect if it was not added.
     *
     * @param observer as it was added here or given to {@link Builder#observer}
     */
    public void removeObserver(TopicObserver observer) {
        observers.remove(Objects.requireNonNull(observer, "observer"));
    }

    /**
     * Makes a job queue without a pool, first in, first out, unbounded: pools may be bound to it, and find what waits.
     *
     * @param name unique among the open queues of this
     * @param type of the jobs
     * @param <T> type of the jobs
     * @return a new queue, see {@link WorkerPool#bind(JobQueue)}
     * @throws IllegalStateException if there is a queue of this name, or this is closed
     */
    @CheckReturnValue
    public <T> JobQueue<T> queue(String name, Class<T> type) {
        return queue(name, type, o -> o);
    }

    /**
     * Makes a job queue without a pool.
     *
     * @param name unique among the open queues of this
     * @param type of the jobs
     * @param options {@code o -> o.capacity(10_000).byPriority()}
     * @param <T> type of the jobs
     * @return a new queue, see {@link WorkerPool#bind(JobQueue)}
     * @throws IllegalStateException if there is a queue of this name, or this is closed
     */
    @CheckReturnValue
    public <T> JobQueue<T> queue(String name, Class<T> type, UnaryOperator<QueueOptions<T>> options) {
        Objects.requireNonNull(type, "type");
        return queues.queue(Checks.name("queue name", name), Objects.requireNonNull(options, "options"));
    }

    /**
     * The job queues that have not been closed, those that pools made as well.
     *
     * @return a snapshot, ordered by name
     */
    public List<JobQueue<?>> queues() {
        return queues.list();
    }

    /**
     * Closes everything, waiting for the builder's drain timeout at most; see {@link #close(Duration)}. On a thread that
     * must not block it does not wait.
     */
    @Override
    public void close() {
        close(drainTimeout);
    }

    /**
     * Completes all topics, lets subscribers and pools take what is there, ends with a {@link TopicClosedException} those
     * that have not when the time is over, drains the pools (a paused one resumes for it) with their queues and closes
     * them, closes the jobs that are left in queues, and ends the event loops if they are its own when all that is done. Has no effect when closed. It does not wait, and all this goes
     * on without it, on a thread that must not block, on a worker of one of its pools, and once it is interrupted, which
     * leaves the thread interrupted. What a pool publishes to another topic while it drains is refused with CLOSED.
     *
     * @param timeout how long subscribers and pools have; zero or less ends them now. It may take a second longer while
     *     somebody blocks an event loop
     * @return whether everything was drained when this returned; what was not is logged
     */
    public boolean close(Duration timeout) {
        Duration given = Objects.requireNonNull(timeout, "timeout").isNegative() ? Duration.ZERO : timeout;
        CompletableFuture<Boolean> drainedTopics = topics.close(given);
        queues.seal();
        CompletableFuture<Boolean> drainedPools = pools.close(given).thenApply(drained -> queues.close() && drained);
        CompletableFuture<Void> all = CompletableFuture.allOf(drainedTopics, drainedPools);
        CompletableFuture<Void> told = all.thenRun(topics::closed);
        CompletableFuture<Void> ended = ownsDispatcher ? told.thenRun(dispatcher::close) : told;
        if (!given.isZero() && !pools.forbidsWaiting() && !awaitLongerThan(given, ended) && ownsDispatcher) {
            dispatcher.close();
        }
        return all.isDone() && drainedTopics.join() && drainedPools.join();
    }

    /** True if it ended, or if somebody else sees to the end; a second longer, for those cut short to tell of it. */
    private static boolean awaitLongerThan(Duration timeout, CompletableFuture<Void> ended) {
        try {
            ended.get(Nanos.saturated(timeout.plusSeconds(1)), TimeUnit.NANOSECONDS);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    /** Options of a {@link Topics}. For one thread. */
    public static final class Builder {
        private @Nullable Dispatcher dispatcher;
        private final List<TopicObserver> observers = new ArrayList<>();
        private Duration drainTimeout = Duration.ofSeconds(5);
        private @Nullable Duration closeUnusedAfter;
        private Consumer<? super PoolBuilder> poolDefaults = options -> {};

        private Builder() {}

        /**
         * Event loops of one's own, which are not closed with the topics.
         *
         * @param loops default: a group of as many loops as there are cores, closed with the topics
         * @return this
         */
        public Builder dispatcher(Dispatcher loops) {
            dispatcher = Objects.requireNonNull(loops, "dispatcher");
            return this;
        }

        /**
         * Who hears of refusals, losses, errors and stalls, and of what is opened and closed. Each call adds one.
         *
         * @param hearing told after those who were given before it; default: nobody
         * @return this
         */
        public Builder observer(TopicObserver hearing) {
            observers.add(Objects.requireNonNull(hearing, "observer"));
            return this;
        }

        /**
         * How long {@link Topics#close()} waits for subscribers to take what is there.
         *
         * @param timeout not negative; default 5 seconds
         * @return this
         */
        public Builder drainTimeout(Duration timeout) {
            if (Objects.requireNonNull(timeout, "drainTimeout").isNegative()) {
                throw new IllegalArgumentException("drainTimeout must not be negative, got " + timeout);
            }
            drainTimeout = timeout;
            return this;
        }

        /**
         * Close topics that had no subscription, no publish and no look-up for this long.
         *
         * @param idle positive; default: never
         * @return this
         */
        public Builder closeUnusedAfter(Duration idle) {
            closeUnusedAfter = Checks.positive("closeUnusedAfter", idle);
            return this;
        }

        /**
         * Options that each pool begins with; what is set for a pool itself goes before.
         *
         * @param defaults {@code o -> o.concurrency(4).keepStoppedFor(Duration.ZERO)}; called now, to check it, and once
         *     for each pool; sets options and makes no pool; default: the library's
         * @return this
         * @throws IllegalArgumentException if one of the options is bad
         */
        public Builder poolDefaults(Consumer<? super PoolBuilder> defaults) {
            poolDefaults = PoolRegistry.checked(Objects.requireNonNull(defaults, "poolDefaults"));
            return this;
        }

        /**
         * Makes it.
         *
         * @return a new one
         */
        public Topics build() {
            return new Topics(this);
        }
    }
}
