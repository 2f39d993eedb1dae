package io.fanlog.topic.internal.topic;

import io.fanlog.topic.TopicSubscription;
import io.fanlog.topic.spi.TopicObserver;
import java.util.function.Consumer;

/** Tells the observer, whose errors are logged and forgotten; passes fatal errors on to the thread's handler. */
final class Observing {
    private static final System.Logger LOG = System.getLogger("io.fanlog.topic");

    private final TopicObserver observer;

    Observing(TopicObserver observer) {
        this.observer = observer;
    }

    void tell(Consumer<TopicObserver> telling) {
        if (observer == TopicObserver.NONE) {
            return;
        }
        try {
            telling.accept(observer);
        } catch (Throwable thrown) {
            log("the topic observer threw", thrown);
            passOnIfFatal(thrown);
        }
    }

    private static void log(String what, Throwable thrown) {
        try {
            LOG.log(System.Logger.Level.WARNING, what, thrown);
        } catch (Throwable dropped) {
            assert dropped
                    != null; // a logger that throws must not cost the other subscriptions of the visit their turn
        }
    }

    /** Its subscription has been ended already; payloads are not logged. */
    void subscriberThrew(TopicSubscription subscription, Throwable thrown) {
        log(
                "subscription '" + subscription.label() + "' of topic '" + subscription.topic()
                        + "' has lost its subscriber, which threw",
                thrown);
        tell(hearing -> hearing.onSubscriberError(subscription, thrown));
        passOnIfFatal(thrown);
    }

    private static void passOnIfFatal(Throwable thrown) {
        if (!isFatal(thrown)) {
            return;
        }
        Thread thread = Thread.currentThread();
        try {
            thread.getUncaughtExceptionHandler().uncaughtException(thread, thrown);
        } catch (Throwable dropped) {
            assert dropped != null; // nor must such a handler
        }
    }

    /** What Reactor calls fatal, except the overflow of a stack, which the unwinding has cured. */
    private static boolean isFatal(Throwable thrown) {
        return (thrown instanceof VirtualMachineError && !(thrown instanceof StackOverflowError))
                || thrown instanceof LinkageError;
    }
}
