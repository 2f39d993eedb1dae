package io.fanlog.topic.benchmarks.harness;

/** A subject did not do its work: a message was lost, doubled or out of order, or nothing went on. */
public final class TrialFailure extends Exception {
    private static final long serialVersionUID = 1L;

    /**
     * With what went wrong.
     *
     * @param message for people
     */
    public TrialFailure(String message) {
        super(message);
    }

    /**
     * With what went wrong and why.
     *
     * @param message for people
     * @param cause what a thread of the subject threw
     */
    public TrialFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
