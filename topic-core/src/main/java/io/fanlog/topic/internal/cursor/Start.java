package io.fanlog.topic.internal.cursor;

/**
 * Where a subscription begins.
 *
 * @param requested the sequence it asked for; what lies between it and the position counts as missed
 * @param position the first sequence it can read, not below the requested one
 */
record Start(long requested, long position) {
    static Start at(long sequence) {
        return new Start(sequence, sequence);
    }

    boolean isGap() {
        return position != requested;
    }
}
