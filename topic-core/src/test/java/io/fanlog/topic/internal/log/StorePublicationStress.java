package io.fanlog.topic.internal.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** Who sees a slot filled sees everything that was written before it was filled. */
@JCStressTest
@Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "not there yet")
@Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "there, complete")
@Outcome(id = "0", expect = Expect.FORBIDDEN, desc = "there, half built")
@State
public class StorePublicationStress {

    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Message[].class);

    private final @Nullable Message[] slots = new Message[1];

    @Actor
    public void publisher() {
        Message made = new Message();
        made.payload = 1;
        SLOT.setRelease(slots, 0, made);
    }

    @Actor
    public void reader(I_Result result) {
        Message seen = (Message) SLOT.getAcquire(slots, 0);
        result.r1 = seen == null ? -1 : seen.payload;
    }

    private static final class Message {
        private int payload;
    }
}
