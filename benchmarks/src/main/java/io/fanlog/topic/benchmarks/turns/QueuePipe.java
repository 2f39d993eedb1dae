package io.fanlog.topic.benchmarks.turns;

import io.fanlog.topic.benchmarks.fanout.Payload;
import org.jctools.queues.MessagePassingQueue;
import org.jspecify.annotations.Nullable;

/** A JCTools queue. */
record QueuePipe(MessagePassingQueue<Payload> queue) implements Pipe {
    @Override
    public void append(Payload payload) {
        if (!queue.offer(payload)) {
            throw new IllegalStateException("full");
        }
    }

    @Override
    public @Nullable Payload poll() {
        return queue.poll();
    }

    @Override
    public void close() {}
}
