package io.fanlog.topic.internal.cursor;

import io.fanlog.topic.SlowSubscriberPolicy;
import io.fanlog.topic.internal.log.LogReader;
import io.fanlog.topic.internal.log.SegmentedLog;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJJJ_Result;

/** The counts of a cursor are those of one moment (C1), whatever moves it meanwhile. */
@JCStressTest
@Outcome(id = "0, 0, 0, 0", expect = Expect.ACCEPTABLE, desc = "before it was moved")
@Outcome(id = "3, 0, 2, 1", expect = Expect.ACCEPTABLE, desc = "after it was moved past three")
@Outcome(id = "4, 1, 2, 1", expect = Expect.ACCEPTABLE, desc = "after one more was delivered")
@Outcome(id = "9, 1, 7, 1", expect = Expect.ACCEPTABLE, desc = "after it was moved past five more")
@Outcome(expect = Expect.FORBIDDEN, desc = "counts of different moments")
@State
public class CountsStress {
    private static final SegmentedLog LOG = new SegmentedLog(0, false, 0);

    private final Cursor cursor =
            new Cursor(SlowSubscriberPolicy.SKIP_TO_OLDEST, 1, new LogReader(LOG), Start.at(0), 0);

    @Actor
    public void owner() {
        cursor.passRelease(3, 2, 1);
        cursor.positionRelease(4);
        cursor.passRelease(9, 5, 0);
    }

    @Actor
    public void observer(JJJJ_Result result) {
        Cursor.Counts counts = cursor.counts();
        result.r1 = counts.position();
        result.r2 = counts.received();
        result.r3 = counts.missed();
        result.r4 = counts.filtered();
    }
}
