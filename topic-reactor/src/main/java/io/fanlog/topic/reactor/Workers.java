package io.fanlog.topic.reactor;

import org.jspecify.annotations.Nullable;
import reactor.core.Exceptions;
import reactor.core.scheduler.Scheduler;

/** The workers of subscribers that are bound to a scheduler; the others have none. */
final class Workers {
    private Workers() {}

    /** One for a subscriber. A scheduler that was disposed of may not show it before there is something to deliver. */
    static Scheduler.@Nullable Worker of(@Nullable Scheduler scheduler) {
        if (scheduler == null) {
            return null;
        }
        if (scheduler.isDisposed()) {
            throw Exceptions.failWithRejected();
        }
        return scheduler.createWorker();
    }

    static void dispose(Scheduler.@Nullable Worker worker) {
        if (worker != null) {
            worker.dispose();
        }
    }
}
