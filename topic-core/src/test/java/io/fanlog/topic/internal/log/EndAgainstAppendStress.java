package io.fanlog.topic.internal.log;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZIJ_Result;

/** An append that races the end is accepted below it or refused; and only the first to end a log is told that it did. */
@JCStressTest
@Outcome(id = "true, 1, 1", expect = Expect.ACCEPTABLE, desc = "accepted, below the end")
@Outcome(id = "false, 1, 0", expect = Expect.ACCEPTABLE, desc = "refused")
@Outcome(expect = Expect.FORBIDDEN, desc = "accepted beyond the end, or ended twice")
@State
public class EndAgainstAppendStress {
    private final SegmentedLog log = new SegmentedLog(0, false, 0);
    private boolean isFirst;

    @Actor
    public void appender(ZIJ_Result result) {
        long seen = log.tailVolatile();
        result.r1 = seen >= 0 && log.tryAppend(seen, "message", 0);
    }

    @Actor
    public void ender() {
        isFirst = log.end();
    }

    @Arbiter
    public void after(ZIJ_Result result) {
        result.r2 = (isFirst ? 1 : 0) + (log.end() ? 1 : 0);
        result.r3 = SegmentedLog.sequenceOf(log.tailVolatile());
    }
}
