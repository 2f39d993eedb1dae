package io.fanlog.topic.benchmarks.harness;

/**
 * What one fork does.
 *
 * @param bench name of the comparison
 * @param caseName the case
 * @param subject the subject
 * @param plan how long and how often
 */
public record Task(String bench, String caseName, String subject, Plan plan) {}
