package io.fanlog.topic.examples;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.List;

/**
 * One run of the main program.
 *
 * @param status its exit status
 * @param out lines on standard output
 * @param err lines on standard error
 */
record Run(int status, List<String> out, List<String> err) {
    static Run of(String... args) {
        return withInput(new byte[0], args);
    }

    static Run withInput(String input, String... args) {
        return withInput(input.getBytes(UTF_8), args);
    }

    static Run withInput(byte[] input, String... args) {
        return withInput(new ByteArrayInputStream(input), args);
    }

    static Run withInput(InputStream input, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status =
                EarthquakeFanout.run(args, input, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
        return new Run(status, lines(out), lines(err));
    }

    private static List<String> lines(ByteArrayOutputStream bytes) {
        return bytes.toString(UTF_8).lines().toList();
    }

    /** Figures of the table's row for a subscriber: label, policy, delivered, missed, lag high-water. */
    List<String> row(String subscriber) {
        return out.stream()
                .filter(line -> line.startsWith(subscriber + " "))
                .map(line -> List.of(line.split(" +")))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no row of " + subscriber + " in " + out));
    }

    /** The line that tells whether a subscriber's messages were conserved. */
    String conservation(String subscriber) {
        return out.stream()
                .filter(line -> line.startsWith("conservation " + subscriber + ":"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no conservation of " + subscriber + " in " + out));
    }
}
