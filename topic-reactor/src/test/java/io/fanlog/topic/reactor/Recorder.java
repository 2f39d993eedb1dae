package io.fanlog.topic.reactor;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Fuseable;
import reactor.core.Scannable;
import reactor.util.context.Context;

/** A bare subscriber, with no operator in between, so that it sees what is signalled and may do what operators forbid. */
class Recorder<T> implements CoreSubscriber<T> {
    final Queue<T> received = new ConcurrentLinkedQueue<>();
    final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
    final Queue<Throwable> dropped = new ConcurrentLinkedQueue<>();
    final AtomicInteger completions = new AtomicInteger();
    /** How often it was told, when fused, that there is something to poll. */
    final AtomicInteger readies = new AtomicInteger();

    private final int wantedFusion;
    private final Context context;
    private volatile @Nullable Subscription upstream;
    private volatile int fusion = Fuseable.NONE;

    /** One that is not fused. */
    Recorder() {
        this(Fuseable.NONE);
    }

    /** One that asks for fusion, and when fused polls all there is whenever it is told to. */
    Recorder(int wantedFusion) {
        this.wantedFusion = wantedFusion;
        this.context = Context.of("reactor.onErrorDropped.local", (Consumer<Throwable>) dropped::add);
    }

    @Override
    public Context currentContext() {
        return context;
    }

    @Override
    public void onSubscribe(Subscription s) {
        upstream = s;
        if (wantedFusion != Fuseable.NONE) {
            fusion = queue().requestFusion(wantedFusion);
        }
    }

    @Override
    public void onNext(T payload) {
        if (fusion != Fuseable.ASYNC) {
            received.add(payload);
            return;
        }
        readies.incrementAndGet();
        drain();
    }

    @Override
    public void onError(Throwable error) {
        if (fusion == Fuseable.ASYNC) {
            drain();
        }
        errors.add(error);
    }

    @Override
    public void onComplete() {
        if (fusion == Fuseable.ASYNC) {
            drain();
        }
        completions.incrementAndGet();
    }

    private void drain() {
        for (T next = queue().poll(); next != null; next = queue().poll()) {
            received.add(next);
        }
    }

    Subscription upstream() {
        Subscription s = upstream;
        if (s == null) {
            throw new IllegalStateException("not subscribed");
        }
        return s;
    }

    @SuppressWarnings("unchecked")
    Fuseable.QueueSubscription<T> queue() {
        return (Fuseable.QueueSubscription<T>) upstream();
    }

    Scannable scannable() {
        return Scannable.from(upstream());
    }

    int fusion() {
        return fusion;
    }

    List<T> received() {
        return List.copyOf(received);
    }

    boolean isEnded() {
        return completions.get() + errors.size() > 0;
    }
}
