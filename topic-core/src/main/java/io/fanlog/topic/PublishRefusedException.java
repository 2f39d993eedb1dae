package io.fanlog.topic;

/** A publish was refused; nothing was stored. {@link #result()} says why, for a {@code switch}. */
public final class PublishRefusedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** Why it was refused. */
    private final PublishResult result;

    /**
     * A refusal.
     *
     * @param result why; not {@link PublishResult#OK}
     */
    public PublishRefusedException(PublishResult result) {
        super("publish refused: " + result + explain(result));
        this.result = result;
    }

    /**
     * Why the publish was refused.
     *
     * @return never {@link PublishResult#OK}
     */
    public PublishResult result() {
        return result;
    }

    private static String explain(PublishResult result) {
        return switch (result) {
            case OK -> throw new IllegalArgumentException("OK is not a refusal");
            case CLOSED -> " (the topic was completed, failed or closed)";
            case DUPLICATE -> " (a message of this id is stored in the duplicate window)";
            case NO_SUBSCRIBERS -> " (no subscription and no retention)";
            case FULL -> " (a gating subscription is a whole capacity behind, or other publishes wait)";
            case DROPPED -> " (full, and the topic drops the newest)";
        };
    }
}
