package io.fanlog.topic.internal.worker;

/** The counters of {@link JobCounts}, kept off the cache lines of whatever lies before and behind the object. */
abstract class JobCountsFields extends JobCountsPad {
    long started;
    long succeeded;
    long failed;
}
