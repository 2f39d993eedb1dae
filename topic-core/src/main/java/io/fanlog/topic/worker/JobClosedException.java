package io.fanlog.topic.worker;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A job was closed before a worker started it, and will not run. */
public final class JobClosedException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** Why a job was closed. */
    public enum Reason {
        /** Its handle was closed. */
        HANDLE_CLOSED("its handle was closed"),
        /** Its queue was purged. */
        PURGED("its queue was purged"),
        /** Its queue was closed. */
        QUEUE_CLOSED("its queue was closed");

        private final String text;

        Reason(String text) {
            this.text = text;
        }
    }

    /** Null if it had none. */
    private final @Nullable String id;

    /** Why. */
    private final Reason reason;

    /**
     * A closed job.
     *
     * @param id of the job, null if it had none
     * @param reason why
     */
    public JobClosedException(@Nullable String id, Reason reason) {
        super((id == null ? "a job" : "job '" + id + "'") + " was closed before it started: " + reason.text);
        this.id = id;
        this.reason = reason;
    }

    /**
     * The id of the job.
     *
     * @return empty if it had none
     */
    public Optional<String> id() {
        return Optional.ofNullable(id);
    }

    /**
     * Why it was closed.
     *
     * @return the reason
     */
    public Reason reason() {
        return reason;
    }
}
