package io.fanlog.topic.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.fanlog.topic.MessageHandler;
import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.spi.PullListener;
import io.fanlog.topic.spi.PullSubscription;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A subscriber of any flavour that records what it gets and checks what holds for every subscriber: signals do not
 * overlap, nothing comes after the end or after it has cancelled from within a signal, never more than it requested.
 *
 * @param <T> type of the payload
 */
public final class Probe<T> {
    private final Flavour flavour;
    private final Executor poller;
    private final List<T> items = new ArrayList<>();
    private final AtomicInteger count = new AtomicInteger();
    private final List<String> violations = new CopyOnWriteArrayList<>();
    private final AtomicBoolean inSignal = new AtomicBoolean();
    private final AtomicLong asked = new AtomicLong();
    private final AtomicInteger pollWork = new AtomicInteger();
    private final AtomicInteger completions = new AtomicInteger();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private final List<Throwable> thrown = new CopyOnWriteArrayList<>();

    private volatile Consumer<? super T> hook = item -> {};
    private volatile TopicSubscription handle;
    private volatile Subscription reactive;
    private volatile Flow.Subscription flow;
    private volatile PullSubscription<T> pull;
    private volatile Runnable pullEnd;
    private volatile boolean cancelled;
    private volatile boolean silent;
    private volatile boolean ended;
    private boolean keeps = true;
    private long firstRequest;

    /**
     * A probe whose pull flavour polls in place, for stepped loops.
     *
     * @param flavour how it subscribes
     */
    public Probe(Flavour flavour) {
        this(flavour, Runnable::run);
    }

    /**
     * A probe.
     *
     * @param flavour how it subscribes
     * @param poller where the pull flavour polls
     */
    public Probe(Flavour flavour, Executor poller) {
        this.flavour = flavour;
        this.poller = poller;
    }

    /** Only counts what it gets, for tests that look at what a topic keeps. */
    public Probe<T> keepingNothing() {
        keeps = false;
        return this;
    }

    /** Runs with each message, after it was recorded. */
    public Probe<T> onItem(Consumer<? super T> action) {
        hook = action;
        return this;
    }

    /** Subscribes with unbounded demand. */
    public Probe<T> to(Topic<T> topic, UnaryOperator<SubscriptionOptions<T>> options) {
        return to(topic, Long.MAX_VALUE, options);
    }

    /** Subscribes and requests so many, 0 for none; the handler flavour wants everything whatever is said here. */
    public Probe<T> to(Topic<T> topic, long demand, UnaryOperator<SubscriptionOptions<T>> options) {
        firstRequest = demand;
        switch (flavour) {
            case HANDLER -> handle = topic.subscribe((MessageHandler<T>) this::onNext, options);
            case REACTIVE -> handle = topic.subscribe(new ReactiveSide(), options);
            case FLOW -> handle = topic.subscribe(new FlowSide(), options);
            case PULL -> {
                PullSubscription<T> opened = topic.pull(new PullSide(), options);
                pull = opened;
                handle = opened;
                if (demand > 0) {
                    asked.set(demand);
                }
                opened.activate(PullSubscription.Mode.PULL);
            }
        }
        return this;
    }

    /** Asks for more; for the handler flavour it has no meaning. */
    public void request(long n) {
        if (n > 0) {
            asked.accumulateAndGet(n, (before, more) -> before + more < 0 ? Long.MAX_VALUE : before + more);
        }
        switch (flavour) {
            case HANDLER -> {}
            case REACTIVE -> reactive.request(n);
            case FLOW -> flow.request(n);
            case PULL -> {
                pull.request(n);
                drain();
            }
        }
    }

    /** Cancels as its flavour does. */
    public void cancel() {
        if (inSignal.get() && isSignalled()) {
            silent = true;
        }
        cancelled = true;
        switch (flavour) {
            case HANDLER -> handle.cancel();
            case REACTIVE -> reactive.cancel();
            case FLOW -> flow.cancel();
            case PULL -> pull.cancel();
        }
    }

    private final ThreadLocal<Boolean> signalled = ThreadLocal.withInitial(() -> false);

    /** Whether the current thread is in a signal of this probe. */
    private boolean isSignalled() {
        return signalled.get();
    }

    // ---------------------------------------------------------------- signals

    private final class ReactiveSide implements Subscriber<T> {
        @Override
        public void onSubscribe(Subscription subscription) {
            reactive = subscription;
            requestFirst(subscription::request);
        }

        @Override
        public void onNext(T item) {
            Probe.this.onNext(item);
        }

        @Override
        public void onError(Throwable cause) {
            Probe.this.onEnd(cause);
        }

        @Override
        public void onComplete() {
            Probe.this.onEnd(null);
        }
    }

