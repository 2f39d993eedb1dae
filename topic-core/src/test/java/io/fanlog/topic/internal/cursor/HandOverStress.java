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
import org.openjdk.jcstress.infra.results.LJ_Result;

/** While one poller is still busy another continues its resumable cursor: each message is taken once, or filtered once. */
@JCStressTest
@Outcome(id = "135, 3", expect = Expect.ACCEPTABLE, desc = "each once, in order, the even ones filtered once")
@Outcome(expect = Expect.FORBIDDEN, desc = "taken twice, lost, or miscounted")
@State
public class HandOverStress {
    private final Hand hand = new Hand();
    private final Topic<Integer> topic = hand.numbers(t -> t);
    private final PullSubscription<Integer> before = open();
    private PullSubscription<Integer> after = before;
    private String taken = "";
    private String takenAfter = "";

    public HandOverStress() {
        Hand.publish(topic, 1, 6);
        hand.run();
    }

    private PullSubscription<Integer> open() {
        PullSubscription<Integer> opened =
                topic.pull(new Silent(), o -> o.resumable("r").filter(payload -> payload % 2 == 1));
        opened.activate(PullSubscription.Mode.PULL);
        return opened;
    }

    @Actor
    public void poller() {
        for (int i = 0; i < 4; i++) {
            taken += textOf(before.poll());
        }
    }

    @Actor
    public void successorAndLoop() {
        before.cancel();
        after = open();
        for (int i = 0; i < 4; i++) {
            hand.turn();
            takenAfter += textOf(after.poll());
        }
    }

    @Arbiter
    public void after(LJ_Result result) {
        hand.run();
        for (int i = 0; i < 4; i++) {
            takenAfter += textOf(after.poll());
        }
        result.r1 = taken + takenAfter;
        result.r2 = after.filtered();
    }

    private static String textOf(@Nullable Integer payload) {
        return payload == null ? "" : payload.toString();
    }

    private static final class Silent implements PullListener<Integer> {
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
}
