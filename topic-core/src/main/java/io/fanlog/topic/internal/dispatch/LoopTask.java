package io.fanlog.topic.internal.dispatch;

/**
 * What an event loop runs on behalf of one station. Both methods run on the loop's thread only, never under a lock, and
 * must not block.
 */
public interface LoopTask {
    /**
     * One visit: does a bounded amount of work and reports it. If it throws, the loop tells its thread's
     * uncaught-exception handler and lives on; what the visit had reported until then counts.
     *
     * @param turn takes the report; valid during this call only
     */
    void run(Turn turn);

    /**
     * Whether a visit would find something to do. The loop asks after it has set the station IDLE and before it parks,
     * so this is the second half of the handshake with publishers and must read what they write before they read the
     * station, sequentially consistent: a topic's tail, never a slot of the log.
     *
     * @return true to be visited again; false only if whoever brings work from now on finds the station IDLE
     */
    boolean hasWork();
}
