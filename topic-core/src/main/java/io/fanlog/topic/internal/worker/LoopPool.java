package io.fanlog.topic.internal.worker;

import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.internal.dispatch.Announcement;
import io.fanlog.topic.internal.dispatch.EventLoop;
import io.fanlog.topic.internal.worker.Watches.Condition;
import io.fanlog.topic.spi.TopicObserver;
import io.fanlog.topic.worker.DrainReport;
import io.fanlog.topic.worker.JobQueue;
import io.fanlog.topic.worker.PoolSource;
import io.fanlog.topic.worker.PoolStats;
import io.fanlog.topic.worker.PoolStatus;
import io.fanlog.topic.worker.QueueOptions;
import io.fanlog.topic.worker.ResultQueue;
import io.fanlog.topic.worker.SourceOptions;
import io.fanlog.topic.worker.WorkerPool;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;

/** A pool as its owner sees it. The life is {@link PoolLife}'s, the waiting {@link PoolWaits}', the work {@link PoolEngine}'s. */
class LoopPool<T> implements WorkerPool<T> {
    /** Tells of its opening and closing. */
    final Announcement announcement = new Announcement();

    private final PoolConfig config;
    final QueueRegistry queues;
    private final PoolEngine engine;
    private final PoolLife life;
    private final PoolWaits waits;

    /**
     * Makes a pool, not started.
     *
     * @param config its options
     * @param loop serves it
     * @param observer hears of failed jobs
     * @param queues lists the queues that it makes
     * @param staffing says who runs the jobs
     * @param whenClosed called once, when it has been closed
     */
    LoopPool(
            PoolConfig config,
            EventLoop loop,
            TopicObserver observer,
            QueueRegistry queues,
            Staffing staffing,
            Consumer<LoopPool<?>> whenClosed) {
        this.config = config;
        this.queues = queues;
        this.engine = new PoolEngine(
                config, loop, staffing.recruiter(new JobFailures(this, observer, config.onError()), loop));
        this.life = new PoolLife(engine, () -> whenClosed.accept(this));
        this.waits = new PoolWaits(engine, life);
        engine.open(waits::lookAround);
    }

    @Override
    public String name() {
        return config.name();
    }

    @Override
    public PoolStatus status() {
        return engine.crew.status();
    }

    @Override
    public int concurrency() {
        return engine.crew.limits().concurrency();
    }

    @Override
    public PoolStats stats() {
        return engine.stats();
    }

    @Override
    public String toString() {
        return "WorkerPool[" + name() + ", " + status() + "]";
    }

    // Where its jobs come from.

    @Override
    public <M extends T> TopicSubscription subscribeTo(Topic<M> topic, UnaryOperator<SubscriptionOptions<M>> options) {
        Objects.requireNonNull(topic, "topic");
        SubscriptionOptions<M> chosen = Objects.requireNonNull(
                Objects.requireNonNull(options, "options").apply(SubscriptionOptions.defaults()),
                "the options function returned null");
        SubscriptionOptions<M> labelled =
                chosen.label().isEmpty() ? chosen.label(name()) : chosen; // so that stats name the pool
        TopicSource<M> source = new TopicSource<>(engine, topic, labelled);
        life.join(source);
        return new TopicHandle(source, () -> life.leave(source));
    }

    @Override
    public PoolSource subscribeTo(Publisher<? extends T> publisher, UnaryOperator<SourceOptions> options) {
        Objects.requireNonNull(publisher, "publisher");
        PublisherSource<? extends T> source = new PublisherSource<>(engine, publisher, chosen(options));
        life.join(source);
        return source;
    }

    @Override
    public PoolSource subscribeTo(Flow.Publisher<? extends T> publisher, UnaryOperator<SourceOptions> options) {
        Publisher<? extends T> adapted = FlowAdapters.toPublisher(Objects.requireNonNull(publisher, "publisher"));
        return subscribeTo(adapted, options);
    }

    @Override
    public JobQueue<T> bindQueue(UnaryOperator<QueueOptions<T>> options, UnaryOperator<SourceOptions> sourceOptions) {
        QueueOptions<T> chosen = queues.named(name(), options);
        return bindOwn(new LocalQueue<>(chosen.name(), chosen, queues::closed), chosen(sourceOptions));
    }

