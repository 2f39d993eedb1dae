package io.fanlog.topic.internal.dispatch;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A timer is cancelled by another thread just when the loop takes it from the inbox: the loop hears of it. */
@JCStressTest
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "put on the wheel, and listed again to be taken off")
@Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "seen cancelled, and listed again for nothing")
@Outcome(id = "false, false", expect = Expect.ACCEPTABLE, desc = "seen cancelled")
@Outcome(id = "false, true", expect = Expect.FORBIDDEN, desc = "put on the wheel for good, though cancelled")
@State
public class TimerListingStress {
    private final WheelTimer timer = new WheelTimer(null, 1, () -> {}, true);

    @Actor
    public void canceller(ZZ_Result result) {
        timer.takeAction();
        result.r1 = timer.claimListing();
    }

    @Actor
    public void loop(ZZ_Result result) {
        timer.unlist();
        result.r2 = timer.isWaiting();
    }
}
