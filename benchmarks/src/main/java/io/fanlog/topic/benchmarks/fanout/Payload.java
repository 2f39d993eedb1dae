package io.fanlog.topic.benchmarks.fanout;

/**
 * What is published: enough to check the order of each producer.
 *
 * @param producer who publishes it
 * @param index runs from 0 to the size of the pool and then again, with each producer
 */
public record Payload(int producer, int index) {}
