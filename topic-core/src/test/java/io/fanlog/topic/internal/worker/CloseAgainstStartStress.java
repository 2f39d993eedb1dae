package io.fanlog.topic.internal.worker;

import io.fanlog.topic.worker.JobClosedException.Reason;
import io.fanlog.topic.worker.QueueOptions;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZZ_Result;

/** A handle is closed while a worker starts the job. */
@JCStressTest
@Outcome(id = "true, false, true", expect = Expect.ACCEPTABLE, desc = "closed, not started; the id is free")
@Outcome(id = "false, true, true", expect = Expect.ACCEPTABLE, desc = "started, closed too late; the id is free")
@Outcome(expect = Expect.FORBIDDEN, desc = "both, neither, or the id is not free")
@State
public class CloseAgainstStartStress {
    private final QueueCore queue = new QueueCore("q", QueueOptions.defaults(), closed -> {});
    private final QueuedJob job = new QueuedJob(queue, "payload", "id");

    /** The job waits. */
    public CloseAgainstStartStress() {
        queue.add(job, 0);
    }

    @Actor
    public void closer(ZZZ_Result result) {
        result.r1 = job.close(Reason.HANDLE_CLOSED);
    }

    @Actor
    public void worker(ZZZ_Result result) {
        result.r2 = "payload".equals(job.start());
    }

    @Arbiter
    public void arbiter(ZZZ_Result result) {
        result.r3 = queue.add(new QueuedJob(queue, "next", "id"), 0).isAccepted();
    }
}
