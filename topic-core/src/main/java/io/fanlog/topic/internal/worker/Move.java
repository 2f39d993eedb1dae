package io.fanlog.topic.internal.worker;

import io.fanlog.topic.worker.PoolStatus;
import org.jspecify.annotations.Nullable;

/** What an owner may ask of a pool's life; the table of {@link io.fanlog.topic.worker.PoolControl} as code. */
enum Move {
    START,
    PAUSE,
    RESUME,
    STOP,
    RESTART,
    DRAIN,
    CLOSE;

    /**
     * Where this leads.
     *
     * @param from the status before
     * @return the status after, {@code from} if this has no effect, null if it is refused
     */
    @Nullable
    PoolStatus from(PoolStatus from) {
        return switch (this) {
            case START ->
                switch (from) {
                    case CREATED, RUNNING -> PoolStatus.RUNNING;
                    default -> null;
                };
            case PAUSE ->
                switch (from) {
                    case RUNNING -> PoolStatus.PAUSING;
                    case PAUSING, PAUSED -> from;
                    default -> null;
                };
            case RESUME ->
                switch (from) {
                    case RUNNING, PAUSING, PAUSED -> PoolStatus.RUNNING;
                    default -> null;
                };
            case STOP ->
                switch (from) {
                    case CREATED, RUNNING, PAUSING, PAUSED -> PoolStatus.STOPPING;
                    case STOPPING, STOPPED, CLOSED -> from;
                    case DRAINING -> null;
                };
            case RESTART ->
                switch (from) {
                    case STOPPING, STOPPED -> PoolStatus.RUNNING;
                    default -> null;
                };
            case DRAIN ->
                switch (from) {
                    case RUNNING, PAUSING, PAUSED -> PoolStatus.DRAINING;
                    case CREATED, STOPPING, STOPPED -> PoolStatus.CLOSED;
                    case DRAINING, CLOSED -> from;
                };
            case CLOSE -> PoolStatus.CLOSED;
        };
    }
}
