package io.fanlog.topic.internal.worker;

import io.fanlog.topic.worker.AddResult;
import io.fanlog.topic.worker.JobClosedException.Reason;
import io.fanlog.topic.worker.QueueOptions;
import io.fanlog.topic.worker.QueueStats;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The jobs of one queue that wait, who waits to add one, and the pools that take them.
 *
 * <pre>
 *   add ─────────────────────────▶ store ──┐
 *   addAsync ─▶ line ─▶ (room) ─▶ store    ├──▶ take ──▶ a pool's batch
 *   a pool that closes or unbinds ─▶ returned (first to go)
 *
 *   size = accepted - gone        gone: handed out and not returned, or closed
 *   the store's limit = gone + capacity
 *
 *   INVARIANTS
 *   - accepted = size + handed out + closed.
 *   - size never exceeds the capacity, except by what pools return.
 *   - Freed room goes to the line, in order, before the limit is raised for others.
 *   - No lost wake-up: who adds stores, then tells the sources, with a full fence in between; a source that found nothing
 *     marks itself as such and looks again.
 *   - Nothing is left in a closed queue: who adds looks at the sources after storing, and if they have ended clears up.
 *   - Under the monitor no user code runs, no future completes and no lock of a pool is taken.
 * </pre>
 */
final class QueueCore {
    private static final QueueSource[] NONE = {};

    /** Stands for the sources of a closed queue. */
    private static final QueueSource[] ENDED = {};

    /** A producer between its claim and its store is about to go on, or has lost its processor. */
    private static final int MAX_YIELDS = 1_000;

    final String name;
    final long capacity;
    final JobIds ids = new JobIds();
    private final JobStore store;
    private final AtomicLong closed = new AtomicLong();
    private final Consumer<QueueCore> whenClosed;

    /** Told of each job; written with the monitor. */
    private volatile QueueSource[] sources = NONE;

    // Guarded by this.

    private final ArrayDeque<Object> returned = new ArrayDeque<>();
    private final AddLine line;

    /** Read without the monitor, too. */
    private volatile long gone;

    /**
     * An empty one.
     *
     * @param name of the queue
     * @param options how jobs are kept
     * @param whenClosed called once, when it has been closed
     */
    QueueCore(String name, QueueOptions<?> options, Consumer<QueueCore> whenClosed) {
        this.name = name;
        this.capacity = options.capacity();
        this.line = new AddLine(options.maxWaiters());
        this.store = options.isByPriority() ? new PriorityStore(options) : new FifoStore(options);
        this.whenClosed = whenClosed;
    }

    // Adding: any thread.

    /** Adds a payload, or a {@link QueuedJob}. */
    AddResult add(Object job, int priority) {
        AddResult result = store(job, priority, false);
        if (result == AddResult.ACCEPTED) {
            announce();
        }
        return result;
    }

    private AddResult store(Object job, int priority, boolean beyondLimit) {
        if (!(job instanceof QueuedJob queued)) {
            return store.add(job, priority, beyondLimit);
        }
        if (!queued.admit()) {
            return AddResult.CLOSED; // by its handle, while it waited
        }
        String id = queued.id;
        AddResult result = id == null
                ? store.add(queued, priority, beyondLimit)
                : ids.add(id, queued, priority, store, beyondLimit);
        if (result != AddResult.ACCEPTED) {
            queued.dismiss();
        }
        return result;
    }

    private void announce() {
        QueueSource[] told = sources;
        for (QueueSource source : told) {
            source.announce();
        }
        if (told == ENDED) {
            drop(Reason.QUEUE_CLOSED);
        }
    }

    /** Adds as soon as there is room; the add is told what happened. */
    void addWaiting(WaitingAdd add) {
        AddResult result = add(add.job(), add.priority);
        if (result == AddResult.FULL) {
            result = enterLine(add);
        }
        if (result != null) {
            add.answer(result);
        }
    }

    private @Nullable AddResult enterLine(WaitingAdd add) {
        AddResult result;
        synchronized (this) {
            result = store(add.job(), add.priority, false); // room may have come before the monitor
            if (result == AddResult.FULL && line.enter(add)) {
                return null;
            }
        }
        if (result == AddResult.ACCEPTED) {
            announce();
        }
        return result;
    }

    /** Gives up waiting; false if it has been decided. */
    synchronized boolean withdraw(WaitingAdd add) {
        return line.withdraw(add);
    }

    // Taking: the holder of a pool's turnstile.

    /**
     * Takes jobs; closed ones are skipped.
     *
     * @return how many; fewer than max only if there are no more, and then the sources will be told of the next one
     */
    int take(@Nullable Object[] slots, int from, int max) {
        int at = from;
        synchronized (this) {
            boolean admitted;
            do {
                long before = at;
                long skipped = 0;
                while (at < from + max) {
                    Object job = next();
                    if (job == null) {
                        break;
                    } else if (job instanceof QueuedJob queued && queued.payload() == null) {
                        skipped++;
                    } else {
                        slots[at++] = job;
                    }
                }
                closed.addAndGet(skipped);
                admitted = free(at - before + skipped);
            } while (admitted && at < from + max);
        }
        return at - from; // other pools hear of those admitted by answer, the caller comes again by itself
    }

    // Guarded by this.

