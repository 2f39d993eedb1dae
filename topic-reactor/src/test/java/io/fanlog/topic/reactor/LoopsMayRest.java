package io.fanlog.topic.reactor;

import io.fanlog.topic.Dispatcher;
import reactor.blockhound.BlockHound;
import reactor.blockhound.integration.BlockHoundIntegration;

/** Has BlockHound watch our loops, and lets them do what they alone may: sleep when there is nothing to do. */
public final class LoopsMayRest implements BlockHoundIntegration {
    @Override
    public void applyTo(BlockHound.Builder builder) {
        builder.nonBlockingThreadPredicate(others -> others.or(Dispatcher::isLoopThread));
        // Whether a thread runs a loop shows only after it has started, so it has to be asked each time.
        builder.addDynamicThreadPredicate(thread -> thread.getName().startsWith("fanlog"));
        // Parks until there is something to do.
        builder.allowBlockingCallsInside("io.fanlog.topic.internal.dispatch.Doorbell", "sleep");
        // Spins and yields until a publisher that has claimed a sequence has stored its message, which is a moment
        // away.
        builder.allowBlockingCallsInside("io.fanlog.topic.internal.dispatch.StoreWait", "next");
    }
}
