package io.fanlog.topic.benchmarks.harness;

/** What a parent asks of a fork. */
enum Command {
    WARM_UP,
    MEASURE
}
