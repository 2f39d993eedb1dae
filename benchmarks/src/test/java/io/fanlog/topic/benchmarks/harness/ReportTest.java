package io.fanlog.topic.benchmarks.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    private static final Plan PLAN = new Plan(3, 1, 100, 0, true, false, List.of());

    @Test
    void shouldWriteOneObjectALineInTheAgreedForm(@TempDir Path directory) throws Exception {
        CaseOutcome outcome = new CaseOutcome("1P3S", Unit.MESSAGES_PER_SECOND, Optional.empty());
        outcome.add(score("fanlog", Unit.MESSAGES_PER_SECOND, 4e7, 1e7, 2e7));
        outcome.add(score("disruptor-yielding", Unit.MESSAGES_PER_SECOND, 1e6, 1e6, 1e6));
        Path file = directory.resolve("scores.json");

        try (JsonLines lines = new JsonLines(file)) {
            lines.write(outcome);
        }

        assertThat(Files.readAllLines(file))
                .hasSize(2)
                .first()
                .asString()
                .startsWith("{\"bench\":\"fanout\",\"case\":\"1P3S\","
                        + "\"subject\":\"fanlog\",\"score\":20000000,\"unit\":\"msg/s\",\"min\":10000000,\"max\":40000000,"
                        + "\"nsPerMsg\":50.0,\"bytesPerMsg\":8.0,");
    }

    @Test
    void shouldSetOursAgainstTheBestPeer() {
        CaseOutcome outcome = new CaseOutcome("1P3S", Unit.MESSAGES_PER_SECOND, Optional.empty());
        outcome.add(score("fanlog", Unit.MESSAGES_PER_SECOND, 3e6));
        outcome.add(score("queue-array", Unit.MESSAGES_PER_SECOND, 1e6));
        outcome.add(score("disruptor-yielding", Unit.MESSAGES_PER_SECOND, 2e6));
        outcome.addFailure("rxjava", "lost a message");

        assertThat(printed(outcome))
                .containsPattern("queue-array .* 3\\.00x")
                .containsPattern("rxjava +FAILED: lost a message")
                .containsPattern("1P3S +3\\.00 +2\\.00 +disruptor-yielding +1\\.50x");
    }

    @Test
    void shouldTakeTheSmallestPeerAsBestWhenLessIsBetter() {
        CaseOutcome outcome = new CaseOutcome("1S", Unit.BYTES_PER_MESSAGE, Optional.empty());
        outcome.add(score("fanlog", Unit.BYTES_PER_MESSAGE, 4));
        outcome.add(score("rxjava", Unit.BYTES_PER_MESSAGE, 24));
        outcome.add(score("reactor", Unit.BYTES_PER_MESSAGE, 32));

        assertThat(printed(outcome)).containsPattern("1S +4\\.00 +24\\.0 +rxjava +6\\.00x");
    }

    @Test
    void shouldSetOursAgainstTheBestOfOneLibraryAsWell() {
        CaseOutcome outcome = new CaseOutcome("1P3S flux", Unit.MESSAGES_PER_SECOND, Optional.empty());
        outcome.add(score("fanlog", Unit.MESSAGES_PER_SECOND, 6e6));
        outcome.add(score("reactor-sinks-multicast", Unit.MESSAGES_PER_SECOND, 1e6));
        outcome.add(score("reactor-sinks-replay", Unit.MESSAGES_PER_SECOND, 2e6));
        outcome.add(score("rxjava", Unit.MESSAGES_PER_SECOND, 3e6));

        assertThat(printed(outcome))
                .contains("best of reactor")
                .containsPattern("1P3S flux +6\\.00 +3\\.00 +rxjava +2\\.00x +2\\.00 +reactor-sinks-replay +3\\.00x");
    }

    @Test
    void shouldTellWhatOneHasToKnowOfACase() {
        CaseOutcome outcome = new CaseOutcome("Sleep10ms 1u-1Mt c1", Unit.JOBS_PER_SECOND, Optional.of("only 70 jobs"));
        outcome.add(score("fanlog", Unit.JOBS_PER_SECOND, 6e6));

        assertThat(printed(outcome))
                .containsPattern("Sleep10ms 1u-1Mt c1 +M job/s")
                .contains("(only 70 jobs)");
    }

    private static String printed(CaseOutcome outcome) {
        StringWriter text = new StringWriter();
        ReportTable table = new ReportTable(Optional.of("reactor"), new PrintWriter(text));
        table.printCase(outcome);
        table.printSummary();
        return text.toString();
    }

    private static Score score(String subject, Unit unit, double... runs) {
        List<Measurement> measurements = java.util.Arrays.stream(runs)
                .mapToObj(run -> new Measurement(run, 1_000, 8))
                .toList();
        return Score.of(new Task("fanout", "1P3S", subject, PLAN), unit, measurements);
    }
}