    private @Nullable Object next() {
        Object first = returned.pollFirst();
        return first != null ? first : store.poll();
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // guarded; volatile is for those who read without the monitor
    private void moveGone(long change) {
        gone += change;
    }

    /** Gives freed room to those who wait, then to all; true if anybody was admitted. */
    private boolean free(long places) {
        if (places == 0) {
            return false;
        }
        moveGone(places);
        if (capacity == Long.MAX_VALUE) {
            return false;
        }
        boolean admitted =
                line.serve(() -> store.added() - gone < capacity, add -> store(add.job(), add.priority, true));
        store.limit(gone + capacity);
        return admitted;
    }

    // Any thread, under no lock.

    /** Whether {@link #answer} has somebody to tell. */
    boolean hasDecided() {
        return line.anyDecided();
    }

    /** Tells those whose waiting is over, and the sources of the jobs that were admitted. */
    void answer() {
        List<WaitingAdd> told;
        boolean announces;
        synchronized (this) {
            told = line.takeDecided();
            announces = line.takeAdmitted();
        }
        if (announces) {
            announce();
        }
        told.forEach(WaitingAdd::answer);
    }

    /** Takes back, in front, what a pool had taken and not started; oldest first. */
    void giveBack(List<Object> jobs) {
        synchronized (this) {
            for (int i = jobs.size() - 1; i >= 0; i--) {
                returned.addFirst(jobs.get(i));
            }
            moveGone(-jobs.size());
            if (capacity != Long.MAX_VALUE) {
                store.limit(gone + capacity);
            }
        }
        announce();
    }

    /** Jobs that had been handed out were closed. */
    void closedOutside(long jobs) {
        closed.addAndGet(jobs);
    }

    // Purging and closing: any thread, under no lock.

    /** Closes what has not started; how many that were. */
    long purge() {
        return purge(Reason.PURGED, sources);
    }

    private long purge(Reason reason, QueueSource[] from) {
        long count = drop(reason);
        for (QueueSource source : from) {
            count += source.drop(reason);
        }
        return count;
    }

    /** Closes what is in the queue. */
    private long drop(Reason reason) {
        long payloads = 0;
        List<QueuedJob> dropped = new ArrayList<>();
        synchronized (this) {
            long toGo = size();
            long freed = 0;
            for (Object job = nextStored(); job != null; job = ++freed < toGo ? nextStored() : null) {
                if (job instanceof QueuedJob queued) {
                    dropped.add(queued);
                } else {
                    payloads++;
                }
            }
            closed.addAndGet(freed);
            free(freed);
        }
        long count = payloads;
        for (QueuedJob job : dropped) {
            count += job.close(reason) ? 1 : 0;
        }
        answer();
        return count;
    }

    /** The next job; waits for a producer that has claimed its place and is about to store. */
    @SuppressWarnings("ThreadPriorityCheck") // a hint: nothing but speed relies on it
    private @Nullable Object nextStored() {
        Object job = next();
        for (int i = 0; job == null && size() > 0 && i < MAX_YIELDS; i++) {
            Thread.yield();
            job = next();
        }
        return job;
    }

    /** Takes in no more; what is here stays. Who waits is answered by the next {@link #answer}. */
    void seal() {
        store.end();
        synchronized (this) {
            line.close();
        }
    }

    /** {@link #seal}, for those who hold no lock. */
    void sealAndAnswer() {
        seal();
        answer();
    }

    /** Takes in no more and closes what has not started; how many that were. */
    long close() {
        seal();
        QueueSource[] left;
        synchronized (this) {
            left = sources;
            sources = ENDED;
        }
        if (left == ENDED) {
            return 0;
        }
        long count = purge(Reason.QUEUE_CLOSED, left);
        for (QueueSource source : left) {
            source.ended();
        }
        whenClosed.accept(this);
        return count;
    }

    // The pools: any thread.

    /** False if it is closed. */
    synchronized boolean attach(QueueSource source) {
        if (sources == ENDED || store.isEnded()) {
            return false;
        }
        QueueSource[] more = Arrays.copyOf(sources, sources.length + 1);
        more[sources.length] = source;
        sources = more;
        return true;
    }

    synchronized void detach(QueueSource source) {
        if (sources != ENDED) {
            sources = Arrays.stream(sources).filter(one -> one != source).toArray(QueueSource[]::new);
        }
    }

    /** Whether the current thread is a worker of one of the pools. */
    boolean isTakenFromBy(Thread thread) {
        return Arrays.stream(sources).anyMatch(source -> source.isWorker(thread));
    }

    // Figures: any thread.

    long size() {
        long freed = gone; // first: what is added meanwhile makes it larger, never negative
        return store.added() - freed;
    }

    boolean isFull() {
        return store.added() >= store.limitVolatile();
    }

    boolean isClosed() {
        return store.isEnded();
    }

    /** The payloads in the queue, next one first. */
    synchronized List<Object> values() {
        List<Object> values = new ArrayList<>();
        returned.forEach(job -> addPayload(values, job));
        store.visit(job -> addPayload(values, job));
        return values;
    }

    private static boolean addPayload(List<Object> values, Object job) {
        Object payload = job instanceof QueuedJob queued ? queued.payload() : job;
        if (payload != null) {
            values.add(payload);
        }
        return true;
    }

    synchronized QueueStats stats() {
        long accepted = store.added();
        long size = accepted - gone;
        long ended = closed.get();
        return new QueueStats(name, size, capacity, accepted, ended, accepted - size - ended, line.size(), isClosed());
    }
}
