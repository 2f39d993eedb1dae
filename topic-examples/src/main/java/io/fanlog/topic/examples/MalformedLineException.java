package io.fanlog.topic.examples;

/** A line is not one JSON object; the message says what is wrong with it. */
final class MalformedLineException extends Exception {
    private static final long serialVersionUID = 1L;

    MalformedLineException(String reason) {
        super(reason);
    }
}
