package io.fanlog.topic.internal.cursor;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.SlowSubscriberPolicy;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** A blocker that leaves holds nobody back any more, and what it had not read is reclaimed. */
@JCStressTest
@Outcome(
        id = {"OK, OK, 0", "FULL, OK, 0"},
        expect = Expect.ACCEPTABLE,
        desc = "room, at the latest afterwards")
@Outcome(expect = Expect.FORBIDDEN, desc = "refused for the sake of one that has left")
@State
public class LeaveAgainstPublishStress {
    private final Room room = new Room(1);
    private final Cursor blocker = room.joinGating();
    private final Cursor other = room.join(SlowSubscriberPolicy.SKIP_TO_LATEST, 1);

    public LeaveAgainstPublishStress() {
        if (room.publish(0) != PublishResult.OK || room.publish(1) != PublishResult.FULL) {
            throw new AssertionError();
        }
    }

    @Actor
    public void leaver() {
        room.cursors.leave(blocker);
    }

    @Actor
    public void publisher(LLL_Result result) {
        result.r1 = room.publish("message");
    }

    @Arbiter
    public void after(LLL_Result result) {
        result.r2 = room.publish("message");
        other.passRelease(room.tail(), 0, 0);
        room.cursors.advance();
        result.r3 = room.tail() - room.log.headAcquire();
    }
}