    private final class FlowSide implements Flow.Subscriber<T> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            flow = subscription;
            requestFirst(subscription::request);
        }

        @Override
        public void onNext(T item) {
            Probe.this.onNext(item);
        }

        @Override
        public void onError(Throwable cause) {
            Probe.this.onEnd(cause);
        }

        @Override
        public void onComplete() {
            Probe.this.onEnd(null);
        }
    }

    private final class PullSide implements PullListener<T> {
        @Override
        public void onNext(T item) {
            violations.add("onNext in pull mode");
        }

        @Override
        public void onReady() {
            drain();
        }

        @Override
        public void onEnd(Throwable failure) {
            pullEnd = () -> Probe.this.onEnd(failure);
            drain();
        }
    }

    private void requestFirst(LongConsumer subscription) {
        if (firstRequest > 0) {
            asked.set(firstRequest);
            subscription.accept(firstRequest);
        }
    }

    private void onNext(T item) {
        signal("onNext", () -> {
            if (flavour.hasDemand() && count.get() >= asked.get()) {
                violations.add("more than the " + asked.get() + " requested");
            }
            if (keeps) {
                synchronized (items) {
                    items.add(item);
                }
            }
            count.incrementAndGet();
            hook.accept(item);
        });
    }

    private void onEnd(Throwable failure) {
        signal(failure == null ? "onComplete" : "onError", () -> {
            ended = true;
            if (failure == null) {
                completions.incrementAndGet();
            } else {
                failures.add(failure);
            }
        });
    }

    private void signal(String name, Runnable action) {
        if (!inSignal.compareAndSet(false, true)) {
            violations.add(name + " overlaps another signal");
            return;
        }
        if (ended) {
            violations.add(name + " after the end");
        }
        if (silent) {
            violations.add(name + " after a cancel from within a signal");
        }
        signalled.set(true);
        try {
            action.run();
        } finally {
            signalled.set(false);
            inSignal.set(false);
        }
    }

    // ---------------------------------------------------------------- pulling

    /** Polls on, within what was asked for, where the test wants it. */
    private void drain() {
        if (pollWork.getAndIncrement() == 0) {
            poller.execute(this::pollAll);
        }
    }

    private void pollAll() {
        int work = 1;
        do {
            try {
                pollSome();
            } catch (Throwable failed) {
                thrown.add(failed);
                cancel();
            }
            Runnable end = pullEnd;
            if (end != null && !ended) {
                end.run();
            }
            work = pollWork.addAndGet(-work);
        } while (work != 0);
    }

    private void pollSome() {
        while (!cancelled && count.get() < asked.get()) {
            T item = pull.poll();
            if (item == null) {
                return;
            }
            onNext(item);
        }
    }

    // ---------------------------------------------------------------- what it has seen

    /** {@return its handle} */
    public TopicSubscription handle() {
        return handle;
    }

    /** {@return what it got so far} */
    public List<T> items() {
        synchronized (items) {
            return new ArrayList<>(items);
        }
    }

    /** {@return how many it got so far} */
    public int count() {
        return count.get();
    }

    /** {@return how often it was told that the topic is complete} */
    public int completions() {
        return completions.get();
    }

    /** Whether its poller is at work; what it has taken may not be recorded yet. */
    public boolean isPolling() {
        return pollWork.get() != 0;
    }

    /** {@return the errors it was told of} */
    public List<Throwable> failures() {
        return failures;
    }

    /** {@return what polling threw} */
    public List<Throwable> thrown() {
        return thrown;
    }

    /** Whether it has ended well; a handler learns that from its handle only. */
    public boolean hasCompleted() {
        return handle.state() == SubscriptionState.COMPLETED && (flavour == Flavour.HANDLER || completions.get() == 1);
    }

    /** Fails if anything was not as it must be for every subscriber. */
    public void assertOrderly() {
        assertThat(violations).isEmpty();
    }

    /** Fails unless it has ended well: told so once, with nothing left. */
    public void assertCompleted() {
        assertOrderly();
        assertThat(handle.state()).isEqualTo(SubscriptionState.COMPLETED);
        assertThat(completions.get()).isEqualTo(flavour == Flavour.HANDLER ? 0 : 1);
        assertThat(failures).isEmpty();
        assertThat(handle.undelivered()).isZero();
    }

    /** Fails unless C1 holds, for a subscription that neither moves nor is published to now. */
    public void assertConserved(long publishedSinceItsStart) {
        TopicSubscription seen = handle;
        assertThat(seen.received() + seen.filtered() + seen.missed() + seen.lag())
                .as(
                        "received %d + filtered %d + missed %d + lag %d",
                        seen.received(), seen.filtered(), seen.missed(), seen.lag())
                .isEqualTo(publishedSinceItsStart);
        assertThat(seen.received()).isEqualTo(count.get());
    }
}
