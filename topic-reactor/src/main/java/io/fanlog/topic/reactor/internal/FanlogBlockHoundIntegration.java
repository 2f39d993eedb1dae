package io.fanlog.topic.reactor.internal;

import io.fanlog.topic.Dispatcher;
import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/**
 * Has BlockHound, where an application installs it, watch the event loops of all dispatchers, and lets them do what they
 * alone may: sleep when there is nothing to do.
 */
public final class FanlogBlockHoundIntegration implements BlockHoundIntegration {
    /** Called by {@link java.util.ServiceLoader}. */
    public FanlogBlockHoundIntegration() {}

    @Override
    public void applyTo(BlockHound.Builder builder) {
        builder.nonBlockingThreadPredicate(others -> others.or(Dispatcher::isLoopThread));
        // Whether a thread runs a loop shows only after it has started, whoever made it, so it has to be asked each
        // time.
        builder.addDynamicThreadPredicate(thread -> true);
        // Parks until there is something to do.
        builder.allowBlockingCallsInside("io.fanlog.topic.internal.dispatch.Doorbell", "sleep");
        // Spins and yields until a publisher that has claimed a sequence has stored its message, which is a moment
        // away.
        builder.allowBlockingCallsInside("io.fanlog.topic.internal.dispatch.StoreWait", "next");
        // A virtual scheduler keeps its tasks behind a lock, for a moment.
        builder.allowBlockingCallsInside("io.fanlog.topic.reactor.SchedulerClock", "wakeLoopsAt");
    }
}
