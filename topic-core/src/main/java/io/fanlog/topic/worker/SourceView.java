package io.fanlog.topic.worker;

import java.util.Objects;
import java.util.OptionalInt;

/**
 * What a {@link SourceStrategy} sees of a source that may have jobs: a snapshot.
 *
 * @param name of the topic or queue; of a publisher what {@link SourceOptions#name} says
 * @param priority as it was given when the source was bound, lower first; empty if none was
 * @param length jobs that wait in it, of a topic its lag; 0 if it has just run empty
 * @param lastTurn number of the batch that was last taken from it, among all batches of the pool: the smaller, the longer
 *     ago; 0 if none was
 */
public record SourceView(String name, OptionalInt priority, long length, long lastTurn) {
    /**
     * A snapshot.
     *
     * @param name see above
     * @param priority see above
     * @param length see above
     * @param lastTurn see above
     */
    public SourceView {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(priority, "priority");
    }
}
