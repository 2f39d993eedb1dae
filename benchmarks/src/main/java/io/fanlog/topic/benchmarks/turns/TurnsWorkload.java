package io.fanlog.topic.benchmarks.turns;

import com.sun.management.ThreadMXBean;
import io.fanlog.topic.benchmarks.fanout.Payload;
import io.fanlog.topic.benchmarks.fanout.PayloadSource;
import io.fanlog.topic.benchmarks.harness.TrialFailure;
import io.fanlog.topic.benchmarks.harness.Workload;
import java.lang.management.ManagementFactory;
import java.util.function.Supplier;

/** One run: append one and poll one in turn, each checked to be the one just appended. */
public final class TurnsWorkload implements Workload {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final Supplier<Pipe> pipes;
    private final boolean freshPayloads;

    TurnsWorkload(Supplier<Pipe> pipes, boolean freshPayloads) {
        this.pipes = pipes;
        this.freshPayloads = freshPayloads;
    }

    /**
     * Of a subject.
     *
     * @param subject its name
     * @param freshPayloads whether each message gets a payload object of its own
     * @return a workload
     */
    public static TurnsWorkload of(String subject, boolean freshPayloads) {
        return new TurnsWorkload(Pipes.named(subject), freshPayloads);
    }

    @Override
    public Lap run(long messages) throws TrialFailure {
        PayloadSource payloads = new PayloadSource(0, freshPayloads);
        try (Pipe pipe = pipes.get()) {
            long bytesBefore =
                    THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
            long began = System.nanoTime();
            long wrong = takeTurns(pipe, payloads, messages);
            long nanos = System.nanoTime() - began;
            long bytes = THREADS.getThreadAllocatedBytes(Thread.currentThread().getId()) - bytesBefore;
            if (wrong != 0) {
                throw new TrialFailure(wrong + " of " + messages + " polls did not answer what was just appended");
            }
            return new Lap(nanos, bytes);
        }
    }

    @SuppressWarnings("ReferenceEquality") // the very object that was appended, not one like it
    private static long takeTurns(Pipe pipe, PayloadSource payloads, long messages) {
        long wrong = 0;
        for (long i = 0; i < messages; i++) {
            Payload appended = payloads.next();
            pipe.append(appended);
            if (pipe.poll() != appended) {
                wrong++;
            }
        }
        return wrong;
    }
}
