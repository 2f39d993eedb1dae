package io.fanlog.topic.internal.worker;

import io.fanlog.topic.worker.QueueOptions;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A producer adds and tells the source, while a taker that found nothing marks it as not queued and looks once more. */
@JCStressTest
@Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "the producer has queued it, and sees to it")
@Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "the taker has found the job")
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "both")
@Outcome(id = "false, false", expect = Expect.FORBIDDEN, desc = "a lost wake-up: the job waits and nobody knows")
@State
public class AddAgainstUnqueueStress {
    private final FifoStore store = new FifoStore(QueueOptions.defaults());
    private final Source source = new Stub();

    /** The source is queued, and the taker's first take has found nothing. */
    public AddAgainstUnqueueStress() {
        source.tryQueue();
    }

    @Actor
    public void producer(ZZ_Result result) {
        store.add("job", 0);
        result.r1 = source.tryQueue();
    }

    @Actor
    public void taker(ZZ_Result result) {
        source.unqueue();
        result.r2 = store.poll() != null;
    }

    private static final class Stub extends Source {
        Stub() {
            super(new Rank("stub", OptionalInt.empty(), 0));
        }

        @Override
        int take(@Nullable Object[] slots, int from, int max) {
            return 0;
        }

        @Override
        long waiting(long enough) {
            return 0;
        }

        @Override
        long waiting() {
            return 0;
        }

        @Override
        int countWhenTaken(int taken) {
            return taken;
        }
    }
}
