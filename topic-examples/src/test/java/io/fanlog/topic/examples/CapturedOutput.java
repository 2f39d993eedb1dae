package io.fanlog.topic.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;

/** What a main prints to standard output. */
final class CapturedOutput {
    private CapturedOutput() {}

    /** Runs it and answers the lines. */
    static List<String> of(Main main) throws Exception {
        PrintStream original = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, UTF_8));
        try {
            main.run();
        } finally {
            System.setOut(original);
        }
        return bytes.toString(UTF_8).lines().toList();
    }

    /** A main that was given its arguments. */
    @FunctionalInterface
    interface Main {
        void run() throws Exception;
    }
}
