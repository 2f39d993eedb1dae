package io.fanlog.topic.internal.worker;

import io.fanlog.topic.internal.dispatch.BlockingChecks;

/** Where one must not wait for a pool: on threads that must not block at all, and on its own workers. */
final class WaitRule {
    private WaitRule() {}

    /** Whether the current thread must not block, whatever it would wait for. */
    static boolean forbidsBlocking() {
        return BlockingChecks.isForbidden();
    }

    /** Whether the current thread must not wait for this crew. */
    static boolean forbidsWaitingFor(Crew crew) {
        return forbidsBlocking() || crew.has(Thread.currentThread());
    }

    /**
     * Refuses where one must not wait.
     *
     * @param call for the message
     * @throws IllegalStateException if the current thread must not wait for this crew
     */
    static void check(Crew crew, String call) {
        if (forbidsWaitingFor(crew)) {
            throw BlockingChecks.refusal(call, "the asynchronous form");
        }
    }
}
