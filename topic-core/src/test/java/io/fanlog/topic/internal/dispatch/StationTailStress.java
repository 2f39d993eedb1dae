package io.fanlog.topic.internal.dispatch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** The handshake of {@link Station}, step by step: a publisher that meets READY while the loop sets IDLE is seen by it. */
@JCStressTest
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "signalled, and seen as well")
@Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "signalled")
@Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "seen by the loop's second look")
@Outcome(id = "false, false", expect = Expect.FORBIDDEN, desc = "a lost wake-up")
@State
public class StationTailStress {
    private static final int IDLE = 0;
    private static final int READY = 1;
    private static final VarHandle STATION =
            Fields.handle(MethodHandles.lookup(), StationTailStress.class, "station", int.class);
    private static final VarHandle TAIL =
            Fields.handle(MethodHandles.lookup(), StationTailStress.class, "tail", long.class);
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Object[].class);

    int station = READY;
    long tail;
    final Object[] slots = new Object[1];

    @Actor
    public void publisher(ZZ_Result result) {
        TAIL.compareAndSet(this, 0L, 1L);
        SLOT.setRelease(slots, 0, this);
        result.r1 = (int) STATION.getVolatile(this) == IDLE && STATION.compareAndSet(this, IDLE, READY);
    }

    @Actor
    public void loop(ZZ_Result result) {
        STATION.compareAndSet(this, READY, IDLE);
        result.r2 = (long) TAIL.getVolatile(this) != 0;
    }
}
