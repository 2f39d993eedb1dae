package io.fanlog.topic.internal.worker;

import io.fanlog.topic.SubscriptionOptions;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.internal.dispatch.EventLoop;
import io.fanlog.topic.worker.JobQueue;
import io.fanlog.topic.worker.PoolSource;
import io.fanlog.topic.worker.QueueOptions;
import io.fanlog.topic.worker.ResultQueue;
import io.fanlog.topic.worker.SourceOptions;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.UnaryOperator;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;

/** A pool as its owner sees it, with what its jobs come from. */
class LoopPool<T> extends LivingPool<T> {
    final QueueRegistry queues;

    LoopPool(PoolConfig config, EventLoop loop, Staffing staffing, PoolRegistry registry) {
        super(config, loop, staffing, registry);
        this.queues = registry.queues();
    }

    @Override
    public <M extends T> TopicSubscription subscribeTo(Topic<M> topic, UnaryOperator<SubscriptionOptions<M>> options) {
        Objects.requireNonNull(topic, "topic");
        SubscriptionOptions<M> chosen = Objects.requireNonNull(
                Objects.requireNonNull(options, "options").apply(SubscriptionOptions.defaults()),
                "the options function returned null");
        SubscriptionOptions<M> labelled =
                chosen.label().isEmpty() ? chosen.label(name()) : chosen; // so that stats name the pool
        TopicSource<M> source = new TopicSource<>(engine, topic, labelled);
        life.join(source);
        return new TopicHandle(source, () -> life.leave(source));
    }

    @Override
    public PoolSource subscribeTo(Publisher<? extends T> publisher, UnaryOperator<SourceOptions> options) {
        Objects.requireNonNull(publisher, "publisher");
        PublisherSource<? extends T> source = new PublisherSource<>(engine, publisher, chosen(options));
        life.join(source);
        return source;
    }

    @Override
    public PoolSource subscribeTo(Flow.Publisher<? extends T> publisher, UnaryOperator<SourceOptions> options) {
        Publisher<? extends T> adapted = FlowAdapters.toPublisher(Objects.requireNonNull(publisher, "publisher"));
        return subscribeTo(adapted, options);
    }

    @Override
    public JobQueue<T> bindQueue(UnaryOperator<QueueOptions<T>> options, UnaryOperator<SourceOptions> sourceOptions) {
        QueueOptions<T> chosen = queues.named(name(), options);
        return bindOwn(new LocalQueue<>(chosen.name(), chosen, queues::closed), chosen(sourceOptions));
    }

    final <Q extends LocalQueue<?>> Q bindOwn(Q queue, SourceOptions options) {
        queues.list(queue.name(), queue);
        try {
            life.join(new QueueSource(engine, queue.core(), options, true));
        } catch (IllegalStateException refused) {
            queue.close();
            throw refused;
        }
        return queue;
    }

    @Override
    public void bind(JobQueue<? extends T> queue, UnaryOperator<SourceOptions> options) {
        LocalQueue<?> local = LocalQueue.of(queue);
        if (local instanceof ResultQueue) {
            throw new IllegalArgumentException(
                    "queue '" + queue.name() + "' has results: only a result pool of its types may take from it");
        }
        join(local, chosen(options));
    }

    final void join(LocalQueue<?> queue, SourceOptions options) {
        life.join(new QueueSource(engine, queue.core(), options, false));
    }

    static SourceOptions chosen(UnaryOperator<SourceOptions> options) {
        return Objects.requireNonNull(
                Objects.requireNonNull(options, "options").apply(SourceOptions.defaults()),
                "the options function returned null");
    }

    @Override
    public boolean unbind(JobQueue<?> queue) {
        return life.leave(LocalQueue.of(queue).core());
    }
}
