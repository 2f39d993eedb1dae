package io.fanlog.topic.reactor;

import io.fanlog.topic.spi.JobEnd;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * Where the results of a pool's jobs meet the one who subscribes to them. Whoever has something to say, a job's publisher or
 * the subscriber, leaves it where it is found and drains; one thread at a time does, for all.
 *
 * <pre>
 *   job ─ queue ─┐ listed  ┌───────┐
 *   job ─ queue ─┼───────▶ │ turns │ ── drain ──▶ the subscriber, within its demand
 *   job ─ queue ─┘         └───────┘
 *
 *   INVARIANTS
 *   - Signals of the subscriber come from drain only, and drain is run by one thread at a time (drains).
 *   - A value that was taken from a publisher is in its job's queue until it is delivered or discarded.
 *   - No job is asked for values before the subscriber has demand; then for prefetch, and for as much as it delivered.
 *   - There is one subscriber at most; the next one may come when it has cancelled or was told the end.
 * </pre>
 */
final class PoolResults<R> extends Flux<R> implements Scannable {
    private final Turns<R> turns;
    private final int prefetch;

    /** Set before anybody sees it. */
    private String name = "";

    private final AtomicReference<@Nullable ResultsSubscription<R>> current = new AtomicReference<>();

    /** Calls of drain that have not been answered; who makes it 1 drains until it is 0. */
    private final AtomicInteger drains = new AtomicInteger();

    /** Jobs whose publisher was not asked for anything yet, and has not ended. */
    private final Set<ResultFlow<R>> unasked = ConcurrentHashMap.newKeySet();

    /** Why the pool was stopped; null while it begins jobs. What comes meanwhile is discarded. */
    private volatile @Nullable Throwable failure;

    private volatile boolean closed;

    PoolResults(boolean isOrdered, int prefetch) {
        this.turns = isOrdered ? new JobOrder<>(this) : new AsTheyCome<>(this);
        this.prefetch = prefetch;
    }

    /** With the assembly hooks applied, as for Reactor's own operators. */
    static <R> Flux<R> assemble(PoolResults<R> results) {
        return onAssembly(results);
    }

    void belongTo(String pool) {
        name = pool;
    }

    // The subscriber: any thread.

    @Override
    public void subscribe(CoreSubscriber<? super R> actual) {
        ResultsSubscription<R> next = new ResultsSubscription<>(this, actual);
        ResultsSubscription<R> before = current.get();
        if ((before != null && !before.isCancelled()) || !current.compareAndSet(before, next)) {
            Operators.error(
                    actual,
                    new IllegalStateException("the results of pool '" + name
                            + "' have a subscriber already; share() them, or let them go into a topic"));
            return;
        }
        try {
            actual.onSubscribe(next);
        } catch (Throwable thrown) {
            next.cancel();
            throw thrown;
        }
        next.activate();
    }

    // The pool's event loop.

    /** A job begins. */
    ResultFlow<R> begin(JobEnd end) {
        failure = null; // the pool was restarted
        ResultsSubscription<R> subscriber = current.get();
        Context context = subscriber == null || subscriber.isCancelled()
                ? Context.empty()
                : subscriber.actual().currentContext();
        ResultFlow<R> flow = new ResultFlow<>(this, end, prefetch, context);
        if (turns.awaitsNew()) {
            hasNews(flow);
        }
        return flow;
    }

    /** The pool was stopped because of this. */
    void fail(Throwable error) {
        failure = error;
        drain();
    }

    /** The pool is closed and nothing runs. */
    void close() {
        closed = true;
        drain();
    }

    // The jobs: their publishers' threads, or whoever gives up on them.

    /** A publisher can be asked for values. */
    void opened(ResultFlow<R> flow) {
        if (hasDemand()) {
            flow.requestFirst();
        } else {
            unasked.add(flow);
            if (flow.isCancelled()) {
                unasked.remove(flow);
            }
            drain();
        }
    }

