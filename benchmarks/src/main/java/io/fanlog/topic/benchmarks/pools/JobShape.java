package io.fanlog.topic.benchmarks.pools;

/** What a job does. */
enum JobShape {
    /** Waits, as a call to another machine does. */
    SLEEP10MS("Sleep10ms", 10, 0),
    /** Ten tiny steps: next to nothing, so that what is left is the pool's. */
    LOOP10("Loop10", 0, 10),
    /** Some of both. */
    SLEEP5LOOP5("Sleep5Loop5", 5, 5);

    private final String label;
    private final int sleepMillis;
    private final int steps;

    JobShape(String label, int sleepMillis, int steps) {
        this.label = label;
        this.sleepMillis = sleepMillis;
        this.steps = steps;
    }

    String label() {
        return label;
    }

    int sleepMillis() {
        return sleepMillis;
    }

    /** The steps; the answer depends on each of them, so that none can be left out. */
    int loop(int seed) {
        int value = seed;
        for (int i = 0; i < steps; i++) {
            value = value * 31 + i;
        }
        return value;
    }
}
