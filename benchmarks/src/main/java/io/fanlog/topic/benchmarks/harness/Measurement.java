package io.fanlog.topic.benchmarks.harness;

/**
 * One measured run.
 *
 * @param score in the unit of its comparison
 * @param messages how many were published
 * @param bytesPerMessage allocated by all threads while the clock ran
 */
public record Measurement(double score, long messages, double bytesPerMessage) {}
