package io.fanlog.topic.internal.worker;

import io.fanlog.topic.internal.dispatch.Nanos;
import io.fanlog.topic.internal.dispatch.Timer;
import io.fanlog.topic.worker.DrainReport;
import io.fanlog.topic.worker.PoolStateException;
import io.fanlog.topic.worker.PoolStats;
import io.fanlog.topic.worker.PoolStatus;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The moves of a pool's life: the status together with what it means for the sources.
 *
 * <pre>
 *   move ──▶ lock ──▶ crew: status ──▶ topics: attach, detach, end ──▶ unlock ──▶ publishers ──▶ nudge the loop
 *
 *   INVARIANTS
 *   - Moves and subscriptions to topics come one after another, so status and topics agree. Under the lock only the
 *     library's own code runs; publishers, whose code is foreign, are settled without it, by the status of that moment.
 *   - There is one drain in the life of a pool. It ends once: when nothing is left, by a close, or when its time is over.
 * </pre>
 */
final class PoolLife {
    private static final Logger LOG = System.getLogger("io.fanlog.topic.worker");

    private final PoolConfig config;
    private final PoolEngine engine;
    private final Crew crew;
    private final Sources sources;
    private final Listing listing;
    private final StopSignal stopSignal = new StopSignal(this::stopIfItMay);
    private final Object lock = new Object();

    /** What the end of the sources lost. */
    private final AtomicLong untaken = new AtomicLong();

    // Guarded by lock; drain is read without.

    private volatile @Nullable Drain drain;
    private @Nullable Timer removal;
    private boolean isRemoved;

    /** Where the pool is listed. Called with the lock for moves, except for {@link #closed}. */
    interface Listing {
        /** It has been stopped for long. */
        void remove();

        /**
         * It is about to be restarted.
         *
         * @throws IllegalStateException if another one has its name
         */
        void putBack();

        /** It has been closed; called once. */
        void closed();
    }

    /**
     * The life of a pool that is CREATED.
     *
     * @param engine what is moved
     * @param listing is told what becomes of it
     */
    PoolLife(PoolEngine engine, Listing listing) {
        this.engine = engine;
        this.config = engine.config;
        this.crew = engine.crew;
        this.sources = engine.sources;
        this.listing = listing;
    }

    // Sources.

    void join(TopicSource<?> source) {
        synchronized (lock) {
            requireSources();
            source.attach();
            sources.add(source);
        }
    }

    void leave(TopicSource<?> source) {
        synchronized (lock) {
            sources.remove(source);
            source.detach();
        }
        engine.intake.forget(source);
        engine.intake.sweep();
        engine.nudge();
    }

    void join(PublisherSource<?> source) {
        synchronized (lock) {
            requireSources();
            sources.add(source);
        }
        source.settle();
    }

    /** Binds a queue; a stopped pool takes from it after the restart. */
    void join(QueueSource source) {
        synchronized (lock) {
            requireSources("bind");
            if (!sources.add(source)) {
                throw new IllegalStateException(
                        "queue '" + source.queue.name + "' is bound to pool '" + config.name() + "' already");
            }
            if (!source.queue.attach(source)) {
                sources.remove(source);
                throw new IllegalStateException("queue '" + source.queue.name + "' is closed");
            }
        }
        source.announce();
    }

    /** Unbinds a queue; false if it was not bound. */
    boolean leave(QueueCore queue) {
        QueueSource source;
        synchronized (lock) {
            source = sources.find(queue);
            if (source == null) {
                return false;
            }
            sources.remove(source);
        }
        source.leave();
        engine.intake.forget(source);
        engine.intake.sweep();
        engine.nudge();
        return true;
    }

    private void requireSources() {
        requireSources("subscribeTo");
    }

    private void requireSources(String asked) {
        if (engine.loop.isClosing()) {
            throw new IllegalStateException(
                    "the dispatcher is closed: pool '" + config.name() + "' can serve no new source");
        }
        if (!engine.keepsSources()) {
            throw new PoolStateException(config.name(), asked, crew.status());
        }
    }

    // Moves that leave the sources alone.

    void move(Move move) {
        synchronized (lock) {
            crew.move(move);
        }
        engine.nudge();
    }

