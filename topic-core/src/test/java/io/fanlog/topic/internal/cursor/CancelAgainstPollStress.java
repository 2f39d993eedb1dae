package io.fanlog.topic.internal.cursor;

import io.fanlog.topic.Topic;
import io.fanlog.topic.spi.PullListener;
import io.fanlog.topic.spi.PullSubscription;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A poll that races the cancel, with more being published: what was taken is received, and no count is negative. */
@JCStressTest
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "what was polled is received, the lag is sound")
@Outcome(expect = Expect.FORBIDDEN, desc = "a negative lag, or a message that was not counted")
@State
public class CancelAgainstPollStress implements PullListener<Integer> {
    private final Hand hand = new Hand();
    private final Topic<Integer> topic = hand.numbers(t -> t.retainLast(8));
    private final PullSubscription<Integer> subscription = topic.pull(this, o -> o);
    private int polled;

    public CancelAgainstPollStress() {
        subscription.activate(PullSubscription.Mode.PULL);
        hand.run();
    }

    @Actor
    public void poller() {
        polled = (subscription.poll() == null ? 0 : 1) + (subscription.poll() == null ? 0 : 1);
    }

    @Actor
    public void owner() {
        subscription.cancel();
        Hand.publish(topic, 1, 2);
    }

    @Arbiter
    public void after(ZZ_Result result) {
        result.r1 = subscription.received() == polled;
        result.r2 = subscription.undelivered() >= 0;
        hand.run();
    }

    @Override
    public void onReady() {}

    @Override
    public void onNext(Integer payload) {
        throw new AssertionError();
    }

    @Override
    public void onEnd(@Nullable Throwable failure) {
        throw new AssertionError(failure);
    }
}
