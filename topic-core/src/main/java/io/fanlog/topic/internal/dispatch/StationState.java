package io.fanlog.topic.internal.dispatch;

/** The word of a {@link Station} that every publisher reads, between cache-line pads. */
abstract class StationState extends StationPad {
    int state;
}
