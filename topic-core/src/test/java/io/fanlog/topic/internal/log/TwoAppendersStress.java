package io.fanlog.topic.internal.log;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** Of two that append at once each gets a sequence of its own, also where a segment has to be made. */
@JCStressTest
@Outcome(id = "AB, 2", expect = Expect.ACCEPTABLE, desc = "both stored")
@Outcome(id = "BA, 2", expect = Expect.ACCEPTABLE, desc = "both stored")
@Outcome(expect = Expect.FORBIDDEN, desc = "one is lost, or a sequence was written twice")
@State
public class TwoAppendersStress {
    private static final long FIRST = Segment.SIZE - 1;

    private final SegmentedLog log = new SegmentedLog(FIRST, false, 0);

    @Actor
    public void one() {
        append("A");
    }

    @Actor
    public void other() {
        append("B");
    }

    @Arbiter
    public void after(LL_Result result) {
        LogReader reader = new LogReader(log);
        result.r1 = "" + reader.slotAcquire(FIRST) + reader.slotAcquire(FIRST + 1);
        result.r2 = log.tailVolatile() - FIRST;
    }

    private void append(String payload) {
        while (!log.tryAppend(log.tailVolatile(), payload, 0)) {
            Thread.onSpinWait();
        }
    }
}
