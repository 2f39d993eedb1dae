package io.fanlog.topic.examples;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Where the records come from: the bundled file (null), standard input (a dash), or a file. */
final class Input {
    static final String BUNDLED = "earthquakes.ndjson";

    private static final Path STANDARD_INPUT = Path.of("-");

    private Input() {}

    static String name(@Nullable Path input) {
        if (input == null) {
            return BUNDLED;
        }
        return input.equals(STANDARD_INPUT) ? "standard input" : input.toString();
    }

    static InputStream open(@Nullable Path input, InputStream standardInput) throws Failure {
        if (input == null) {
            return Objects.requireNonNull(Input.class.getResourceAsStream("/" + BUNDLED), BUNDLED);
        }
        try {
            return input.equals(STANDARD_INPUT) ? unclosed(standardInput) : Files.newInputStream(input);
        } catch (IOException e) {
            throw new Failure("cannot read " + input, e);
        }
    }

    /** Standard input is not ours to close. */
    private static InputStream unclosed(InputStream standardInput) {
        return new FilterInputStream(standardInput) {
            @Override
            public void close() {}
        };
    }

    static boolean isSameFile(@Nullable Path input, Path other) {
        try {
            return input != null && !input.equals(STANDARD_INPUT) && Files.isSameFile(input, other);
        } catch (IOException e) {
            return false; // one of them does not exist
        }
    }
}
