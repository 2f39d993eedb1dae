package io.fanlog.topic.benchmarks.fanout;

import io.reactivex.rxjava3.disposables.CompositeDisposable;
import io.reactivex.rxjava3.processors.FlowableProcessor;
import io.reactivex.rxjava3.processors.ReplayProcessor;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.List;

/**
 * RxJava's replaying processor with a size bound, each subscriber behind {@code observeOn}; serialized for several
 * producers. It never refuses and keeps whatever a subscriber has still to read, so a {@link Window} holds the producers
 * back.
 */
final class RxJavaReplaySubject implements FanoutSubject {
    private final FlowableProcessor<Payload> processor;
    private final CompositeDisposable subscriptions = new CompositeDisposable();
    private final Window window;

    private RxJavaReplaySubject(int producers, List<CheckingSubscriber> subscribers) {
        ReplayProcessor<Payload> replaying = ReplayProcessor.createWithSize(CAPACITY);
        processor = producers == 1 ? replaying : replaying.toSerialized();
        window = new Window(producers, subscribers.size());
        for (int i = 0; i < subscribers.size(); i++) {
            CheckingSubscriber checking = subscribers.get(i);
            subscriptions.add(processor
                    .observeOn(Schedulers.computation())
                    .subscribe(window.passing(i, checking)::accept, checking::failed));
        }
    }

    static Starter starter() {
        return RxJavaReplaySubject::new;
    }

    @Override
    public void publish(Payload payload) {
        window.awaitRoom(payload);
        processor.onNext(payload);
    }

    @Override
    public void close() {
        subscriptions.dispose();
    }
}
