package io.fanlog.topic.benchmarks.turns;

import io.fanlog.topic.benchmarks.fanout.Payload;
import org.jspecify.annotations.Nullable;

/** First in, first out, with one reader; used by one thread. */
interface Pipe extends AutoCloseable {
    /** As many as the fan-out subjects may be behind. */
    int CAPACITY = 65_536;

    void append(Payload payload);

    @Nullable
    Payload poll();

    @Override
    void close();
}
