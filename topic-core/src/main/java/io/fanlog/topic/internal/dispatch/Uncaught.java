package io.fanlog.topic.internal.dispatch;

/** Reports what should not have been thrown, so that the loop can live on. */
final class Uncaught {
    private Uncaught() {}

    /**
     * Tells the uncaught-exception handler of the current thread. Whatever that handler throws is dropped: there is
     * nobody left to tell.
     */
    static void report(Throwable thrown) {
        Thread thread = Thread.currentThread();
        try {
            thread.getUncaughtExceptionHandler().uncaughtException(thread, thrown);
        } catch (Throwable dropped) {
            assert dropped != null; // a handler that throws must not end the loop either
        }
    }
}
