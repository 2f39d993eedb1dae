package io.fanlog.topic.internal.dispatch;

/** Hears how long the turns of loops take. */
@FunctionalInterface
public interface TurnListener {
    /**
     * Called after each turn in which there was something to do. Runs on the loop, so it must be quick.
     *
     * @param loop name of the loop
     * @param nanos how long the turn took
     */
    void turned(String loop, long nanos);
}
