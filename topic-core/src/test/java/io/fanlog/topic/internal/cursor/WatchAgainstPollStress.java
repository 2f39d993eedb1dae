package io.fanlog.topic.internal.cursor;

import io.fanlog.topic.PublishResult;
import io.fanlog.topic.Topic;
import io.fanlog.topic.spi.PullListener;
import io.fanlog.topic.spi.PullSubscription;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** Room that a single poll has made is noticed though the poller does not come back, while the loop stops watching it. */
@JCStressTest
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "polled, and the waiter got the room")
@Outcome(expect = Expect.FORBIDDEN, desc = "the waiter waits on although there is room")
@State
public class WatchAgainstPollStress implements PullListener<Integer> {
    private final Hand hand = new Hand();
    private final Topic<Integer> topic = hand.numbers(t -> t.capacity(2));
    private final PullSubscription<Integer> subscription = topic.pull(this, o -> o);
    private final CompletableFuture<PublishResult> waiting;

    public WatchAgainstPollStress() {
        subscription.activate(PullSubscription.Mode.PULL);
        Hand.publish(topic, 1, 2);
        hand.run();
        if (subscription.poll() == null) {
            throw new AssertionError();
        }
        hand.run();
        Hand.publish(topic, 3, 3);
        waiting = topic.publishAsync(4);
        hand.run();
        hand.pass(Duration.ofMillis(1));
    }

    @Actor
    public void poller(ZZ_Result result) {
        result.r1 = subscription.poll() != null;
    }

    @Actor
    public void loop() {
        hand.pass(Duration.ofMillis(3));
    }

    @Arbiter
    public void after(ZZ_Result result) {
        hand.pass(Duration.ofMillis(3));
        result.r2 = waiting.isDone();
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
