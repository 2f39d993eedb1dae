package io.fanlog.topic.benchmarks.pools;

/** How many hand in how many jobs each: a million together. */
enum ProducerPattern {
    ONE("1u-1Mt", 1),
    HUNDRED("100u-10Kt", 100),
    THOUSAND("1Ku-1Kt", 1_000),
    TEN_THOUSAND("10Ku-100t", 10_000),
    MILLION("1Mu-1t", 1_000_000);

    /** What all producers hand in together, if the pool is quick enough. */
    static final int JOBS = 1_000_000;

    private static final int MOST_PLATFORM_THREADS = 100;

    private final String label;
    private final int producers;

    ProducerPattern(String label, int producers) {
        this.label = label;
        this.producers = producers;
    }

    String label() {
        return label;
    }

    int producers() {
        return producers;
    }

    boolean needsVirtualThreads() {
        return producers > MOST_PLATFORM_THREADS;
    }
}
