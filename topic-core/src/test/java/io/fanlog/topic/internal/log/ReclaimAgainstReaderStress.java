package io.fanlog.topic.internal.log;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A reader that nobody waits for finds the message, or nothing and a head that is above it; never another message. */
@JCStressTest
@Outcome(
        id = {"0, 1", "-1, 1", "-1, -1", "0, -1"},
        expect = Expect.ACCEPTABLE,
        desc = "the message, or reclaimed")
@Outcome(expect = Expect.FORBIDDEN, desc = "null, and the head says that it is not there yet; or the wrong message")
@State
public class ReclaimAgainstReaderStress {
    private static final int UNSTORED = -9;
    private static final long FIRST = Segment.SIZE - 1;

    private final SegmentedLog log = new SegmentedLog(FIRST, false, 0);
    private final LogReader reader = new LogReader(log);

    public ReclaimAgainstReaderStress() {
        log.tryAppend(FIRST, 0, 0);
        log.tryAppend(FIRST + 1, 1, 0);
    }

    @Actor
    public void reclaimer() {
        log.reclaimBelow(FIRST + 1, false);
        log.reclaimBelow(FIRST + 2, false);
    }

    @Actor
    public void reader(II_Result result) {
        result.r1 = read(FIRST);
        result.r2 = read(FIRST + 1);
    }

    private int read(long sequence) {
        Object slot = reader.slotAcquire(sequence);
        if (slot != null) {
            return (int) slot;
        }
        return log.headAcquire() > sequence ? -1 : UNSTORED;
    }
}
