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

/** A poller that found nothing is woken when something comes, through a whole topic with its loop. */
@JCStressTest
@Outcome(
        id = {"true, false", "true, true"},
        expect = Expect.ACCEPTABLE,
        desc = "polled")
@Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "woken")
@Outcome(expect = Expect.FORBIDDEN, desc = "neither: a lost wake-up")
@State
public class PollAgainstPublishStress implements PullListener<Integer> {
    private final Hand hand = new Hand();
    private final Topic<Integer> topic = hand.numbers(t -> t);
    private final PullSubscription<Integer> subscription = topic.pull(this, o -> o);
    private volatile boolean ready;

    public PollAgainstPublishStress() {
        subscription.activate(PullSubscription.Mode.PULL);
        Hand.publish(topic, 1, 1);
        hand.run();
        if (!ready || subscription.poll() == null) {
            throw new AssertionError();
        }
        hand.run();
        ready = false;
    }

    @Actor
    public void poller(ZZ_Result result) {
        result.r1 = subscription.poll() != null;
    }

    @Actor
    public void publisherAndLoop() {
        Hand.publish(topic, 2, 2);
        hand.turn();
        hand.turn();
    }

    @Arbiter
    public void after(ZZ_Result result) {
        hand.run();
        result.r2 = ready;
    }

    @Override
    public void onReady() {
        ready = true;
    }

    @Override
    public void onNext(Integer payload) {
        throw new AssertionError();
    }

    @Override
    public void onEnd(@Nullable Throwable failure) {
        throw new AssertionError(failure);
    }
}
