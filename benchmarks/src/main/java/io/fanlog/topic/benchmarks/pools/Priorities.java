package io.fanlog.topic.benchmarks.pools;

/** The priorities of a batch's jobs: a few, mixed, as most have use for. */
final class Priorities {
    private static final int DIFFERENT = 8;

    private Priorities() {}

    static int of(int index) {
        return index % DIFFERENT;
    }
}
