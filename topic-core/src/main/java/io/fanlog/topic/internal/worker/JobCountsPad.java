package io.fanlog.topic.internal.worker;

/** Fills a cache line before the counters of {@link JobCounts}. */
abstract class JobCountsPad {
    long unused1;
    long unused2;
    long unused3;
    long unused4;
    long unused5;
    long unused6;
    long unused7;
    long unused8;
}
