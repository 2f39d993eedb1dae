package io.fanlog.topic.worker;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How a {@link JobQueue} keeps its jobs. Immutable; each method that takes a value answers a changed copy, so that options
 * read as {@code o -> o.capacity(10_000).byPriority()} and can be kept as constants.
 *
 * @param <T> type of the jobs
 */
public final class QueueOptions<T> implements Cloneable {
    /** Slots of a queue's first chunk; the least that {@link #maxChunk} may be. */
    public static final int FIRST_CHUNK = 1_024;

    private static final int DEFAULT_MAX_CHUNK = 102_400;

    private String name = "";
    private long capacity = Long.MAX_VALUE;
    private int maxWaiters;
    private int maxChunk = DEFAULT_MAX_CHUNK;
    private boolean isByPriority;
    private int defaultPriority;
    private @Nullable Function<? super T, @Nullable String> idGenerator;

    private QueueOptions() {}

    /**
     * The defaults: unbounded, first in first out, no ids, chunks of up to 102,400 slots.
     *
     * @param <T> type of the jobs
     * @return the defaults
     */
    public static <T> QueueOptions<T> defaults() {
        return new QueueOptions<>();
    }

    /**
     * Its name.
     *
     * @param text not blank, unique among the open queues of a {@link io.fanlog.topic.Topics}; default for a queue that a
     *     pool makes: the pool's name, with a number behind it from the second on
     * @return a changed copy
     * @throws IllegalArgumentException if blank
     */
    public QueueOptions<T> name(String text) {
        if (Objects.requireNonNull(text, "queue name").isBlank()) {
            throw new IllegalArgumentException("queue name must not be blank, got '" + text + "'");
        }
        QueueOptions<T> copy = copy();
        copy.name = text;
        return copy;
    }

    /**
     * How many jobs may be in the queue; a further one is refused as {@link AddResult#FULL}. Jobs that were handed to a
     * worker do not count, closed ones do until they are reached.
     *
     * @param jobs at least 1; default unbounded
     * @return a changed copy
     * @throws IllegalArgumentException if less than 1
     */
    public QueueOptions<T> capacity(long jobs) {
        QueueOptions<T> copy = copy();
        copy.capacity = atLeast(1, "capacity", jobs);
        return copy;
    }

    /**
     * How many {@link JobQueue#addAsync} may wait for room at once; a further one is answered {@link AddResult#FULL}.
     *
     * @param adds at least 1; default: the capacity
     * @return a changed copy
     * @throws IllegalArgumentException if less than 1
     */
    public QueueOptions<T> maxWaiters(int adds) {
        QueueOptions<T> copy = copy();
        copy.maxWaiters = (int) atLeast(1, "maxWaiters", adds);
        return copy;
    }

    /**
     * How large a chunk may become. The first one has {@link #FIRST_CHUNK} slots, and while jobs wait each next one has
     * half as many again, up to this. A slot takes as much memory as a reference.
     *
     * @param slots at least {@link #FIRST_CHUNK}; default 102,400
     * @return a changed copy
     * @throws IllegalArgumentException if less than {@link #FIRST_CHUNK}
     */
    public QueueOptions<T> maxChunk(int slots) {
        QueueOptions<T> copy = copy();
        copy.maxChunk = (int) atLeast(FIRST_CHUNK, "maxChunk", slots);
        return copy;
    }

    /**
     * Hand out the job with the lowest priority number first, those of one number in the order they came. Jobs without a
     * priority of their own have {@link #defaultPriority}.
     *
     * @return a changed copy
     */
    public QueueOptions<T> byPriority() {
        QueueOptions<T> copy = copy();
        copy.isByPriority = true;
        return copy;
    }

    /**
     * As {@link #byPriority()}, with another default.
     *
     * @param number of jobs without a priority of their own; default 0
     * @return a changed copy
     */
    public QueueOptions<T> byPriority(int number) {
        QueueOptions<T> copy = byPriority();
        copy.defaultPriority = number;
        return copy;
    }

    /**
     * Gives ids to jobs that come without. Of two waiting jobs with one id the second is refused as
     * {@link AddResult#DUPLICATE}. Called on the thread that adds; what it throws is thrown there, and nothing is added.
     *
     * @param generator answers the id of a job, null for none
     * @return a changed copy
     */
    public QueueOptions<T> idGenerator(Function<? super T, @Nullable String> generator) {
        QueueOptions<T> copy = copy();
        copy.idGenerator = Objects.requireNonNull(generator, "idGenerator");
        return copy;
    }

    /**
     * The name.
     *
     * @return empty if none was given
     */
    public String name() {
        return name;
    }

    /**
     * How many jobs may be in the queue.
     *
     * @return {@link Long#MAX_VALUE} if unbounded
     */
    public long capacity() {
        return capacity;
    }

    /**
     * How many asynchronous adds may wait.
     *
     * @return by default the capacity
     */
    public int maxWaiters() {
        return maxWaiters > 0 ? maxWaiters : (int) Math.min(capacity, Integer.MAX_VALUE);
    }

    /**
     * How large a chunk may become.
     *
     * @return in slots
     */
    public int maxChunk() {
        return maxChunk;
    }

    /**
     * Whether jobs are handed out by priority.
     *
     * @return false for first in first out
     */
    public boolean isByPriority() {
        return isByPriority;
    }

    /**
     * The priority of jobs without one of their own.
     *
     * @return default 0
     */
    public int defaultPriority() {
        return defaultPriority;
    }

    /**
     * What gives ids to jobs that come without.
     *
     * @return null if nothing does
     */
    public @Nullable Function<? super T, @Nullable String> idGenerator() {
        return idGenerator;
    }

    private static long atLeast(long least, String option, long value) {
        if (value < least) {
            throw new IllegalArgumentException(option + " must be at least " + least + ", got " + value);
        }
        return value;
    }

    private QueueOptions<T> copy() {
        try {
            @SuppressWarnings("unchecked")
            QueueOptions<T> copy = (QueueOptions<T>) super.clone();
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new AssertionError(e);
        }
    }
}
