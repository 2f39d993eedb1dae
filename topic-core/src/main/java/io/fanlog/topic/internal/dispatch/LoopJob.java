package io.fanlog.topic.internal.dispatch;

/** A runnable on its way to a loop. */
final class LoopJob extends Link {
    private final Runnable action;

    LoopJob(Runnable action) {
        this.action = action;
    }

    /** Runs it; what it throws is reported. */
    void run() {
        try {
            action.run();
        } catch (Throwable thrown) {
            Uncaught.report(thrown);
        }
    }
}
