package io.fanlog.topic.internal.worker;

/** A sum of {@link JobCounts}. Owned by whoever made it. */
final class Tally {
    private long succeeded;
    private long failed;
    private int inFlight;

    void add(long ok, long bad, int running) {
        succeeded += ok;
        failed += bad;
        inFlight += running;
    }

    void add(Tally other) {
        add(other.succeeded, other.failed, other.inFlight);
    }

    long succeeded() {
        return succeeded;
    }

    long failed() {
        return failed;
    }

    long completed() {
        return succeeded + failed;
    }

    int inFlight() {
        return inFlight;
    }
}