    /** A publisher need not be asked any more. */
    void ended(ResultFlow<R> flow) {
        if (!unasked.isEmpty()) {
            unasked.remove(flow);
        }
    }

    private boolean hasDemand() {
        ResultsSubscription<R> subscriber = current.get();
        return discards() || (subscriber != null && subscriber.hasDemand());
    }

    /** Spares a value the queue, if nobody drains and it is its turn. */
    boolean deliverAtOnce(ResultFlow<R> flow, R result) {
        if (drains.get() != 0 || !drains.compareAndSet(0, 1)) {
            return false;
        }
        boolean delivers = false;
        try {
            ResultsSubscription<R> subscriber = current.get();
            if (subscriber != null && subscriber.hasDemand() && !discards() && turns.isTurnOf(flow)) {
                delivers = true;
                subscriber.deliver(result);
                flow.replenish();
            }
        } finally {
            if (drains.decrementAndGet() != 0) {
                drainOn();
            }
        }
        return delivers;
    }

    /** Whether a job that has nothing left to deliver needs to wait for nobody. */
    boolean mayEndAtOnce(ResultFlow<R> flow) {
        return !turns.awaitsNew() && flow.isEmpty();
    }

    void hasNews(ResultFlow<R> flow) {
        turns.list(flow);
        drain();
    }

    /** Whether nobody gets results, because the pool was stopped by a failure. */
    boolean discards() {
        return failure != null;
    }

    /** Sees to it that everything is looked at that was there before this call. */
    void drain() {
        if (drains.getAndIncrement() == 0) {
            drainOn();
        }
    }

    // Whoever drains: drains is not 0.

    private void drainOn() {
        Throwable fatal = null;
        int seen = drains.get();
        do {
            try {
                look();
            } catch (Throwable thrown) { // by a subscriber, and Reactor calls it fatal
                fatal = thrown;
            }
            seen = drains.addAndGet(-seen);
        } while (seen != 0);
        if (fatal != null) {
            throw Exceptions.propagate(fatal); // as it is, if it is fatal
        }
    }

    private void look() {
        boolean goesOn;
        do {
            ResultsSubscription<R> subscriber = present();
            if (discards() || (subscriber != null && subscriber.hasDemand())) {
                askFirst();
            }
            goesOn = turns.look(subscriber);
        } while (goesOn);
        if (closed && turns.isEmpty()) {
            end(failure);
        }
    }

    private void askFirst() {
        if (unasked.isEmpty()) {
            return;
        }
        for (Iterator<ResultFlow<R>> rest = unasked.iterator(); rest.hasNext(); ) {
            ResultFlow<R> flow = rest.next();
            rest.remove();
            flow.requestFirst();
        }
    }

    /** Who can be told something, after having told the end to whom it is due. */
    private @Nullable ResultsSubscription<R> present() {
        ResultsSubscription<R> subscriber = current.get();
        if (subscriber != null && subscriber.isCancelled()) {
            current.compareAndSet(subscriber, null);
            subscriber = current.get();
        }
        if (subscriber == null || !subscriber.isActive()) {
            return null;
        }
        Throwable error = subscriber.badRequest();
        if (error == null) {
            error = failure;
        }
        if (error == null) {
            return subscriber;
        }
        subscriber.end(error);
        return null;
    }

    private void end(@Nullable Throwable error) {
        ResultsSubscription<R> subscriber = current.get();
        if (subscriber != null && subscriber.isActive()) {
            subscriber.end(error);
        }
    }

    @Override
    @SuppressWarnings("rawtypes") // as declared by Scannable
    public @Nullable Object scanUnsafe(Attr key) {
        if (key == Attr.NAME) {
            return name;
        }
        if (key == Attr.PREFETCH) {
            return prefetch;
        }
        if (key == Attr.TERMINATED) {
            return closed;
        }
        if (key == Attr.ERROR) {
            return failure;
        }
        if (key == Attr.RUN_STYLE) {
            return Attr.RunStyle.ASYNC;
        }
        return null;
    }

    @Override
    public String stepName() {
        return "results(" + name + ")";
    }
}
