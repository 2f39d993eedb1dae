package io.fanlog.topic.examples.sse;

import java.io.ByteArrayOutputStream;

/**
 * The body of one request. What is beyond the limit is read and dropped for a while, so that a client which sends first
 * and listens later hears why it was refused.
 */
final class Body {
    private static final int PATIENCE = 16;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final int limit;
    private long size;

    Body(int limit) {
        this.limit = limit;
    }

    /** Adds what has come, and tells whether that is enough. */
    boolean floodedBy(byte[] chunk) {
        size += chunk.length;
        if (!isTooLarge()) {
            bytes.writeBytes(chunk);
        }
        return isFlood();
    }

    boolean isTooLarge() {
        return size > limit;
    }

    boolean isFlood() {
        return size > (long) PATIENCE * limit;
    }

    byte[] bytes() {
        return bytes.toByteArray();
    }
}
