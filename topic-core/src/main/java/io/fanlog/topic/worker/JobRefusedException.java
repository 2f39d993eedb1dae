package io.fanlog.topic.worker;

/** A job was refused by its queue; nothing happened. {@link #result()} says why, for a {@code switch}. */
public final class JobRefusedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** Why it was refused. */
    private final AddResult result;

    /**
     * A refusal.
     *
     * @param result why; not {@link AddResult#ACCEPTED}
     */
    public JobRefusedException(AddResult result) {
        super("job refused: " + result + explain(result));
        this.result = result;
    }

    /**
     * Why the job was refused.
     *
     * @return never {@link AddResult#ACCEPTED}
     */
    public AddResult result() {
        return result;
    }

    private static String explain(AddResult result) {
        return switch (result) {
            case ACCEPTED -> throw new IllegalArgumentException("ACCEPTED is not a refusal");
            case CLOSED -> " (the queue was closed)";
            case DUPLICATE -> " (a job of this id waits in the queue)";
            case FULL -> " (the queue is at its capacity, or waiting adds are ahead)";
        };
    }
}
