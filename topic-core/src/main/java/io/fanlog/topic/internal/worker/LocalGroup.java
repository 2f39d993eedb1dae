package io.fanlog.topic.internal.worker;

import io.fanlog.topic.internal.dispatch.Nanos;
import io.fanlog.topic.worker.AddResult;
import io.fanlog.topic.worker.JobClosedException;
import io.fanlog.topic.worker.JobGroup;
import io.fanlog.topic.worker.JobHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Jobs that were added together, and the order in which they end.
 *
 * <pre>
 *   addAll: begin ──▶ added, added, ... ──▶ allAdded
 *   a job ends:       place = count++ ──▶ endings[place] = job ──▶ each audience plays from where it stands
 *
 *   INVARIANTS
 *   - open is 1 as long as jobs are being added, plus the accepted jobs that have not ended; who makes it 0 completes done.
 *   - Places of endings are filled once; an audience stops at the first that is empty, and whoever fills it plays on.
 * </pre>
 */
final class LocalGroup<R extends @Nullable Object> implements JobGroup<R> {
    private static final System.Logger LOG = System.getLogger("io.fanlog.topic.worker");

    private final QueueCore queue;
    private final AtomicInteger open = new AtomicInteger(1);
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> firstError = new AtomicReference<>();
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final CopyOnWriteArrayList<Audience> audiences = new CopyOnWriteArrayList<>();

    // Set by whoever adds, before the first job can end.

    private List<GroupedJob> jobs = List.of();
    private AtomicReferenceArray<@Nullable GroupedJob> endings = new AtomicReferenceArray<>(0);

    // Set by whoever adds, before the group is seen.

    private volatile int accepted;
    private final EnumMap<AddResult, Integer> refusals = new EnumMap<>(AddResult.class);

    LocalGroup(QueueCore queue) {
        this.queue = queue;
    }

    // Whoever adds: one thread.

    void begin(List<GroupedJob> all) {
        jobs = all;
        endings = new AtomicReferenceArray<>(all.size());
        open.addAndGet(all.size());
    }

    void added(GroupedJob job, AddResult result) {
        if (result != AddResult.ACCEPTED) {
            job.refuse(result);
            refusals.merge(result, 1, Integer::sum);
            close(1);
        }
    }

    void allAdded() {
        accepted = jobs.size()
                - refusals.values().stream().mapToInt(Integer::intValue).sum();
        close(1);
    }

    private void close(int places) {
        if (open.addAndGet(-places) == 0) {
            done.complete(null);
        }
    }

    // Whoever ends a job.

    void ended(GroupedJob job) {
        Throwable failure = job.failure();
        if (failure != null) {
            firstError.compareAndSet(null, failure);
        }
        endings.set(count.getAndIncrement(), job);
        audiences.forEach(Audience::play);
        close(1);
    }

    // Its owner: any thread.

    @Override
    public int total() {
        return jobs.size();
    }

    @Override
    public int accepted() {
        return accepted;
    }

    @Override
    public Map<AddResult, Integer> refusals() {
        return Map.copyOf(refusals);
    }

    @Override
    public int done() {
        return count.get();
    }

    @Override
    public List<JobHandle<R>> handles() {
        List<JobHandle<R>> handles = new ArrayList<>(jobs.size());
        jobs.forEach(job -> handles.add(new LocalHandle<>(job)));
        return handles;
    }

    @Override
    public Optional<Throwable> firstError() {
        return Optional.ofNullable(firstError.get());
    }

    @Override
    public int close() {
        int closed = 0;
        for (GroupedJob job : jobs) {
            closed += job.close(JobClosedException.Reason.HANDLE_CLOSED) ? 1 : 0;
        }
        return closed;
    }

    @Override
    public void forEachEnded(Consumer<? super JobHandle<R>> action) {
        show(job -> action.accept(new LocalHandle<>(job)));
    }

    private void show(Consumer<GroupedJob> action) {
        Audience audience = new Audience(action);
        audiences.add(audience); // first: who fills a place after this plays it
        audience.play();
    }

    @Override
    public CompletableFuture<Void> whenDone() {
        return done.copy();
    }

    @Override
    public boolean await(Duration timeout) throws InterruptedException {
        long nanos = Nanos.saturated(timeout);
        if (!done.isDone() && nanos > 0) {
            LocalHandle.checkMayWait(queue, "await", "whenDone()");
        }
        try {
            done.get(Math.max(0, nanos), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new AssertionError("never completes exceptionally", e);
        }
    }

    @Override
    public Stream<R> results(Duration timeout) {
        EndedJobs<R> ended = new EndedJobs<>(this, queue, Nanos.saturated(timeout));
        show(ended::add);
        return StreamSupport.stream(ended, false);
    }

    @Override
    public String toString() {
        return "JobGroup[" + done() + " of " + accepted + " done, " + refused() + " refused]";
    }

    /** One who is shown the endings, by one thread at a time. */
    private final class Audience {
        private final Consumer<GroupedJob> action;

        /** Calls of play that have not been answered; who makes it 1 plays until it is 0. */
        private final AtomicInteger calls = new AtomicInteger();

        /** Owned by whoever plays. */
        private int next;

        Audience(Consumer<GroupedJob> action) {
            this.action = action;
        }

        void play() {
            if (calls.getAndIncrement() != 0) {
                return;
            }
            int seen = 1;
            do {
                while (next < endings.length() && endings.get(next) != null) {
                    show(endings.get(next++));
                }
                seen = calls.addAndGet(-seen);
            } while (seen != 0);
        }

        private void show(@Nullable GroupedJob job) {
            try {
                action.accept(Objects.requireNonNull(job));
            } catch (RuntimeException thrown) {
                LOG.log(System.Logger.Level.WARNING, "who watches a group of jobs threw", thrown);
            }
        }
    }
}
