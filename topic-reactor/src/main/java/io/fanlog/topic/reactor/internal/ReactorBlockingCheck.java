package io.fanlog.topic.reactor.internal;

import io.fanlog.topic.spi.BlockingCheck;
import reactor.core.scheduler.Schedulers;

/**
 * Blocking calls of Fanlog refuse to wait where Reactor's own would: on the threads of its parallel and single
 * schedulers and on every other thread that Reactor was told must not block.
 */
public final class ReactorBlockingCheck implements BlockingCheck {
    /** Called by {@link java.util.ServiceLoader}. */
    public ReactorBlockingCheck() {}

    @Override
    public boolean isBlockingForbidden() {
        return Schedulers.isInNonBlockingThread();
    }
}
