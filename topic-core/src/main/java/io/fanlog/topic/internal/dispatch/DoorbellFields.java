package io.fanlog.topic.internal.dispatch;

/** The words of a {@link Doorbell} that signalling threads read, between cache-line pads. */
abstract class DoorbellFields extends CacheLinePad {
    int mode;
    boolean napBarred;
    long wakeTick = Long.MAX_VALUE;
}
