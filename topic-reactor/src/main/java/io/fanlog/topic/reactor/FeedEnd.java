package io.fanlog.topic.reactor;

import io.fanlog.topic.Topic;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.MonoSink;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * What comes of the topic when a source has ended, and who is told.
 *
 * @param <T> type of the payload
 */
class FeedEnd<T> implements Feed.Listener {
    private final Topic<T> topic;
    private final FeedOptions options;

    FeedEnd(Topic<T> topic, FeedOptions options) {
        this.topic = topic;
        this.options = options;
    }

    @Override
    public Context context() {
        return Context.empty();
    }

    @Override
    public final void onDone(long accepted, @Nullable Throwable error) {
        if (options.endsTopic() && error != null) {
            topic.fail(error);
        } else if (options.endsTopic()) {
            topic.complete();
        }
        if (error == null) {
            tell(accepted);
        } else {
            tell(error, options.endsTopic());
        }
    }

    void tell(long accepted) {}

    void tell(Throwable error, boolean isTold) {
        if (!isTold) {
            Operators.onErrorDropped(error, context());
        }
    }

    /** Tells a Mono. */
    static final class Telling<T> extends FeedEnd<T> {
        private final MonoSink<Long> result;

        Telling(Topic<T> topic, FeedOptions options, MonoSink<Long> result) {
            super(topic, options);
            this.result = result;
        }

        @Override
        public Context context() {
            return Context.of(result.contextView());
        }

        @Override
        void tell(long accepted) {
            result.success(accepted);
        }

        @Override
        void tell(Throwable error, boolean isTold) {
            result.error(error);
        }
    }
}
