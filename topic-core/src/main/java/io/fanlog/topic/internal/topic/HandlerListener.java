package io.fanlog.topic.internal.topic;

import io.fanlog.topic.MessageHandler;
import io.fanlog.topic.spi.PullListener;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A plain handler on a cursor: wants everything, and is told of no end. */
final class HandlerListener<T> implements PullListener<T> {
    private final MessageHandler<? super T> handler;

    HandlerListener(MessageHandler<? super T> handler) {
        this.handler = Objects.requireNonNull(handler, "handler");
    }

    @Override
    public void onNext(T payload) {
        try {
            handler.handle(payload);
        } catch (Exception thrown) {
            HandlerListener.<RuntimeException>rethrow(thrown);
        }
    }

    /** Whoever called onNext reports what the handler threw, as it threw it. */
    @SuppressWarnings("unchecked")
    private static <E extends Exception> void rethrow(Exception thrown) throws E {
        throw (E) thrown;
    }

    @Override
    public void onReady() {
        throw new IllegalStateException("not in pull mode");
    }

    @Override
    public void onEnd(@Nullable Throwable failure) {}
}
