package io.fanlog.topic.internal.dispatch;

/** Keeps a station's state off the cache line of whatever lies before it. */
abstract class StationPad extends Link {
    long unused1;
    long unused2;
    long unused3;
    long unused4;
    long unused5;
    long unused6;
    long unused7;
    long unused8;
}
