package io.fanlog.topic;

/** What a publish answers when the log is full, that is when a gating subscription is {@code capacity} behind. */
public enum Overflow {
    /** {@link PublishResult#FULL}: the publisher decides what to do (default). */
    FAIL,
    /** {@link PublishResult#DROPPED}: the new message is given up, no sequence is used. */
    DROP_NEWEST
}
