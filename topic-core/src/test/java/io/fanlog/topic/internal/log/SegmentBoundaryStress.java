package io.fanlog.topic.internal.log;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZJZ_Result;

/**
 * Around the place where a segment dies: an appender never stores into a wrong place, a reader never sees a wrong message
 * and never takes a stored one for one that is not there yet, and what was not reclaimed is still there at the end.
 */
@JCStressTest
@Outcome(id = "true, 4, true", expect = Expect.ACCEPTABLE, desc = "all stored, all read right")
@Outcome(expect = Expect.FORBIDDEN, desc = "a message was lost, misplaced or misread")
@State
public class SegmentBoundaryStress {
    private static final long FIRST = Segment.SIZE - 2;
    private static final int MESSAGES = 4;

    private final SegmentedLog log = new SegmentedLog(FIRST, false, 0);
    private final LogReader lossy = new LogReader(log);

    @Actor
    public void appender() {
        for (int i = 0; i < MESSAGES; i++) {
            long tail = log.tailVolatile();
            log.tryAppend(tail, tail, 0);
        }
    }

    @Actor
    public void reclaimerAndReader(ZJZ_Result result) {
        boolean right = true;
        long sequence = FIRST;
        for (int i = 0; i < 2 * MESSAGES; i++) {
            long stored = log.reclaimBelow(log.tailVolatile() - 1, false);
            Object slot = lossy.slotAcquire(sequence);
            if (slot != null) {
                right &= sequence == (long) slot;
                sequence++;
            } else {
                long head = log.headAcquire();
                right &= stored <= sequence || head > sequence;
                sequence = Math.max(sequence, head);
            }
        }
        result.r1 = right;
    }

    @Arbiter
    public void after(ZJZ_Result result) {
        result.r2 = log.tailVolatile() - FIRST;
        LogReader reader = new LogReader(log);
        boolean kept = true;
        for (long sequence = log.headAcquire(); sequence < log.tailVolatile(); sequence++) {
            kept &= Long.valueOf(sequence).equals(reader.slotAcquire(sequence));
        }
        result.r3 = kept;
    }
}
