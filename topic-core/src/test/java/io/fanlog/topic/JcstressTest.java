package io.fanlog.topic;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs every {@code *Stress} class under jcstress, in a JVM of its own. */
class JcstressTest {

    private static final Path TARGET = Path.of("target", "jcstress").toAbsolutePath();

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    @DisplayName("no race has a forbidden outcome (short run)")
    void noForbiddenOutcomeInAShortRun() throws Exception {
        run(
                "short",
                Duration.ofMinutes(4),
                "-f",
                "1",
                "-fsm",
                "1",
                "-iters",
                "1",
                "-time",
                "200",
                "-sc",
                "false",
                "-jvmArgs",
                "-Xmx256m");
    }

    @Test
    @Tag("long")
    @DisplayName("no race has a forbidden outcome (long run)")
    void noForbiddenOutcomeInALongRun() throws Exception {
        run("long", Duration.ofMinutes(110), "-m", "default");
    }

    private static void run(String name, Duration limit, String... options) throws IOException, InterruptedException {
        Path directory = Files.createDirectories(TARGET.resolve(name));
        Path output = directory.resolve("output.txt");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "org.openjdk.jcstress.Main",
                "-t",
                "io\\.fanlog\\..*Stress.*",
                "-r",
                directory.toString()));
        command.addAll(List.of(options));
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended;
        try {
            ended = process.waitFor(limit.toSeconds(), TimeUnit.SECONDS);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        String said = Files.readString(output, Charset.defaultCharset());
        assertThat(ended).as(() -> "jcstress ended in time; it said:\n" + said).isTrue();
        assertThat(said).as("what jcstress said").containsPattern("Results: [1-9][0-9]* planned");
        assertThat(process.exitValue())
                .as(() -> "exit status; it said:\n" + said)
                .isZero();
    }
}
