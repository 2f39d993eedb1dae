package io.fanlog.topic.internal.worker;

import io.fanlog.topic.worker.AddResult;
import io.fanlog.topic.worker.Job;
import io.fanlog.topic.worker.JobGroup;
import io.fanlog.topic.worker.JobHandle;
import io.fanlog.topic.worker.JobOptions;
import io.fanlog.topic.worker.JobQueue;
import io.fanlog.topic.worker.QueueOptions;
import io.fanlog.topic.worker.QueueStats;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A queue as its users see it; the work is {@link QueueCore}'s. */
class LocalQueue<T> implements JobQueue<T> {
    private final QueueCore core;
    private final boolean isByPriority;
    private final int defaultPriority;
    private final @Nullable Function<? super T, @Nullable String> idGenerator;

    /**
     * An empty queue, not bound.
     *
     * @param name of the queue
     * @param options how it keeps its jobs
     * @param whenClosed called once, when it has been closed
     */
    LocalQueue(String name, QueueOptions<T> options, Consumer<LocalQueue<?>> whenClosed) {
        core = new QueueCore(name, options, closed -> whenClosed.accept(this));
        isByPriority = options.isByPriority();
        defaultPriority = options.defaultPriority();
        idGenerator = options.idGenerator();
    }

    /** A queue that may be bound to this pool, which refuses what is not ours. */
    static LocalQueue<?> of(JobQueue<?> queue) {
        if (Objects.requireNonNull(queue, "queue") instanceof LocalQueue<?> local) {
            return local;
        }
        throw new IllegalArgumentException("only queues that Fanlog made can be bound, got a "
                + queue.getClass().getName());
    }

    QueueCore core() {
        return core;
    }

    @Override
    public String name() {
        return core.name;
    }

    @Override
    public String toString() {
        return "JobQueue[" + name() + ", " + size() + (isClosed() ? ", closed]" : "]");
    }

    // Adding.

    @Override
    public AddResult add(T job) {
        Objects.requireNonNull(job, "job");
        return core.add(idGenerator == null ? job : plain(job, JobOptions.NONE), defaultPriority);
    }

    @Override
    public AddResult add(T job, UnaryOperator<JobOptions> options) {
        JobOptions chosen = chosen(job, options);
        return core.add(plain(job, chosen), priority(chosen));
    }

    @Override
    public CompletableFuture<AddResult> addAsync(T job, UnaryOperator<JobOptions> options) {
        JobOptions chosen = chosen(job, options);
        WaitingAdd waiting = new WaitingAdd(core, plain(job, chosen), priority(chosen));
        core.addWaiting(waiting);
        return waiting;
    }

    @Override
    public JobHandle<?> submit(T job, UnaryOperator<JobOptions> options) {
        return submitted(job, options);
    }

    final <R extends @Nullable Object> JobHandle<R> submitted(T job, UnaryOperator<JobOptions> options) {
        JobOptions chosen = chosen(job, options);
        int priority = priority(chosen);
        QueuedJob queued = new QueuedJob(core, job, id(job, chosen));
        AddResult result = core.add(queued, priority);
        if (result != AddResult.ACCEPTED) {
            queued.refuse(result);
        }
        return new LocalHandle<>(queued);
    }

    @Override
    public JobHandle<?> submitAsync(T job, UnaryOperator<JobOptions> options) {
        return submittedAsync(job, options);
    }

    final <R extends @Nullable Object> JobHandle<R> submittedAsync(T job, UnaryOperator<JobOptions> options) {
        JobOptions chosen = chosen(job, options);
        int priority = priority(chosen);
        QueuedJob queued = new QueuedJob(core, job, id(job, chosen));
        core.addWaiting(new WaitingAdd(core, queued, priority));
        return new LocalHandle<>(queued);
    }

    @Override
    public JobGroup<?> addAll(Iterable<Job<T>> jobs) {
        return addedAll(jobs);
    }

    final <R extends @Nullable Object> JobGroup<R> addedAll(Iterable<Job<T>> jobs) {
        List<GroupedJob> all = new ArrayList<>();
        List<Integer> priorities = new ArrayList<>();
        LocalGroup<R> group = new LocalGroup<>(core);
        for (Job<T> job : jobs) {
            Objects.requireNonNull(job, () -> "job " + all.size() + " is null");
            priorities.add(priority(job.options()));
            all.add(new GroupedJob(group, core, job.payload(), id(job.payload(), job.options())));
        }
        group.begin(all);
        for (int i = 0; i < all.size(); i++) {
            group.added(all.get(i), core.add(all.get(i), priorities.get(i)));
        }
        group.allAdded();
        return group;
    }

    private static JobOptions chosen(Object job, UnaryOperator<JobOptions> options) {
        Objects.requireNonNull(job, "job");
        return Objects.requireNonNull(options.apply(JobOptions.NONE), "the options function returned null");
    }

    private int priority(JobOptions options) {
        if (options.priority().isEmpty()) {
            return defaultPriority;
        }
        if (!isByPriority) {
            throw new IllegalArgumentException("queue '" + name() + "' is not by priority, got priority "
                    + options.priority().getAsInt());
        }
        return options.priority().getAsInt();
    }

    private @Nullable String id(T job, JobOptions options) {
        return options.id() != null || idGenerator == null ? options.id() : idGenerator.apply(job);
    }

    /** What is put into the slot of a job without a handle. */
    private Object plain(T job, JobOptions options) {
        String id = id(job, options);
        return id == null ? job : new QueuedJob(core, job, id);
    }

    // What is in it.

    @Override
    public long size() {
        return core.size();
    }

    @Override
    public long capacity() {
        return core.capacity;
    }

    @Override
    public boolean isFull() {
        return core.isFull();
    }

    @Override
    public List<T> values() {
        @SuppressWarnings("unchecked") // nothing but T is added
        List<T> values = (List<T>) core.values();
        return values;
    }

    @Override
    public long purge() {
        return core.purge();
    }

    @Override
    public QueueStats stats() {
        return core.stats();
    }

    @Override
    public void close() {
        core.close();
    }

    @Override
    public boolean isClosed() {
        return core.isClosed();
    }
}
