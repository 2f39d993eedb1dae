package io.fanlog.topic.internal.cursor;

import io.fanlog.topic.PublishResult;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;

/** One that moves on makes room for exactly one more, with or without the loop; nobody stays refused. */
@JCStressTest
@Outcome(id = "OK, FULL", expect = Expect.ACCEPTABLE, desc = "after the move; then it is full again")
@Outcome(id = "FULL, OK", expect = Expect.ACCEPTABLE, desc = "before the move; the next one finds the room")
@Outcome(expect = Expect.FORBIDDEN, desc = "room was lost, or was given out twice")
@State
public class MoveAgainstPublishStress {
    private final Room room = new Room(1);
    private final Cursor cursor = room.joinGating();

    public MoveAgainstPublishStress() {
        if (room.publish(0) != PublishResult.OK || room.publish(1) != PublishResult.FULL) {
            throw new AssertionError();
        }
    }

    @Actor
    public void mover() {
        cursor.positionRelease(1);
        room.cursors.advance();
    }

    @Actor
    public void publisher(LL_Result result) {
        result.r1 = room.publish("message");
    }

    @Arbiter
    public void after(LL_Result result) {
        result.r2 = room.publish("message");
    }
}