    /** The start of one that starts by itself. */
    void startUnlessStopped() {
        synchronized (lock) {
            if (crew.status() == PoolStatus.CREATED) {
                crew.move(Move.START);
            }
        }
        engine.nudge();
    }

    // Stop and restart.

    /** Stops once when the stage completes; keeps the pool no longer than it is open. */
    void stopWhen(CompletionStage<?> stage) {
        stopSignal.hear(stage);
    }

    private void stopIfItMay() {
        try {
            stop();
        } catch (PoolStateException draining) {
            LOG.log(Level.DEBUG, "pool '" + config.name() + "' was told to stop while it drains", draining);
        }
    }

    void stop() {
        synchronized (lock) {
            if (crew.move(Move.STOP)) {
                sources.detachTopics();
                removeLater();
            }
        }
        sources.settlePublishers();
        engine.nudge();
    }

    void restart() {
        synchronized (lock) {
            if (isRemoved && crew.status() == PoolStatus.STOPPED) {
                listing.putBack();
                isRemoved = false;
            }
            crew.move(Move.RESTART);
            cancelRemoval();
            sources.attachTopics();
        }
        sources.settlePublishers();
        engine.nudge();
    }

    private void removeLater() {
        if (config.isListed() && config.keepStoppedNanos() > 0) {
            removal = engine.later(config.keepStoppedNanos(), this::removeStopped);
        }
    }

    private void removeStopped() {
        synchronized (lock) {
            if (crew.status() == PoolStatus.STOPPING) {
                removeLater(); // a job has been running all the time
            } else if (crew.status() == PoolStatus.STOPPED) {
                isRemoved = true;
                listing.remove();
            }
        }
    }

    private void cancelRemoval() {
        if (removal != null) {
            removal.cancel();
            removal = null;
        }
    }

    // The end.

    void close() {
        close(false);
    }

    private void close(boolean abandons) {
        synchronized (lock) {
            if (!crew.move(Move.CLOSE)) {
                return;
            }
            leaveTopics();
        }
        finish();
        end(drain, abandons);
    }

    /** The figures first: what is given up on did not end by itself; the report last: whoever reads it goes on. */
    private void end(@Nullable Drain cut, boolean abandons) {
        PoolStats last = engine.total();
        if (abandons && last.inFlight() > 0) {
            engine.abandon();
        }
        if (cut != null) {
            cut.end(last, untaken.get());
        }
    }

    CompletableFuture<DrainReport> drain(Duration timeout) {
        Drain begun;
        boolean closesAtOnce = false;
        synchronized (lock) {
            begun = drain;
            if (begun == null) {
                begun = new Drain(engine.total());
                closesAtOnce = begin(begun);
            }
        }
        if (closesAtOnce) {
            finish();
        } else {
            sources.endPublishersHere();
            engine.nudge();
        }
        Drain late = begun;
        long nanos = Nanos.saturated(timeout);
        if (!late.isEnded() && (nanos <= 0 || engine.later(nanos, () -> expire(late)) == null)) {
            expire(late);
        }
        return late.report();
    }

    /** True if the pool has been closed by that. */
    private boolean begin(Drain begun) {
        drain = begun;
        if (!crew.move(Move.DRAIN)) {
            return false; // was closed before
        }
        if (crew.status() == PoolStatus.CLOSED) {
            leaveTopics();
            return true;
        }
        sources.endTopicsHere();
        return false;
    }

    private void expire(Drain late) {
        goesOnDraining(); // it may be over, only nobody has looked
        close(true);
        if (!late.isEnded()) {
            end(late, true);
        }
    }

    /** Ends a drain that is over; true if one goes on. */
    boolean goesOnDraining() {
        Drain begun = drain;
        if (begun == null || begun.isEnded()) {
            return false;
        }
        if (crew.status() == PoolStatus.DRAINING && engine.isQuiet()) {
            close();
        } else if (engine.isOver()) {
            begun.end(engine.total(), untaken.get());
        }
        return !begun.isEnded();
    }

    private void leaveTopics() {
        cancelRemoval();
        untaken.addAndGet(sources.endTopics());
    }

    private void finish() {
        sources.endPublishers();
        untaken.addAndGet(sources.endQueues());
        engine.intake.close();
        engine.hasLeft();
        stopSignal.forget();
        listing.closed();
        engine.nudge();
    }
}
