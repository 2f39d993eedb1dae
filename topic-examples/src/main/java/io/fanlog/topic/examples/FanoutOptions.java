package io.fanlog.topic.examples;

import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What the command line says, and what it says to open. */
final class FanoutOptions {
    @Option(
            names = "--input",
            paramLabel = "FILE",
            description = "NDJSON to read, - for standard input (default: the bundled " + Input.BUNDLED + ")")
    private @Nullable Path input;

    @Option(
            names = "--archive",
            paramLabel = "FILE",
            description = "where the archive is written, replacing what is there (default: a temporary file)")
    private @Nullable Path archive;

    @Option(
            names = "--archive-delay",
            paramLabel = "DELAY",
            converter = DelayConverter.class,
            defaultValue = "50us",
            description = "how long the archive takes over each record: 100us, 2ms, 0.5s (default: ${DEFAULT-VALUE})")
    private Duration archiveDelay = Duration.ZERO;

    @Option(names = "--field", paramLabel = "FIELD", description = "the number to look at (default: ${DEFAULT-VALUE})")
    private String field = "magnitude";

    @Option(
            names = "--threshold",
            paramLabel = "NUMBER",
            converter = NumberConverter.class,
            description = "raise an alert from this number on (default: ${DEFAULT-VALUE})")
    private BigDecimal threshold = new BigDecimal("4.5");

    @Option(names = "--group", paramLabel = "FIELD", description = "count by this field (default: ${DEFAULT-VALUE})")
    private String group = "network";

    @Option(names = "--strict", description = "exit with status 3 if there was a malformed line")
    private boolean strict;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "print this help")
    @SuppressWarnings("UnusedVariable") // picocli asks it
    private boolean help;

    NdjsonReader openInput(InputStream standardInput, Consumer<String> onMalformed) throws Failure {
        return new NdjsonReader(
                Input.open(input, standardInput), Input.name(input), new RecordParser(field, group), onMalformed);
    }

    /** To be called once the input is open, so that a mistyped input costs no archive. */
    Archive openArchive() throws Failure {
        if (archive == null) {
            return Archive.temporary(archiveDelay);
        }
        if (Input.isSameFile(input, archive)) {
            throw new Failure("the archive would overwrite the input " + input);
        }
        return Archive.in(archive, archiveDelay);
    }

    String field() {
        return field;
    }

    BigDecimal threshold() {
        return threshold;
    }

    String group() {
        return group;
    }

    boolean isStrict() {
        return strict;
    }
}
