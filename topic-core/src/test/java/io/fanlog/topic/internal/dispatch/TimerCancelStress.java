package io.fanlog.topic.internal.dispatch;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Cancel against expiry: one of them gets the action. */
@JCStressTest
@Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "cancelled")
@Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "fired")
@Outcome(id = "true, true", expect = Expect.FORBIDDEN, desc = "fired although cancelled")
@Outcome(id = "false, false", expect = Expect.FORBIDDEN, desc = "neither fired nor cancelled")
@State
public class TimerCancelStress {
    private final WheelTimer timer = new WheelTimer(null, 1, () -> {}, false);

    @Actor
    public void canceller(ZZ_Result result) {
        result.r1 = timer.takeAction() != null;
    }

    @Actor
    public void loop(ZZ_Result result) {
        result.r2 = timer.takeAction() != null;
    }
}
