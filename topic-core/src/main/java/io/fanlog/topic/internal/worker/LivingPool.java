package io.fanlog.topic.internal.worker;

import io.fanlog.topic.internal.dispatch.Announcement;
import io.fanlog.topic.internal.dispatch.EventLoop;
import io.fanlog.topic.internal.worker.Watches.Condition;
import io.fanlog.topic.worker.DrainReport;
import io.fanlog.topic.worker.PoolStats;
import io.fanlog.topic.worker.PoolStatus;
import io.fanlog.topic.worker.WorkerPool;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;

/** The life of a pool as its owner sees it: {@link PoolLife} moves it, {@link PoolWaits} waits, {@link PoolEngine} works. */
abstract class LivingPool<T> implements WorkerPool<T> {
    private static final Duration FOREVER = Duration.ofNanos(Long.MAX_VALUE);

    /** Tells of its opening and closing. */
    final Announcement announcement = new Announcement();

    final PoolEngine engine;
    final PoolLife life;
    private final PoolConfig config;
    private final PoolWaits waits;

    /**
     * Makes a pool that is CREATED.
     *
     * @param config its options
     * @param loop serves it
     * @param staffing says who runs the jobs
     * @param registry where it is to be listed
     */
    LivingPool(PoolConfig config, EventLoop loop, Staffing staffing, PoolRegistry registry) {
        this.config = config;
        JobFailures failures = new JobFailures(this, registry.observer(), config.onError());
        this.engine = new PoolEngine(config, loop, staffing.recruiter(failures, loop));
        this.life = new PoolLife(engine, registry.listing(this));
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
    public void resetCounters() {
        engine.resetCounters();
    }

    @Override
    public String toString() {
        return "WorkerPool[" + name() + ", " + status() + "]";
    }

    // Its life.

    @Override
    public WorkerPool<T> start() {
        life.move(Move.START);
        return this;
    }

    /** Does by itself what its options want: starts, and stops when told by somebody else. */
    final void begin() {
        CompletionStage<?> signal = config.stopWhen();
        if (signal != null) {
            life.stopWhen(signal);
        }
        if (config.autoStart()) {
            life.startUnlessStopped();
        }
    }

    @Override
    public void pause() {
        life.move(Move.PAUSE);
    }

    @Override
    public boolean pauseAndWait() throws InterruptedException {
        return pauseAndWait(FOREVER);
    }

    @Override
    public boolean pauseAndWait(Duration timeout) throws InterruptedException {
        waits.checkBefore(Condition.PAUSE, timeout);
        pause();
        return waits.await(Condition.PAUSE, timeout);
    }

    @Override
    public CompletableFuture<Void> pauseAsync() {
        pause();
        return waits.when(Condition.PAUSE);
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
    public boolean stopAndWait() throws InterruptedException {
        return stopAndWait(FOREVER);
    }

    @Override
    public boolean stopAndWait(Duration timeout) throws InterruptedException {
        waits.checkBefore(Condition.STOP, timeout);
        stop();
        return waits.await(Condition.STOP, timeout);
    }

    @Override
    public CompletableFuture<Void> stopAsync() {
        stop();
        return waits.when(Condition.STOP);
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
    final boolean forbidsWaiting() {
        return WaitRule.forbidsWaitingFor(engine.crew);
    }

    // Who waits for it.

    @Override
    public boolean waitUntilIdle() throws InterruptedException {
        return waits.await(Condition.IDLE, FOREVER);
    }

    @Override
    public boolean waitUntilIdle(Duration timeout) throws InterruptedException {
        return waits.await(Condition.IDLE, timeout);
    }

    @Override
    public boolean waitUntilPaused() throws InterruptedException {
        return waits.await(Condition.PAUSED, FOREVER);
    }

    @Override
    public boolean waitUntilPaused(Duration timeout) throws InterruptedException {
        return waits.await(Condition.PAUSED, timeout);
    }

    @Override
    public void waitUntilStopped() throws InterruptedException {
        boolean isSo = waits.await(Condition.STOPPED, FOREVER);
        assert isSo;
    }

    @Override
    public boolean waitUntilStopped(Duration timeout) throws InterruptedException {
        return waits.await(Condition.STOPPED, timeout);
    }

    @Override
    public void awaitQuiescence() throws InterruptedException {
        boolean isSo = waits.await(Condition.QUIESCENT, FOREVER);
        assert isSo;
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
