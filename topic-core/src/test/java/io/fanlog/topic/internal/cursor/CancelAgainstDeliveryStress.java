package io.fanlog.topic.internal.cursor;

import io.fanlog.topic.SubscriptionState;
import io.fanlog.topic.Topic;
import io.fanlog.topic.TopicSubscription;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZJZ_Result;

/** A cancel that races the delivery: what was delivered is received, the rest undelivered (C1), and the end is told. */
@JCStressTest
@Outcome(id = "true, 3, true", expect = Expect.ACCEPTABLE, desc = "conserved, and over")
@Outcome(expect = Expect.FORBIDDEN, desc = "counts that do not add up, or an end that nobody heard of")
@State
public class CancelAgainstDeliveryStress {
    private final Hand hand = new Hand();
    private final Topic<Integer> topic = hand.numbers(t -> t);
    private int delivered;
    private final TopicSubscription subscription = topic.subscribe(payload -> delivered++);

    public CancelAgainstDeliveryStress() {
        Hand.publish(topic, 1, 3);
    }

    @Actor
    public void canceller() {
        subscription.cancel();
    }

    @Actor
    public void loop() {
        hand.turn();
        hand.turn();
    }

    @Arbiter
    public void after(ZJZ_Result result) {
        hand.run();
        result.r1 = delivered == subscription.received();
        result.r2 = subscription.received() + subscription.undelivered();
        result.r3 = subscription.whenEnded().getNow(SubscriptionState.ACTIVE) == SubscriptionState.CANCELLED;
    }
}
