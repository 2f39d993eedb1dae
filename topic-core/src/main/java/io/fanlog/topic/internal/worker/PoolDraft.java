package io.fanlog.topic.internal.worker;

import io.fanlog.topic.internal.dispatch.Nanos;
import io.fanlog.topic.spi.JobStarter;
import io.fanlog.topic.worker.AsyncJobHandler;
import io.fanlog.topic.worker.JobFunction;
import io.fanlog.topic.worker.JobHandler;
import io.fanlog.topic.worker.PoolBuilder;
import io.fanlog.topic.worker.PoolErrorHandler;
import io.fanlog.topic.worker.ResultPool;
import io.fanlog.topic.worker.SourceStrategy;
import io.fanlog.topic.worker.WorkerPool;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/** The options of a pool while they are being set. For one thread. */
final class PoolDraft implements PoolBuilder {
    private static final int DEFAULT_IDLE_RATIO = 1;

    /** What has no thread costs next to nothing while idle. */
    private static final int DEFAULT_IDLE_SLOTS_RATIO = 100;

    private final @Nullable PoolRegistry registry;
    private final String name;
    private final boolean isListed;
    private int concurrency = 1;
    private int maxBatch = BatchSize.MAX;
    private int maxUnfinished = PoolConfig.DEFAULT_UNFINISHED;
    private @Nullable Integer minIdleRatio;
    private long idleExpiryNanos;
    private @Nullable ThreadFactory threads;
    private @Nullable PoolErrorHandler onError;
    private Duration jobTimeout = Duration.ZERO;
    private long keepStoppedNanos = Duration.ofMinutes(1).toNanos();
    private SourceStrategy strategy = SourceStrategy.PRIORITY;
    private boolean autoStart;
    private @Nullable CompletionStage<?> stopWhen;

    /**
     * With the library's defaults.
     *
     * @param registry makes the pool; null where none may be made
     * @param name of the pool
     * @param isListed whether the registry is to find it by that name
     */
    PoolDraft(@Nullable PoolRegistry registry, String name, boolean isListed) {
        this.registry = registry;
        this.name = name;
        this.isListed = isListed;
    }

    private PoolRegistry registry() {
        if (registry == null) {
            throw new IllegalStateException("poolDefaults only sets options: the pools are made later");
        }
        return registry;
    }

    @Override
    public PoolBuilder concurrency(int limit) {
        concurrency = checkConcurrency(limit);
        return this;
    }

