package io.fanlog.topic.examples.sse;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What the command line says. */
final class ServerOptions {
    private static final int MAX_KEEP = 10_000_000;
    private static final int MAX_BODY = 16 << 20;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    @Option(names = "--host", paramLabel = "ADDRESS", description = "where to listen (default: ${DEFAULT-VALUE})")
    private String host = "127.0.0.1";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "0 takes a free one; it is printed (default: ${DEFAULT-VALUE})")
    private int port;

    @Option(
            names = "--keep",
            paramLabel = "MESSAGES",
            description =
                    "kept for clients that come back, and how far any reader may fall behind: a client is moved on"
                            + " then, a lossless reader holds POSTs back (default: ${DEFAULT-VALUE})")
    private int keep = 1_000;

    @Option(
            names = "--max-body",
            paramLabel = "BYTES",
            description = "size of a POST at most (default: ${DEFAULT-VALUE})")
    private int maxBody = 65_536;

    @Option(
            names = "--heartbeat",
            paramLabel = "SECONDS",
            description = "send each client a comment this often, so that proxies do not think it dead"
                    + " (default: ${DEFAULT-VALUE})")
    private int heartbeat = 15;

    @Option(
            names = "--audit",
            description =
                    "print id and length of every message: a lossless reader, as slow as whoever reads the output")
    private boolean audit;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "print this help")
    @SuppressWarnings("UnusedVariable") // picocli asks it
    private boolean help;

    void check() {
        within("--port", port, 0, 65_535);
        within("--keep", keep, 1, MAX_KEEP);
        within("--max-body", maxBody, 1, MAX_BODY);
        within("--heartbeat", heartbeat, 1, 86_400);
    }

    private void within(String option, int value, int least, int most) {
        if ((value < least || value > most) && command != null) {
            throw new ParameterException(
                    command.commandLine(), option + " must be " + least + " to " + most + ", got " + value);
        }
    }

    String host() {
        return host;
    }

    int port() {
        return port;
    }

    int keep() {
        return keep;
    }

    int maxBody() {
        return maxBody;
    }

    Duration heartbeat() {
        return Duration.ofSeconds(heartbeat);
    }

    boolean isAudited() {
        return audit;
    }
}
