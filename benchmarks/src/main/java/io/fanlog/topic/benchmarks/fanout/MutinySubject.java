package io.fanlog.topic.benchmarks.fanout;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import io.smallrye.mutiny.operators.multi.processors.BroadcastProcessor;
import io.smallrye.mutiny.subscription.Cancellable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/**
 * Mutiny's fan-out: a {@code BroadcastProcessor}, serialized for several producers, each subscriber behind an overflow buffer
 * of the capacity, as its docs advise for a hot source, and {@code emitOn} of the default executor. A full buffer would end
 * the subscriber, so a {@link Window} of the same size holds the producers back.
 */
final class MutinySubject implements FanoutSubject {
    private final Flow.Processor<Payload, Payload> input;
    private final List<Cancellable> subscriptions = new ArrayList<>();
    private final Window window;
    private final boolean isInline;

    private MutinySubject(boolean isInline, int producers, List<CheckingSubscriber> subscribers) {
        BroadcastProcessor<Payload> processor = BroadcastProcessor.create();
        input = producers == 1 ? processor : processor.serialized();
        this.isInline = isInline;
        window = new Window(producers, subscribers.size());
        Multi<Payload> shared = isInline
                ? processor
                : processor.onOverflow().buffer(CAPACITY).emitOn(Infrastructure.getDefaultExecutor());
        for (int i = 0; i < subscribers.size(); i++) {
            CheckingSubscriber checking = subscribers.get(i);
            Consumer<Payload> passing = isInline ? checking::accept : window.passing(i, checking);
            subscriptions.add(shared.subscribe().with(passing, checking::failed));
        }
    }

    static Starter starter() {
        return (producers, subscribers) -> new MutinySubject(false, producers, subscribers);
    }

    /** The subscribers run inside the producer's call and have unlimited demand. */
    static Starter inlineStarter() {
        return (producers, subscribers) -> new MutinySubject(true, producers, subscribers);
    }

    @Override
    public void publish(Payload payload) {
        if (!isInline) {
            window.awaitRoom(payload);
        }
        input.onNext(payload);
    }

    @Override
    public void close() {
        subscriptions.forEach(Cancellable::cancel);
    }
}
