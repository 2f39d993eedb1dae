package io.fanlog.topic.internal.cursor;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.internal.log.LogReader;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/** A publish that waits is taken back or stored, never both and never neither; it is answered if it was not taken back. */
@JCStressTest
@Outcome(id = "true, false, 0", expect = Expect.ACCEPTABLE, desc = "taken back")
@Outcome(id = "false, true, 1", expect = Expect.ACCEPTABLE, desc = "stored and answered")
@Outcome(expect = Expect.FORBIDDEN, desc = "both, neither, or answered twice")
@State
public class WithdrawAgainstServeStress {
    private final Room room = new Room(1);
    private final Cursor cursor = room.joinGating();
    private final Room.Waiting waiter = new Room.Waiting("waiter");

    public WithdrawAgainstServeStress() {
        if (room.publish(0) != PublishResult.OK || room.cursors.appendOrWait(waiter) != null) {
            throw new AssertionError();
        }
    }

    @Actor
    public void withdrawer(ZZI_Result result) {
        result.r1 = room.cursors.withdraw(waiter);
    }

    @Actor
    public void loop() {
        cursor.positionRelease(1);
        room.cursors.advance();
        room.cursors.answerDecided();
    }

    @Arbiter
    public void after(ZZI_Result result) {
        room.cursors.answerDecided();
        result.r2 = "waiter".equals(new LogReader(room.log).slotAcquire(1));
        result.r3 = waiter.answers;
    }
}
