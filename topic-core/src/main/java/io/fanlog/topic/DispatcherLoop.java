package io.fanlog.topic;

import io.fanlog.topic.internal.dispatch.EventLoop;
import io.fanlog.topic.internal.dispatch.Timer;
import io.fanlog.topic.spi.LoopExecutor;
import io.fanlog.topic.spi.TopicClock;

/** One loop, without what only topics and pools may do with it. */
final class DispatcherLoop implements LoopExecutor {
    private final EventLoop loop;

    DispatcherLoop(EventLoop loop) {
        this.loop = loop;
    }

    @Override
    public void execute(Runnable action) {
        loop.execute(action);
    }

    @Override
    public Delayed schedule(Runnable action, long delayNanos) {
        Timer timer = loop.schedule(delayNanos, action);
        return timer::cancel;
    }

    @Override
    public boolean isCurrent() {
        return loop.inLoop();
    }

    @Override
    public TopicClock clock() {
        return loop.clock();
    }

    @Override
    public String toString() {
        return loop.name();
    }
}
