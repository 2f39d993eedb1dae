package io.fanlog.topic.worker;

/**
 * What a drain did.
 *
 * @param handled jobs that ended between the drain's begin and its end
 * @param abandonedPending jobs that the pool had taken and never started
 * @param abandonedUntaken messages published before the drain began that were still in the topics, as far as no
 *     resumable subscription keeps them, and jobs of its own queues, which were closed
 * @param abandonedInFlight jobs that were still running; they go on, and nobody waits for them any more
 */
public record DrainReport(long handled, long abandonedPending, long abandonedUntaken, int abandonedInFlight) {
    /**
     * Whether everything that was there was handled.
     *
     * @return true if nothing was abandoned
     */
    public boolean isComplete() {
        return abandonedPending == 0 && abandonedUntaken == 0 && abandonedInFlight == 0;
    }
}
