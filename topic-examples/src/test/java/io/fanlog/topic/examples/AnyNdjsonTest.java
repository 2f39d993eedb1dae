package io.fanlog.topic.examples;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The main program on input that is not the bundled file. */
class AnyNdjsonTest {
    @TempDir
    Path directory;

    private Run read(String ndjson, String... more) {
        return Run.withInput(ndjson, args("-", more));
    }

    private String[] args(String input, String... more) {
        return Stream.concat(
                        Stream.of("--input", input, "--archive", archive().toString(), "--archive-delay", "0"),
                        Stream.of(more))
                .toArray(String[]::new);
    }

    private Path archive() {
        return directory.resolve("archive.ndjson");
    }

    @Test
    void shouldReadStandardInput() throws IOException {
        Run run = read("{\"magnitude\":4.5,\"network\":\"a\"}\n{\"magnitude\":4.4,\"network\":\"b\"}\n");

        assertThat(run.status()).isZero();
        assertThat(run.out())
                .contains("published 2", "alerts 1", "strongest 4.5, line 1", "network a 1", "network b 1");
        assertThat(archive()).content().hasLineCount(2);
    }

    @Test
    void shouldCountAndReportAMalformedLineAndGoOn() {
        Run run = read("{\"magnitude\":5}\n{\"magnitude\":\n[1]\n{} x\n{\"magnitude\":6}\n");

        assertThat(run.status()).isZero();
        assertThat(run.out()).contains("published 2", "malformed 3", "alerts 2", "strongest 6, line 5");
        assertThat(run.err()).hasSize(3);
        assertThat(run.err().get(0)).startsWith("line 2 is malformed: ");
        assertThat(run.err().get(1)).isEqualTo("line 3 is malformed: not a JSON object");
        assertThat(run.err().get(2)).startsWith("line 4 is malformed: ");
    }

    @Test
    void shouldReportBytesThatAreNotUtf8AsMalformed() {
        Run run = Run.withInput(new byte[] {'{', '"', (byte) 0xC3, '"', ':', '1', '}', '\n', '{', '}'}, args("-"));

        assertThat(run.status()).isZero();
        assertThat(run.out()).contains("published 1", "malformed 1");
        assertThat(run.err()).singleElement().asString().startsWith("line 1 is malformed: ");
    }

    @Test
    void shouldExitWith3OnAMalformedLineWhenStrict() {
        Run run = read("{}\nnonsense\n{}\n", "--strict");

        assertThat(run.status()).isEqualTo(3);
        assertThat(run.out()).contains("published 2", "malformed 1");
    }

    @Test
    void shouldExitWith0WhenStrictAndNothingIsMalformed() {
        assertThat(read("{}\n", "--strict").status()).isZero();
    }

    @Test
    void shouldCountMissingAndNonNumericFieldsApart() {
        Run run = read("{}\n{\"magnitude\":null}\n{\"magnitude\":\"5\"}\n{\"magnitude\":{}}\n{\"magnitude\":5}\n");

        assertThat(run.status()).isZero();
        assertThat(run.out())
                .contains("published 5", "without magnitude 2", "not numeric 2", "alerts 1", "network (none) 5");
    }

    @Test
    void shouldAcceptByteOrderMarkCrLfAndBlankLines() throws IOException {
        Run run = read("\uFEFF{\"magnitude\":5}\r\n\r\n  \t\r\n{\"magnitude\":6,\"id\":\"x\"}");

        assertThat(run.status()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("published 2", "malformed 0", "alerts 2", "strongest 6, x");
        assertThat(archive()).content().isEqualTo("{\"magnitude\":5}\n{\"magnitude\":6,\"id\":\"x\"}\n");
    }

    @Test
    void shouldReportTheLineNumberOfTheInputAfterBlankLines() {
        assertThat(read("\n\n{\n").err()).singleElement().asString().startsWith("line 3 is malformed: ");
    }

    @Test
    void shouldKeepTextBeyondAscii() {
        Run run = read("{\"magnitude\":5,\"place\":\"Þingvellir 日本\",\"network\":\"é\"}\n");

        assertThat(run.out()).contains("strongest 5, Þingvellir 日本", "network é 1");
        assertThat(archive()).content(UTF_8).contains("Þingvellir 日本");
    }

    @Test
    void shouldLookAtTheFieldsThatWereChosen() {
        Run run = read(
                "{\"price\":9.99,\"shop\":{\"city\":\"Oslo\"}}\n{\"price\":10,\"shop\":{\"city\":\"Bergen\"}}\n",
                "--field",
                "price",
                "--threshold",
                "10.0",
                "--group",
                "/shop/city");

        assertThat(run.out())
                .contains(
                        "alerts 1",
                        "strongest 10, line 2",
                        "/shop/city Bergen 1",
                        "/shop/city Oslo 1",
                        "without price 0");
    }

    @Test
    void shouldReadAnEmptyInput() {
        Run run = read("");

        assertThat(run.status()).isZero();
        assertThat(run.out()).contains("published 0", "alerts 0", "strongest none");
        assertThat(run.conservation("archive")).endsWith("holds");
    }

    @Test
    void shouldFanOut200000Records() throws IOException {
        int count = 200_000;
        Path input = directory.resolve("many.ndjson");
        try (BufferedWriter writer = Files.newBufferedWriter(input)) {
            for (int i = 0; i < count; i++) {
                writer.write("{\"n\":" + i % 1000 + ",\"g\":\"g" + i % 7 + "\",\"text\":\"some more to carry\"}\n");
            }
        }

        Run run = Run.of(args(input.toString(), "--field", "n", "--threshold", "990", "--group", "g"));

        assertThat(run.status()).isZero();
        assertThat(run.out()).contains("published 200000", "alerts 2000", "g g0 28572", "g g6 28571", "windows 400");
        assertThat(run.row("alerts")).startsWith("alerts", "GATE", "200000", "0");
        assertThat(run.conservation("dashboard")).endsWith("holds");
        assertThat(archive()).hasSameBinaryContentAs(input);
    }
}
