package io.fanlog.topic.benchmarks.memory;

import io.reactivex.rxjava3.disposables.CompositeDisposable;
import io.reactivex.rxjava3.processors.ReplayProcessor;
import java.util.concurrent.atomic.LongAdder;

/** RxJava's replaying processor with a size bound; subscribers run on the publishing thread. */
final class RxJavaReplayRetaining implements RetainingSubject {
    private final ReplayProcessor<Object> processor = ReplayProcessor.createWithSize(RETAINED);
    private final CompositeDisposable subscriptions = new CompositeDisposable();
    private final CountingSubscribers counting;

    RxJavaReplayRetaining(int subscribers) {
        counting = new CountingSubscribers(subscribers);
        for (int i = 0; i < subscribers; i++) {
            int subscriber = i;
            subscriptions.add(processor.subscribe(payload -> counting.count(subscriber)));
        }
    }

    @Override
    public void publish(Object payload) {
        processor.onNext(payload);
    }

    @Override
    public long received() {
        return counting.slowest();
    }

    @Override
    public long countRetained() {
        LongAdder count = new LongAdder();
        processor.subscribe(payload -> count.increment()).dispose();
        return count.sum();
    }

    @Override
    public void close() {
        subscriptions.dispose();
    }
}
