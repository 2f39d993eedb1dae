package io.fanlog.topic.internal.cursor;

import io.fanlog.topic.SlowSubscriberPolicy;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** From the moment it joins, a gating cursor holds publishing back at capacity (L2), and misses nothing. */
@JCStressTest
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "within capacity, from where the tail was")
@Outcome(expect = Expect.FORBIDDEN, desc = "overrun by publishers that had seen an older limit")
@State
public class JoinAgainstPublishStress {
    private static final int MESSAGES = 8;

    private final Room room = new Room(1);
    private long tailAfterJoin;
    private long position;

    public JoinAgainstPublishStress() {
        room.join(SlowSubscriberPolicy.SKIP_TO_OLDEST, 1);
    }

    @Actor
    public void publisher() {
        for (int i = 0; i < MESSAGES; i++) {
            room.tryPublish("message");
        }
    }

    @Actor
    public void joiner() {
        Cursor cursor = room.joinGating();
        position = cursor.position();
        tailAfterJoin = room.tail();
    }

    @Arbiter
    public void after(ZZ_Result result) {
        result.r1 = room.tail() - position <= 1;
        result.r2 = position <= tailAfterJoin;
    }
}
