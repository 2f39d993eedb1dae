package io.fanlog.topic.internal.log;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Who reads a message from the log sees all of it, in the first slot of a new segment too. */
@JCStressTest
@Outcome(id = "-1, -1", expect = Expect.ACCEPTABLE, desc = "neither is there yet")
@Outcome(id = "1, -1", expect = Expect.ACCEPTABLE, desc = "the first is there, complete")
@Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "both are there, complete")
@Outcome(id = "-1, 2", expect = Expect.ACCEPTABLE, desc = "the first was looked for before it was there")
@Outcome(expect = Expect.FORBIDDEN, desc = "half built, or in the wrong place")
@State
public class LogPublicationStress {
    private final SegmentedLog log = new SegmentedLog(Segment.SIZE - 1, true, 0);
    private final LogReader reader = new LogReader(log);

    @Actor
    public void publisher() {
        append(1);
        append(2);
    }

    @Actor
    public void reader(II_Result result) {
        result.r1 = payloadAt(Segment.SIZE - 1);
        result.r2 = payloadAt(Segment.SIZE);
    }

    private void append(int payload) {
        Message made = new Message();
        made.payload = payload;
        log.tryAppend(log.tailVolatile(), made, payload);
    }

    private int payloadAt(long sequence) {
        Message seen = (Message) reader.slotAcquire(sequence);
        return seen == null || reader.timeMillis(sequence) != seen.payload ? -1 : seen.payload;
    }

    private static final class Message {
        private int payload;
    }
}
