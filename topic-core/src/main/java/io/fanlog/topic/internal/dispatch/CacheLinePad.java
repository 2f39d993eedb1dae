package io.fanlog.topic.internal.dispatch;

/** Keeps the fields of a subclass off the cache line of whatever lies before the object. */
abstract class CacheLinePad {
    long unused1;
    long unused2;
    long unused3;
    long unused4;
    long unused5;
    long unused6;
    long unused7;
    long unused8;
}
