package io.fanlog.topic.examples;

import java.io.Console;

/** Tells whether a person watches standard output. */
final class Terminal {
    private Terminal() {}

    @SuppressWarnings("SystemConsoleNull") // null says it up to JDK 21; later ones are asked
    static boolean isWatched() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException e) {
            return true; // JDK 21 or older
        }
    }
}
