package io.fanlog.topic.internal.dispatch;

/** The handle of an action that an event loop will run later. */
public interface Timer {
    /**
     * Takes the action back. May be called by any thread, any number of times, at constant cost; the action is
     * unreachable from this handle and from the loop as soon as it returns.
     *
     * @return true if this call is why the action does not run; false if it has begun, was cancelled before, or was
     *     dropped by a loop that ended
     */
    boolean cancel();
}
