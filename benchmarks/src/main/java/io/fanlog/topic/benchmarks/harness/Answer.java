package io.fanlog.topic.benchmarks.harness;

import org.jspecify.annotations.Nullable;

/**
 * What a fork answers.
 *
 * @param measurement null after a warm-up or a failure
 * @param failure why the subject did not do its work; null if it did
 */
record Answer(@Nullable Measurement measurement, @Nullable String failure) {}
