package io.fanlog.topic.spi;

import java.time.Instant;

/** The clock of this JVM and machine. */
enum SystemClock implements TopicClock {
    INSTANCE;

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public Instant now() {
        return Instant.now();
    }
}
