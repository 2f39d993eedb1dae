package io.fanlog.topic.reactor;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.Topic;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;
import reactor.core.publisher.SignalType;
import reactor.core.publisher.Sinks.EmitFailureHandler;
import reactor.core.publisher.Sinks.EmitResult;

/**
 * A sink over a topic. Emitting is publishing, so it needs no serialization; what is here is the translation of answers,
 * and who ends the topic.
 *
 * @param <T> type of the payload
 */
final class ManySink<T> implements TopicSink<T> {
    /** In which the flavours differ, besides their topics. */
    enum Kind {
        /** Over a topic that belongs to somebody else. */
        GIVEN,
        /** With a topic of its own. */
        OWN,
        /** With a topic of its own, in which a place is kept while there is no subscriber. */
        WARM,
        /** With a topic of its own, whose subscribers are given only what they have requested. */
        DIRECT
    }

    private final Topic<T> topic;
    private final Kind kind;
    private final boolean autoCancel;
    private final Roster<T> roster;
    private final Flux<T> flux;
    private final AtomicBoolean ending = new AtomicBoolean();
    private volatile boolean cancelled;
    private volatile @Nullable Throwable failure;

    ManySink(Topic<T> topic, Kind kind, boolean autoCancel, UnaryOperator<SubscriptionOptions<T>> options) {
        this.topic = topic;
        this.kind = kind;
        this.autoCancel = autoCancel;
        this.roster = new Subscribers();
        if (kind == Kind.WARM) {
            roster.keepPlace(options);
        }
        this.flux = RosterFlux.assemble(kind != Kind.DIRECT, actual -> subscribe(actual, options), topic.name(), this);
    }

    private void subscribe(CoreSubscriber<? super T> actual, UnaryOperator<SubscriptionOptions<T>> options) {
        boolean unused = roster.subscribe(actual, options);
    }

    /** Those who subscribe by way of this sink. */
    private final class Subscribers extends Roster<T> {
        Subscribers() {
            super(ManySink.this.topic, kind == Kind.WARM, kind == Kind.DIRECT);
        }

        @Override
        @Nullable
        Runnable left(int size) {
            if (!autoCancel || size > 0 || topic.isEnded()) {
                return null;
            }
            cancelled = true;
            return ManySink.this::end;
        }

        @Override
        boolean isWorthKeeping() {
            return !cancelled;
        }
    }

    private void end() {
        if (kind == Kind.GIVEN) {
            topic.complete();
        } else {
            topic.close();
        }
    }

    // ---------------------------------------------------------------- try

    @Override
    public EmitResult tryEmitNext(T payload) {
        return translated(publish(payload));
    }

    private PublishResult publish(T payload) {
        Objects.requireNonNull(payload, "payload");
        if (cancelled) {
            return PublishResult.CLOSED;
        }
        if (kind == Kind.DIRECT && !roster.hasRoom() && !topic.isEnded()) {
            return PublishResult.FULL;
        }
        PublishResult result = topic.publish(payload);
        boolean isNobodyBehind = result == PublishResult.FULL && kind == Kind.WARM && roster.size() == 0;
        return isNobodyBehind ? PublishResult.NO_SUBSCRIBERS : result;
    }

    private EmitResult translated(PublishResult result) {
        return switch (result) {
            case OK, DUPLICATE -> EmitResult.OK;
            case FULL, DROPPED -> EmitResult.FAIL_OVERFLOW;
            case NO_SUBSCRIBERS -> EmitResult.FAIL_ZERO_SUBSCRIBER;
            case CLOSED -> endedResult();
        };
    }

    private EmitResult endedResult() {
        return cancelled ? EmitResult.FAIL_CANCELLED : EmitResult.FAIL_TERMINATED;
    }

    @Override
    public EmitResult tryEmitComplete() {
        if (cancelled || topic.isEnded() || !ending.compareAndSet(false, true)) {
            return endedResult();
        }
        end();
        return EmitResult.OK;
    }

    @Override
    public EmitResult tryEmitError(Throwable error) {
        Objects.requireNonNull(error, "error");
        if (cancelled || topic.isEnded() || !ending.compareAndSet(false, true)) {
            return endedResult();
        }
        failure = error;
        topic.fail(error);
        end();
        return EmitResult.OK;
    }

    // ---------------------------------------------------------------- emit

    @Override
    public void emitNext(T payload, EmitFailureHandler handler) {
        PublishResult result = publish(payload);
        while (translated(result).isFailure() && handler.onEmitFailure(SignalType.ON_NEXT, translated(result))) {
            result = publish(payload);
        }
        switch (translated(result)) {
            case FAIL_OVERFLOW -> {
                Operators.onDiscard(payload, roster.context());
                if (result != PublishResult.DROPPED) {
                    emitError(Exceptions.failWithOverflow("no room in topic '" + topic.name() + "'"), handler);
                }
            }
            case FAIL_CANCELLED -> Operators.onDiscard(payload, roster.context());
            case FAIL_TERMINATED -> Operators.onNextDropped(payload, roster.context());
            default -> {
                // it was emitted, or there is nobody whose hook could be told
            }
        }
    }

    @Override
    public void emitComplete(EmitFailureHandler handler) {
        EmitResult result = tryEmitComplete();
        while (result.isFailure() && handler.onEmitFailure(SignalType.ON_COMPLETE, result)) {
            result = tryEmitComplete();
        }
    }

    @Override
    public void emitError(Throwable error, EmitFailureHandler handler) {
        EmitResult result = tryEmitError(error);
        while (result.isFailure() && handler.onEmitFailure(SignalType.ON_ERROR, result)) {
            result = tryEmitError(error);
        }
        if (result == EmitResult.FAIL_TERMINATED) {
            Operators.onErrorDropped(error, roster.context());
        }
    }

    // ---------------------------------------------------------------- the other side

    @Override
    public Topic<T> topic() {
        return topic;
    }

    @Override
    public int currentSubscriberCount() {
        return kind == Kind.GIVEN ? topic.subscriptions().size() : roster.size();
    }

    @Override
    public Flux<T> asFlux() {
        return flux;
    }

    @Override
    public Stream<? extends Scannable> inners() {
        return roster.seats().stream();
    }

    @Override
    @SuppressWarnings("rawtypes") // as declared by Scannable
    public @Nullable Object scanUnsafe(Attr key) {
        if (key == Attr.NAME) {
            return topic.name();
        }
        if (key == Attr.CAPACITY) {
            return topic.capacity();
        }
        if (key == Attr.TERMINATED) {
            return topic.isEnded() && !cancelled;
        }
        if (key == Attr.CANCELLED) {
            return cancelled;
        }
        if (key == Attr.ERROR) {
            return failure;
        }
        return key == Attr.RUN_STYLE ? Attr.RunStyle.ASYNC : null;
    }

    @Override
    public String stepName() {
        return "sink(" + topic.name() + ")";
    }
}
