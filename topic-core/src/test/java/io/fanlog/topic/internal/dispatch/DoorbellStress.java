package io.fanlog.topic.internal.dispatch;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Who pushes and rings while the loop announces a park and looks again: it is rung, or it looks in time. */
@JCStressTest
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "rung, and seen as well")
@Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "rung")
@Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "seen before the park")
@Outcome(id = "false, false", expect = Expect.FORBIDDEN, desc = "parked with work at hand")
@State
public class DoorbellStress {
    private final Doorbell bell = new Doorbell(null);
    private final SignalList list = new SignalList();
    private final Link link = new Link() {};

    @Actor
    public void ringer() {
        list.push(link);
        bell.ring();
    }

    @Actor
    public void loop(ZZ_Result result) {
        bell.announce(Doorbell.PARKED, TimingWheel.NEVER);
        result.r2 = !list.isEmpty();
    }

    @Arbiter
    public void after(ZZ_Result result) {
        result.r1 = bell.isAwake();
    }
}
