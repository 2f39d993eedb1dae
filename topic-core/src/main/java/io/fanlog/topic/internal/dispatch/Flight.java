package io.fanlog.topic.internal.dispatch;

/**
 * Whether this runtime has the JDK's flight recorder: module {@code jdk.jfr} may be missing from one that was linked small.
 * Whoever asks first and only then calls into a class that extends {@code jdk.jfr.Event} needs it at compile time only.
 */
public final class Flight {
    /** Constant, so that the compiler drops what is behind it where there is no recorder. */
    public static final boolean IS_AVAILABLE = isAvailable();

    private Flight() {}

    private static boolean isAvailable() {
        try {
            Class<?> event = Class.forName("jdk.jfr.Event", false, Flight.class.getClassLoader());
            return Flight.class.getModule().canRead(event.getModule());
        } catch (ClassNotFoundException | LinkageError missing) {
            return false;
        }
    }
}
