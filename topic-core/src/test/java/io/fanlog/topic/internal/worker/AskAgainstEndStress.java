package io.fanlog.topic.internal.worker;

import io.fanlog.topic.worker.QueueOptions;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/** Somebody asks for a job's result while the job ends. */
@JCStressTest
@Outcome(id = "result", expect = Expect.ACCEPTABLE, desc = "who asked is answered")
@Outcome(expect = Expect.FORBIDDEN, desc = "who asked hangs, or gets something else")
@State
public class AskAgainstEndStress {
    private final QueueCore queue = new QueueCore("q", QueueOptions.defaults(), closed -> {});
    private final QueuedJob job = new QueuedJob(queue, "payload", null);
    private @Nullable CompletableFuture<?> asked;

    /** The job runs. */
    public AskAgainstEndStress() {
        queue.add(job, 0);
        job.start();
    }

    @Actor
    public void worker() {
        job.succeed("result");
    }

    @Actor
    public void asker() {
        asked = job.result();
    }

    @Arbiter
    public void arbiter(L_Result result) {
        result.r1 = asked == null ? "never asked" : asked.getNow(null);
    }
}
