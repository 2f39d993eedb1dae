package io.fanlog.topic.benchmarks.turns;

import io.fanlog.topic.benchmarks.fanout.Payload;
import io.fanlog.topic.internal.log.LogReader;
import io.fanlog.topic.internal.log.SegmentedLog;
import org.jspecify.annotations.Nullable;

/**
 * The log that topics are made of, alone: what a queue is compared with when one wants to know the structure and not all
 * that a topic does around it (limit, signals, subscription). It clears and reclaims what was passed.
 */
final class LogPipe implements Pipe {
    private final SegmentedLog log = new SegmentedLog(0, false, 0);
    private final LogReader reader = new LogReader(log);
    private long next;
    private long reclaimed;

    @Override
    public void append(Payload payload) {
        long tail = log.tailVolatile();
        if (tail - next >= CAPACITY || !log.tryAppend(tail, payload, 0)) {
            throw new IllegalStateException("full");
        }
    }

    @Override
    public @Nullable Payload poll() {
        Object slot = reader.slotAcquire(next);
        if (slot == null) {
            return null;
        }
        next++;
        if (next - reclaimed >= TopicPipe.TURN) {
            reclaimed = log.reclaimBelow(next, true);
        }
        return (Payload) slot;
    }

    @Override
    public void close() {}
}
