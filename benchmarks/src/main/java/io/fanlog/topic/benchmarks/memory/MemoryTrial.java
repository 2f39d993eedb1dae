package io.fanlog.topic.benchmarks.memory;

import io.fanlog.topic.benchmarks.harness.Measurement;
import io.fanlog.topic.benchmarks.harness.Trial;
import io.fanlog.topic.benchmarks.harness.TrialFailure;
import java.lang.management.ManagementFactory;
import java.time.Duration;

/**
 * Bytes for each retained message beyond its payload. All messages share one payload that was there before, so all that is
 * new on the heap is the subject's: topic, log, subscriptions, loops. It is counted when all subscribers have read
 * everything and more than was to be retained has been published; then a late joiner counts what it gets.
 */
final class MemoryTrial implements Trial {
    private static final Object PAYLOAD = new Object();
    private static final long PUBLISHED = 2_500_000;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int MAX_COLLECTIONS = 12;
    private static final int SETTLED = 3;
    private static final long SETTLED_BYTES = 2_048;

    private final RetainingSubject.Starter starter;
    private final int subscribers;

    MemoryTrial(RetainingSubject.Starter starter, int subscribers) {
        this.starter = starter;
        this.subscribers = subscribers;
    }

    /** Loads all classes, so that the measured runs do not count them. */
    @Override
    public void warmUp() throws Exception {
        measure();
    }

    @Override
    public Measurement measure() throws Exception {
        long before = usedHeapWhenSettled();
        try (RetainingSubject subject = starter.start(subscribers)) {
            for (long i = 0; i < PUBLISHED; i++) {
                subject.publish(PAYLOAD);
            }
            await(subject);
            long retained = usedHeapWhenSettled() - before;
            long counted = subject.countRetained();
            if (counted != RetainingSubject.RETAINED) {
                throw new TrialFailure(
                        "a late joiner got " + counted + " messages instead of " + RetainingSubject.RETAINED);
            }
            return new Measurement((double) retained / RetainingSubject.RETAINED, PUBLISHED, 0);
        }
    }

    private static void await(RetainingSubject subject) throws TrialFailure, InterruptedException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (subject.received() != PUBLISHED) {
            if (System.nanoTime() > deadline) {
                throw new TrialFailure("a subscriber got " + subject.received() + " messages instead of " + PUBLISHED);
            }
            Thread.sleep(1);
        }
    }

    /** Collects until the figure hardly changes; the smallest is the one with the least garbage in it. */
    private static long usedHeapWhenSettled() {
        long least = Long.MAX_VALUE;
        int same = 0;
        for (int i = 0; i < MAX_COLLECTIONS && same < SETTLED; i++) {
            System.gc();
            long used = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
            same = used > least - SETTLED_BYTES ? same + 1 : 0;
            least = Math.min(least, used);
        }
        return least;
    }
}
