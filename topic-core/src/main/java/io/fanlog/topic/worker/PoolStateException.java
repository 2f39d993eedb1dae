package io.fanlog.topic.worker;

/** A pool was asked for something that it cannot do in its status; nothing was changed. */
public final class PoolStateException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** Why it was refused. */
    private final PoolStatus status;

    /**
     * A refusal.
     *
     * @param pool name of the pool
     * @param asked what it was asked for
     * @param status why it was refused
     */
    public PoolStateException(String pool, String asked, PoolStatus status) {
        super("pool '" + pool + "' is " + status + ": " + asked + " refused");
        this.status = status;
    }

    /**
     * The status because of which it was refused.
     *
     * @return the status then
     */
    public PoolStatus status() {
        return status;
    }
}
