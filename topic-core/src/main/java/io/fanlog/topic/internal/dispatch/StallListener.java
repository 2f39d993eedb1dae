package io.fanlog.topic.internal.dispatch;

import java.time.Duration;

/** Hears of loops whose current turn lasts too long because somebody blocks them. */
@FunctionalInterface
public interface StallListener {
    /**
     * Called while the turn still lasts, first when it is longer than the group's limit, then each time it lasts twice
     * as long as at the report before. Runs on the watchdog's thread and should not block it.
     *
     * @param loop name of the loop
     * @param lasting how long the turn has been seen to last, a lower bound
     * @param stack where the loop's thread is right now, innermost frame first
     */
    void stalled(String loop, Duration lasting, StackTraceElement[] stack);
}
