package io.fanlog.topic.internal.cursor;

import io.fanlog.topic.PublishResult;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZLZ_Result;

/**
 * One that begins to wait while room is made is not forgotten, if the loop comes by once more (the waiter sees to that),
 * and while it waits nobody gets in before it.
 */
@JCStressTest
@Outcome(id = "true, FULL, true", expect = Expect.ACCEPTABLE, desc = "the waiter got the room")
@Outcome(expect = Expect.FORBIDDEN, desc = "the waiter is forgotten, or was overtaken")
@State
public class WaitAgainstMoveStress {
    private final Room room = new Room(1);
    private final Cursor cursor = room.joinGating();
    private final Room.Waiting waiter = new Room.Waiting("waiter");
    private PublishResult atOnce = PublishResult.FULL;

    public WaitAgainstMoveStress() {
        if (room.publish(0) != PublishResult.OK || room.publish(1) != PublishResult.FULL) {
            throw new AssertionError();
        }
    }

    @Actor
    public void loop() {
        cursor.positionRelease(1);
        room.cursors.advance();
    }

    @Actor
    public void publisher(ZLZ_Result result) {
        PublishResult now = room.cursors.appendOrWait(waiter);
        if (now != null) {
            atOnce = now;
        }
        result.r2 = room.publish("behind it");
    }

    @Arbiter
    public void after(ZLZ_Result result) {
        room.cursors.advance();
        room.cursors.answerDecided();
        result.r1 = atOnce == PublishResult.OK || waiter.answers == 1;
        result.r3 = room.tail() == 2 && room.cursors.waiting() == 0;
    }
}
