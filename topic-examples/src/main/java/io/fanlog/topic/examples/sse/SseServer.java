package io.fanlog.topic.examples.sse;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import reactor.netty.ChannelBindException;

/** A topic on the web: browsers read it as server-sent events, each at its own pace, and post to it. */
@Command(
        name = "SseServer",
        usageHelpWidth = 100,
        sortOptions = false,
        description = {
            "Serves one topic of JSON values over HTTP until it is terminated:%n"
                    + "  GET  /          a page that shows the messages and posts new ones%n"
                    + "  GET  /messages  the messages as server-sent events; Last-Event-ID resumes behind that message%n"
                    + "  POST /messages  publishes the JSON value in the body%n"
        },
        footer = {
            "%nA stream also has events that say what a client does not get: \"missed\" when it was too slow,%n"
                    + "\"gap\" when it comes back and its place is no longer kept, or was of another epoch.%n"
                    + "A POST is answered 202, 400, 413, 415, 503, or 429 when a lossless reader is --keep behind."
        })
public final class SseServer implements Callable<Integer> {
    private static final int FAILED = 1;

    private final PrintStream out;

    @Mixin
    private ServerOptions options = new ServerOptions();

    private SseServer(PrintStream out) {
        this.out = out;
    }

    /**
     * Serves until the JVM is asked to end.
     *
     * @param args the options; {@code --help} lists them
     */
    public static void main(String[] args) {
        int status = run(args, System.out, System.err);
        if (status != 0) {
            System.exit(status);
        }
    }

    static int run(String[] args, PrintStream out, PrintStream err) {
        CommandLine command = new CommandLine(new SseServer(out));
        command.setOut(new PrintWriter(out, true, Charset.defaultCharset()));
        command.setExpandAtFiles(false);
        command.setParameterExceptionHandler((e, given) -> fail(err, 2, e.getMessage() + " (see --help)"));
        command.setExecutionExceptionHandler((e, line, parsed) -> {
            if (e instanceof ChannelBindException) {
                return fail(err, FAILED, String.valueOf(e.getMessage()));
            }
            throw e;
        });
        return command.execute(args);
    }

    private static int fail(PrintStream err, int status, String message) {
        err.println("error: " + message);
        return status;
    }

    @Override
    public Integer call() {
        options.check();
        try (MessageServer server = MessageServer.start(options, out)) {
            Runtime.getRuntime().addShutdownHook(new Thread(server::close, "shutdown"));
            out.println("listening on http://" + options.host() + ":" + server.port() + "/");
            server.awaitEnd();
        }
        return 0;
    }
}