    static int checkConcurrency(int limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("concurrency must not be negative, got " + limit);
        }
        return limit;
    }

    @Override
    public PoolBuilder maxBatch(int jobs) {
        maxBatch = inRange("maxBatch", jobs, BatchSize.MAX);
        return this;
    }

    @Override
    public PoolBuilder maxUnfinished(int jobs) {
        maxUnfinished = inRange("maxUnfinished", jobs, Integer.MAX_VALUE);
        return this;
    }

    @Override
    public PoolBuilder minIdleRatio(int percent) {
        minIdleRatio = inRange("minIdleRatio", percent, 100);
        return this;
    }

    private static int inRange(String option, int value, int max) {
        if (value < 1 || value > max) {
            throw new IllegalArgumentException(option + " must be between 1 and " + max + ", got " + value);
        }
        return value;
    }

    @Override
    public PoolBuilder idleExpiry(Duration idle) {
        if (Objects.requireNonNull(idle, "idleExpiry").isNegative() || idle.isZero()) {
            throw new IllegalArgumentException("idleExpiry must be positive, got " + idle);
        }
        idleExpiryNanos = Nanos.saturated(idle);
        return this;
    }

    @Override
    public PoolBuilder threadFactory(ThreadFactory factory) {
        threads = Objects.requireNonNull(factory, "threadFactory");
        return this;
    }

    @Override
    public PoolBuilder onError(PoolErrorHandler handler) {
        onError = Objects.requireNonNull(handler, "onError");
        return this;
    }

    @Override
    public PoolBuilder jobTimeout(Duration limit) {
        if (Objects.requireNonNull(limit, "jobTimeout").isNegative() || limit.isZero()) {
            throw new IllegalArgumentException("jobTimeout must be positive, got " + limit);
        }
        jobTimeout = limit;
        return this;
    }

    @Override
    public PoolBuilder keepStoppedFor(Duration kept) {
        if (Objects.requireNonNull(kept, "keepStoppedFor").isNegative()) {
            throw new IllegalArgumentException("keepStoppedFor must not be negative, got " + kept);
        }
        keepStoppedNanos = Nanos.saturated(kept);
        return this;
    }

    @Override
    public PoolBuilder autoStart(boolean starts) {
        autoStart = starts;
        return this;
    }

    @Override
    public PoolBuilder stopWhen(CompletionStage<?> signal) {
        stopWhen = Objects.requireNonNull(signal, "stopWhen");
        return this;
    }

    @Override
    public PoolBuilder strategy(SourceStrategy which) {
        strategy = Objects.requireNonNull(which, "strategy");
        return this;
    }

    @Override
    public <T> WorkerPool<T> handling(JobHandler<? super T> handler) {
        return registry().make(config(), threads(Work.handling(Objects.requireNonNull(handler, "handler"))));
    }

    @Override
    public <T> WorkerPool<T> handling(Class<T> type, JobHandler<? super T> handler) {
        Objects.requireNonNull(type, "type");
        return handling(handler);
    }

    @Override
    public <T> WorkerPool<T> handlingAsync(AsyncJobHandler<? super T> handler) {
        @SuppressWarnings("unchecked") // the pool's sources hold nothing but T
        AsyncJobHandler<Object> any = (AsyncJobHandler<Object>) Objects.requireNonNull(handler, "handler");
        return handlingBy(new StageStarter(any));
    }

    @Override
    public <T> WorkerPool<T> handlingAsync(Class<T> type, AsyncJobHandler<? super T> handler) {
        Objects.requireNonNull(type, "type");
        return handlingAsync(handler);
    }

    @Override
    public <T> WorkerPool<T> handlingBy(JobStarter<? super T> starter) {
        @SuppressWarnings("unchecked") // the pool's sources hold nothing but T
        JobStarter<Object> any = (JobStarter<Object>) Objects.requireNonNull(starter, "starter");
        Duration timeout = jobTimeout;
        int idleRatio = minIdleRatio == null ? DEFAULT_IDLE_SLOTS_RATIO : minIdleRatio;
        return registry()
                .make(
                        config().forSlots(idleRatio),
                        (failures, loop) -> new SlotLine(name, loop, any, failures, times(), timeout));
    }

    private AttemptTimes times() {
        return new AttemptTimes(name, registry().observer());
    }

    @Override
    public <T, R extends @Nullable Object> ResultPool<T, R> computing(JobFunction<? super T, ? extends R> function) {
        return registry()
                .makeComputing(config(), threads(Work.computing(Objects.requireNonNull(function, "function"))));
    }

    @Override
    public <T, R extends @Nullable Object> ResultPool<T, R> computing(
            Class<T> type, JobFunction<? super T, ? extends R> function) {
        Objects.requireNonNull(type, "type");
        return computing(function);
    }

    private Staffing threads(Work work) {
        if (!jobTimeout.isZero()) {
            throw new IllegalStateException("jobTimeout " + jobTimeout
                    + " needs handlingAsync: a handler that has a thread cannot be made to give up its job");
        }
        Work timed = new TimedWork(work, times());
        return (failures, loop) -> Recruiter.ofThreads(new JobRunner(timed, failures));
    }

    private PoolConfig config() {
        return new PoolConfig(
                name,
                concurrency,
                maxBatch,
                maxUnfinished,
                minIdleRatio == null ? DEFAULT_IDLE_RATIO : minIdleRatio,
                idleExpiryNanos,
                threads == null ? WorkerThreads.of(name) : threads,
                onError,
                keepStoppedNanos,
                strategy,
                isListed,
                autoStart,
                stopWhen);
    }
}
