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
        } catch (RuntimeException thrown) {
            LOG.log(System.Logger.Level.WARNING, "the topic observer threw", thrown);
        }
    }

    /** Its subscription has been ended already; payloads are not logged. */
    void subscriberThrew(TopicSubscription subscription, Throwable thrown) {
        LOG.log(
                System.Logger.Level.WARNING,
                "subscription '" + subscription.label() + "' of topic '" + subscription.topic()
                        + "' was ended: its subscriber threw",
                thrown);
        tell(hearing -> hearing.onSubscriberError(subscription, thrown));
        if (isFatal(thrown)) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, thrown);
        }
    }

    /** What Reactor calls fatal, except the overflow of a stack, which the unwinding has cured. */
    private static boolean isFatal(Throwable thrown) {
        return (thrown instanceof VirtualMachineError && !(thrown instanceof StackOverflowError))
                || thrown instanceof LinkageError;
    }
}
