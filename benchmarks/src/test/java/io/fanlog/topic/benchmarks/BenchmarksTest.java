package io.fanlog.topic.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class BenchmarksTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "                          | say what to run",
                "fanout --case 2P2S        | --case must be one of 1P1S, 1P3S, 3P3S, 1P8S, 3P8S, 1P64S, append+poll, got 2P2S",
                "fanout --subject kafka    | --subject matches nothing: kafka",
                "fanout --repetitions 0    | --repetitions must be at least 1, got 0",
                "fanout --messages -5      | --messages must be at least 1, got -5",
                "fanout --messages many    | Invalid value for option '--messages'",
                "fanout --json /none/x     | --json cannot be written",
                "fanout --slow             | Unknown option: '--slow'",
                "fanout --flux --case 1P3S | --case must be one of 1P1S flux, 1P3S flux",
                "pools --case Loop10       | --case must be one of Sleep10ms 1u-1Mt c1",
                "pools --flux              | Unknown option: '--flux'",
                "memory --fresh-payloads   | Unknown option: '--fresh-payloads'",
            })
    void shouldSayInOneLineWhatIsWrong(String arguments, String message) {
        int status = run(arguments == null ? new String[0] : arguments.split(" "));

        assertThat(status).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(err.toString()).contains(message);
        assertThat(err.toString().lines()).hasSize(1);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void shouldMeasureInForksAndWriteTheScores(@TempDir Path directory) throws Exception {
        Path json = directory.resolve("scores.json");

        int status = run(
                "fanout",
                "--quick",
                "--case",
                "append+poll",
                "--subject",
                "jctools",
                "--repetitions",
                "1",
                "--messages",
                "100000",
                "--json",
                json.toString());

        assertThat(err.toString()).isEmpty();
        assertThat(status).isEqualTo(CommandLine.ExitCode.OK);
        List<String> lines = Files.readAllLines(json);
        assertThat(lines).hasSize(2);
        for (String line : lines) {
            JsonNode score = JsonMapper.builder().build().readTree(line);
            assertThat(score.get("bench").asText()).isEqualTo("fanout");
            assertThat(score.get("subject").asText()).startsWith("jctools");
            assertThat(score.get("score").asDouble()).isPositive();
        }
        assertThat(out.toString()).contains("append+poll", "jctools-spsc", "jctools-mpmc");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fanout --flux | 1P3S flux           | reactor-sinks-direct        | 2000 | msg/s",
                "fanout --flux | 1P3S publishOn      | fanlog                      | 2000 | msg/s",
                "pools         | Loop10 1u-1Mt c2    | fanlog                      | 2000 | job/s",
                "pools         | add fifo batch1000  | threadpoolexecutor-results  | 2000 | ns",
            })
    void shouldWriteTheAgreedFieldsOfEachCase(
            String command, String caseName, String subject, String messages, String unit, @TempDir Path directory)
            throws Exception {
        Path json = directory.resolve("scores.json");
        List<String> arguments = new ArrayList<>(List.of(command.split(" ")));
        arguments.addAll(List.of("--quick", "--repetitions", "1", "--json", json.toString()));
        arguments.addAll(List.of("--case", caseName, "--subject", subject, "--messages", messages));

        int status = run(arguments.toArray(new String[0]));

        assertThat(err.toString()).isEmpty();
        assertThat(status).isEqualTo(CommandLine.ExitCode.OK);
        JsonNode score =
                JsonMapper.builder().build().readTree(Files.readAllLines(json).get(0));
        assertThat(score.get("bench").asText()).isEqualTo(arguments.get(0));
        assertThat(score.get("case").asText()).isEqualTo(caseName);
        assertThat(score.get("subject").asText()).isEqualTo(subject);
        assertThat(score.get("unit").asText()).isEqualTo(unit);
        assertThat(score.get("messages").asText()).isEqualTo(messages);
        assertThat(score.get("score").asDouble()).isPositive();
        assertThat(score.get("nsPerMsg").asDouble()).isPositive();
        assertThat(score.has("bytesPerMsg")).isTrue();
        assertThat(score.has("peakHeapPerMillion")).isEqualTo(unit.equals("job/s"));
    }

    private int run(String... arguments) {
        return Benchmarks.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
    }
}
