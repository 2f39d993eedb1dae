package io.fanlog.topic.internal.worker;

import io.fanlog.topic.worker.QueueOptions;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/** Two add to a queue with room for one. */
@JCStressTest
@Outcome(
        id = {"ACCEPTED, FULL, a", "FULL, ACCEPTED, b"},
        expect = Expect.ACCEPTABLE,
        desc = "one is accepted, and is there")
@Outcome(expect = Expect.FORBIDDEN, desc = "more than there is room for, or what was accepted is not there")
@State
public class TwoAddersStress {
    private final FifoStore store = new FifoStore(QueueOptions.defaults().capacity(1));

    @Actor
    public void one(LLL_Result result) {
        result.r1 = store.add("a", 0);
    }

    @Actor
    public void other(LLL_Result result) {
        result.r2 = store.add("b", 0);
    }

    @Arbiter
    public void arbiter(LLL_Result result) {
        result.r3 = store.poll();
    }
}
