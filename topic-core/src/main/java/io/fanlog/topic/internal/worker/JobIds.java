package io.fanlog.topic.internal.worker;

import io.fanlog.topic.worker.AddResult;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which ids wait in a queue. At most one job of an id waits: to look, to store the job and to remember its id is one step,
 * so that DUPLICATE is answered only because of a job that really was accepted.
 */
final class JobIds {
    private final ConcurrentHashMap<String, QueuedJob> waiting = new ConcurrentHashMap<>();

    /** Adds a job, unless one of its id waits. */
    AddResult add(String id, QueuedJob job, int priority, JobStore store, boolean beyondLimit) {
        if (store.isEnded()) {
            return AddResult.CLOSED;
        }
        AddResult[] result = {AddResult.DUPLICATE};
        waiting.compute(id, (same, other) -> {
            if (other != null) {
                return other;
            }
            result[0] = store.add(job, priority, beyondLimit);
            return result[0] == AddResult.ACCEPTED ? job : null;
        });
        return result[0];
    }

    /** The job does not wait any more. */
    void free(String id, QueuedJob job) {
        waiting.remove(id, job);
    }
}
