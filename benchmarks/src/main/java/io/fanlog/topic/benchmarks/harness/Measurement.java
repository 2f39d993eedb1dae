package io.fanlog.topic.benchmarks.harness;

import org.jspecify.annotations.Nullable;

/**
 * One measured run.
 *
 * @param score in the unit of its comparison
 * @param messages how many were published
 * @param bytesPerMessage allocated by all threads while the clock ran
 * @param peakHeapPerMillion bytes by which the used heap grew at most, for a million messages; null where nobody looked
 */
public record Measurement(
        double score,
        long messages,
        double bytesPerMessage,
        @Nullable Double peakHeapPerMillion) {

    /**
     * A run whose heap nobody looked at.
     *
     * @param score in the unit of its comparison
     * @param messages how many were published
     * @param bytesPerMessage allocated by all threads while the clock ran
     */
    public Measurement(double score, long messages, double bytesPerMessage) {
        this(score, messages, bytesPerMessage, null);
    }
}
