package io.fanlog.topic.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.SequenceInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The main program when something is wrong: one clear line, and a status that is not zero. */
class TroubleTest {
    @TempDir
    Path directory;

    private static void assertOneLine(Run run, int status, String... parts) {
        assertThat(run.status()).isEqualTo(status);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).singleElement().asString().startsWith("error: ").contains(parts);
    }

    @Test
    void shouldTellThatTheInputIsMissingAndLeaveTheArchiveAlone() throws IOException {
        Path archive = Files.writeString(directory.resolve("archive"), "old");

        Run run = Run.of("--input", directory.resolve("none").toString(), "--archive", archive.toString());

        assertOneLine(run, 1, "cannot read", "none", "no such file");
        assertThat(archive).hasContent("old");
    }

    @Test
    void shouldTellThatTheInputIsADirectory() {
        assertOneLine(
                Run.of(
                        "--input",
                        directory.toString(),
                        "--archive",
                        directory.resolve("a").toString()),
                1,
                "cannot read " + directory);
    }

    @Test
    void shouldTellThatTheArchiveCannotBeMade() {
        String archive = directory.resolve("none/archive").toString();

        assertOneLine(Run.of("--archive", archive), 1, "cannot write the archive " + archive, "no such file");
    }

    @Test
    void shouldTellThatTheDiskIsFullInTheMiddle() {
        assertOneLine(Run.of("--archive", "/dev/full"), 1, "cannot write the archive /dev/full", "No space left");
    }

    @Test
    void shouldTellThatTheDiskIsFullAtTheEnd() {
        assertOneLine(
                Run.withInput("{}\n", "--input", "-", "--archive", "/dev/full"),
                1,
                "cannot write the archive /dev/full",
                "No space left");
    }

    @Test
    void shouldRefuseToOverwriteItsInput() throws IOException {
        Path input = Files.writeString(directory.resolve("input"), "{}\n");

        Run run = Run.of("--input", input.toString(), "--archive", directory + "/./input");

        assertOneLine(run, 1, "overwrite the input");
        assertThat(input).hasContent("{}\n");
    }

    @Test
    void shouldTellThatTheInputBrokeOff() throws IOException {
        InputStream closed = InputStream.nullInputStream();
        closed.close();
        InputStream broken = new SequenceInputStream(new ByteArrayInputStream(new byte[] {'{', '}', '\n'}), closed);

        Run run = Run.withInput(
                broken, "--input", "-", "--archive", directory.resolve("a").toString());

        assertOneLine(run, 1, "cannot read standard input: Stream closed");
    }

    @ParameterizedTest
    @CsvSource({
        "--threshold, high, is not a number",
        "--threshold, NaN, is not a number",
        "--archive-delay, soon, is not a delay",
        "--archive-delay, -1ms, is not a delay"
    })
    void shouldQuoteAnUnreadableValueAndItsOption(String option, String value, String reason) {
        assertOneLine(Run.of(option, value), 2, option, "'" + value + "'", reason, "--help");
    }

    @Test
    void shouldRefuseAnUnknownOption() {
        assertOneLine(Run.of("--colour"), 2, "'--colour'", "--help");
    }

    @Test
    void shouldRefuseAnOptionWithoutItsValue() {
        assertOneLine(Run.of("--input"), 2, "--input", "--help");
    }

    @Test
    void shouldExplainItself() {
        Run run = Run.of("--help");

        assertThat(run.status()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(String.join("\n", run.out()))
                .contains(List.of(
                        "--input",
                        "--archive",
                        "--archive-delay",
                        "--field",
                        "--threshold",
                        "--group",
                        "--strict",
                        "default: 4.5",
                        "Exit status"));
    }

    @Test
    void shouldTellThatStandardOutputIsGone() {
        OutputStream closedPipe = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
            }
        };
        ByteArrayOutputStream err = new ByteArrayOutputStream();

        int status = EarthquakeFanout.run(
                new String[] {"--archive", directory.resolve("a").toString(), "--archive-delay", "0"},
                InputStream.nullInputStream(),
                new PrintStream(closedPipe),
                new PrintStream(err));

        assertThat(status).isEqualTo(1);
        assertThat(err.toString(UTF_8).lines()).containsExactly("error: cannot write to standard output");
    }
}