    final <Q extends LocalQueue<?>> Q bindOwn(Q queue, SourceOptions options) {
        queues.list(queue.name(), queue);
        try {
            life.join(new QueueSource(engine, queue.core(), options, true));
        } catch (IllegalStateException refused) {
            queue.close();
            throw refused;
        }
        return queue;
    }

    @Override
    public void bind(JobQueue<? extends T> queue, UnaryOperator<SourceOptions> options) {
        LocalQueue<?> local = LocalQueue.of(queue);
        if (local instanceof ResultQueue) {
            throw new IllegalArgumentException(
                    "queue '" + queue.name() + "' has results: only a result pool of its types may take from it");
        }
        join(local, chosen(options));
    }

    final void join(LocalQueue<?> queue, SourceOptions options) {
        life.join(new QueueSource(engine, queue.core(), options, false));
    }

    static SourceOptions chosen(UnaryOperator<SourceOptions> options) {
        return Objects.requireNonNull(
                Objects.requireNonNull(options, "options").apply(SourceOptions.defaults()),
                "the options function returned null");
    }

    @Override
    public boolean unbind(JobQueue<?> queue) {
        return life.leave(LocalQueue.of(queue).core());
    }

    // Its life.

    @Override
    public WorkerPool<T> start() {
        life.move(Move.START);
        return this;
    }

    @Override
    public void pause() {
        life.move(Move.PAUSE);
    }

    @Override
    public void resume() {
        life.move(Move.RESUME);
    }

    @Override
    public void stop() {
        life.stop();
    }

    @Override
    public void restart() {
        life.restart();
    }

    @Override
    public void resize(int limit) {
        engine.crew.resize(PoolDraft.checkConcurrency(limit));
        engine.nudge();
    }

    @Override
    public void close() {
        life.close();
    }

    @Override
    public CompletableFuture<DrainReport> drainAsync(Duration timeout) {
        return life.drain(Objects.requireNonNull(timeout, "timeout"));
    }

    @Override
    public DrainReport drain(Duration timeout) throws InterruptedException {
        CompletableFuture<DrainReport> report = life.drain(Objects.requireNonNull(timeout, "timeout"));
        if (!report.isDone()) {
            WaitRule.check(engine.crew, "drain");
        }
        return await(report);
    }

    private static DrainReport await(CompletableFuture<DrainReport> report) throws InterruptedException {
        try {
            return report.get(); // its own timer ends it
        } catch (ExecutionException e) {
            throw new AssertionError("a drain never fails", e);
        }
    }

    @Override
    public boolean close(Duration drainTimeout) {
        CompletableFuture<DrainReport> report = life.drain(Objects.requireNonNull(drainTimeout, "drainTimeout"));
        if (!report.isDone() && !forbidsWaiting()) {
            try {
                return await(report).isComplete();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return report.isDone() && report.join().isComplete();
    }

    /** Whether the current thread must not wait for this pool. */
    boolean forbidsWaiting() {
        return WaitRule.forbidsWaitingFor(engine.crew);
    }

    // Who waits for it.

    @Override
    public boolean waitUntilIdle(Duration timeout) throws InterruptedException {
        return waits.await(Condition.IDLE, timeout);
    }

    @Override
    public boolean waitUntilPaused(Duration timeout) throws InterruptedException {
        return waits.await(Condition.PAUSED, timeout);
    }

    @Override
    public boolean waitUntilStopped(Duration timeout) throws InterruptedException {
        return waits.await(Condition.STOPPED, timeout);
    }

    @Override
    public boolean awaitQuiescence(Duration timeout) throws InterruptedException {
        return waits.await(Condition.QUIESCENT, timeout);
    }

    @Override
    public CompletableFuture<Void> whenIdle() {
        return waits.when(Condition.IDLE);
    }

    @Override
    public CompletableFuture<Void> whenPaused() {
        return waits.when(Condition.PAUSED);
    }

    @Override
    public CompletableFuture<Void> whenStopped() {
        return waits.when(Condition.STOPPED);
    }

    @Override
    public CompletableFuture<Void> whenQuiescent() {
        return waits.when(Condition.QUIESCENT);
    }
}
