package io.fanlog.topic.benchmarks.fanout;

import com.lmax.disruptor.EventHandler;
import com.lmax.disruptor.EventTranslatorOneArg;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.WaitStrategy;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.EventHandlerGroup;
import com.lmax.disruptor.dsl.ProducerType;
import com.lmax.disruptor.util.DaemonThreadFactory;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * LMAX Disruptor as its user guide sets it up: one event handler, and so one thread, for each subscriber, all of them in
 * parallel; the producer type that fits; a translator that puts the payload into the preallocated event. The events carry
 * a reference, since that is what the others pass.
 *
 * <p>By default the reference stays in its event until the producer overwrites it a lap later. That is less work than the
 * others do, which let go of what has been passed, and it is what most of its users run. The guide's way to let go is a
 * handler that clears the events behind all others; with one subscriber, clearing in that handler. The clearing subjects
 * do that: the same semantics as ours, but a thread more.
 */
final class DisruptorSubject implements FanoutSubject {
    private static final EventTranslatorOneArg<Event, Payload> TRANSLATOR =
            (event, sequence, payload) -> event.payload = payload;

    private final Disruptor<Event> disruptor;
    private final RingBuffer<Event> ring;

    private DisruptorSubject(
            WaitStrategy waitStrategy, boolean isClearing, int producers, List<CheckingSubscriber> subscribers) {
        disruptor = new Disruptor<>(
                Event::new,
                CAPACITY,
                DaemonThreadFactory.INSTANCE,
                producers == 1 ? ProducerType.SINGLE : ProducerType.MULTI,
                waitStrategy);
        boolean clearsItself = isClearing && subscribers.size() == 1;
        EventHandlerGroup<Event> all = disruptor.handleEventsWith(subscribers.stream()
                .map(subscriber -> clearsItself ? takingAndClearing(subscriber) : taking(subscriber))
                .toArray(TakingHandler[]::new));
        if (isClearing && !clearsItself) {
            all.then(clearing());
        }
        ring = disruptor.start();
    }

    static Starter starter(Supplier<WaitStrategy> waitStrategy) {
        return (producers, subscribers) -> new DisruptorSubject(waitStrategy.get(), false, producers, subscribers);
    }

    static Starter clearingStarter(Supplier<WaitStrategy> waitStrategy) {
        return (producers, subscribers) -> new DisruptorSubject(waitStrategy.get(), true, producers, subscribers);
    }

    private static TakingHandler taking(CheckingSubscriber subscriber) {
        return (event, sequence, endOfBatch) -> subscriber.accept(event.taken());
    }

    private static TakingHandler takingAndClearing(CheckingSubscriber subscriber) {
        return (event, sequence, endOfBatch) -> {
            subscriber.accept(event.taken());
            event.payload = null;
        };
    }

    private static TakingHandler clearing() {
        return (event, sequence, endOfBatch) -> event.payload = null;
    }

    @Override
    public void publish(Payload payload) {
        ring.publishEvent(TRANSLATOR, payload);
    }

    @Override
    public void close() {
        disruptor.halt();
    }

    /** Not generic, so that there can be arrays of it. */
    private interface TakingHandler extends EventHandler<Event> {}

    /** The holder that the ring is filled with. */
    private static final class Event {
        private @Nullable Payload payload;

        private Payload taken() {
            if (payload == null) {
                throw new IllegalStateException("an event without a payload");
            }
            return payload;
        }
    }
}
