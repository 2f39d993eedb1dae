package io.fanlog.topic.internal.worker;

import io.fanlog.topic.worker.QueueOptions;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** One adds while another takes: what is taken is complete, and is taken in order. */
@JCStressTest
@Outcome(
        id = {"-1, -1", "1, -1", "1, 2"},
        expect = Expect.ACCEPTABLE,
        desc = "as far as they are stored, each once and complete")
@Outcome(expect = Expect.FORBIDDEN, desc = "half built, twice, or behind an empty place")
@State
public class TakeAgainstAddStress {
    private final FifoStore store = new FifoStore(QueueOptions.defaults());

    @Actor
    public void producer() {
        store.add(new Job(1), 0);
        store.add(new Job(2), 0);
    }

    @Actor
    public void taker(II_Result result) {
        result.r1 = take();
        result.r2 = result.r1 == -1 ? -1 : take();
    }

    private int take() {
        Job job = (Job) store.poll();
        return job == null ? -1 : job.number;
    }

    private static final class Job {
        private int number;

        Job(int number) {
            this.number = number;
        }
    }
}
