package io.fanlog.topic.internal.worker;

import io.fanlog.topic.spi.TopicObserver;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Tells an observer that wants to hear of it how long a pool's attempts take. Any thread. */
final class AttemptTimes {
    private static final Logger LOG = System.getLogger("io.fanlog.topic.worker");

    private final String pool;
    private final TopicObserver observer;

    AttemptTimes(String pool, TopicObserver observer) {
        this.pool = pool;
        this.observer = observer;
    }

    /** Whether to look at the clock. */
    boolean areWanted() {
        return observer.isTiming();
    }

    void tell(long nanos, boolean succeeded) {
        try {
            observer.onAttempt(pool, nanos, succeeded);
        } catch (Throwable thrown) {
            LOG.log(Level.WARNING, "the observer of pool '" + pool + "' threw", thrown);
        }
    }
}
