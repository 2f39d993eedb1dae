package io.fanlog.topic.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The main program on the bundled file: every figure is known. */
class EarthquakeFanoutTest {
    private static final int PUBLISHED = 1707;

    @TempDir
    Path directory;

    private Path archive;

    @BeforeEach
    void nameTheArchive() {
        archive = directory.resolve("archive.ndjson");
    }

    private Run run(String... more) {
        String[] args = new String[more.length + 2];
        args[0] = "--archive";
        args[1] = archive.toString();
        System.arraycopy(more, 0, args, 2, more.length);
        return Run.of(args);
    }

    @Test
    void shouldPrintTheFiguresOfTheBundledFile() {
        Run run = run();

        assertThat(run.status()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out())
                .contains(
                        "published 1707",
                        "malformed 0",
                        "without magnitude 0",
                        "not numeric 0",
                        "alerts 85",
                        "strongest 6.4, 22km NNE of Hualian, Taiwan",
                        "windows 4");
        assertThat(run.out())
                .containsSequence(
                        "network ci 386",
                        "network nc 370",
                        "network ak 297",
                        "network nn 260",
                        "network us 168",
                        "network pr 62",
                        "network uw 51",
                        "network hv 46",
                        "network uu 33",
                        "network mb 28",
                        "network nm 5",
                        "network se 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"alerts", "counts", "archive"})
    void shouldDeliverEverythingToAGatingSubscriber(String subscriber) {
        Run run = run();

        assertThat(run.row(subscriber)).startsWith(subscriber, "GATE", "1707", "0");
        assertThat(run.conservation(subscriber))
                .contains("received 1707 + filtered 0 + missed 0 + lag 0 = 1707 of 1707 published, processed 1707")
                .endsWith("holds");
    }

    @Test
    void shouldAccountForWhatTheDashboardSkips() {
        Run run = run("--archive-delay", "200us");

        long delivered = Long.parseLong(run.row("dashboard").get(2));
        long missed = Long.parseLong(run.row("dashboard").get(3));
        assertThat(run.row("dashboard")).contains("SKIP_TO_LATEST");
        assertThat(missed).isPositive();
        assertThat(delivered).isPositive();
        assertThat(delivered + missed).isEqualTo(PUBLISHED);
        assertThat(run.conservation("dashboard")).endsWith("holds");
    }

    @Test
    void shouldHoldThePublisherBackWhileTheArchiveIsACapacityBehind() {
        Run run = run("--archive-delay", "1ms");

        assertThat(run.row("archive").get(4)).isEqualTo("256");
        assertThat(run.out()).anyMatch(line -> line.matches("waited for room [1-9][0-9]*"));
    }

    @Test
    void shouldArchiveEveryRecordAsItWasRead() throws Exception {
        run("--archive-delay", "0");

        assertThat(archive).hasSameBinaryContentAs(Path.of("src/main/resources", Input.BUNDLED));
    }

    @Test
    void shouldArchiveToATemporaryFileWhoseNameItPrints() throws Exception {
        Run run = Run.of("--archive-delay", "0");

        Path temporary = run.out().stream()
                .filter(line -> line.startsWith("archive /"))
                .map(line -> Path.of(line.substring("archive ".length())))
                .findFirst()
                .orElseThrow();
        assertThat(temporary).hasSameBinaryContentAs(Path.of("src/main/resources", Input.BUNDLED));
        Files.delete(temporary);
    }

    @Test
    void shouldShowNoProgressWithoutATerminal() {
        assertThat(run().out()).noneMatch(line -> line.contains("\r") || line.contains("\u001b"));
    }

    @Test
    void shouldEndTheThreadsOfTheTopics() {
        run();

        await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("fanlog-")));
    }
}
