package io.fanlog.topic.examples.sse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The program as it is started from a command line. */
class SseServerTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void shouldPrintItsPortAndEndItsStreamsInGoodOrderWhenTerminated() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        SseServer.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader printed = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
            String line = printed.readLine();
            assertThat(line).matches("listening on http://127\\.0\\.0\\.1:[1-9]\\d*/");
            URI uri = URI.create(line.substring("listening on ".length())).resolve("/messages");
            Browser browser = Browser.open(HttpClient.newHttpClient(), uri);
            await().atMost(Serving.PATIENCE).until(() -> !browser.lastEventId().isEmpty());

            process.toHandle().destroy();

            browser.ended().get(60, TimeUnit.SECONDS);
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(printed.readLine()).isNull();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void shouldExplainItself() {
        assertThat(run("--help")).isZero();
        assertThat(out.toString(UTF_8)).contains("Last-Event-ID", "--port", "--keep", "429");
    }

    @Test
    void shouldRefuseAnOptionOutOfBoundsQuotingIt() {
        assertThat(run("--port", "65536")).isEqualTo(2);
        assertThat(run("--keep", "0")).isEqualTo(2);
        assertThat(run("--max-body", "-1")).isEqualTo(2);
        assertThat(run("--heartbeat", "0")).isEqualTo(2);
        assertThat(err.toString(UTF_8).lines())
                .containsExactly(
                        "error: --port must be 0 to 65535, got 65536 (see --help)",
                        "error: --keep must be 1 to 10000000, got 0 (see --help)",
                        "error: --max-body must be 1 to 16777216, got -1 (see --help)",
                        "error: --heartbeat must be 1 to 86400, got 0 (see --help)");
    }

    @Test
    void shouldSayThatThePortIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(run("--port", String.valueOf(taken.getLocalPort()))).isEqualTo(1);
        }
        assertThat(err.toString(UTF_8)).startsWith("error: ").hasLineCount(1);
    }

    private int run(String... args) {
        return SseServer.run(args, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8));
    }
}
