package io.fanlog.topic.examples;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The main program: reads records and fans them out to four subscribers at once, each at its own pace. */
@Command(
        name = "EarthquakeFanout",
        usageHelpWidth = 100,
        sortOptions = false,
        description = {
            "Reads NDJSON, publishes every record once, and fans it out to four subscribers at once:%n"
                    + "  alerts     a pool of 4 workers that raises an alert where --field reaches --threshold%n"
                    + "  counts     a Flux that counts records by --group, in windows of 500%n"
                    + "  archive    writes every record to a file; being slow, it holds the publisher back%n"
                    + "  dashboard  a progress line on a terminal; it skips what it has no time for%n"
                    + "At the end it prints what became of each, and proves that nothing got lost.%n"
        },
        footer = {
            "%nA field is the name of a top-level field, or a JSON pointer such as /properties/mag.%n"
                    + "A line that is not a JSON object is reported with its number, and the rest goes on.%n"
                    + "Exit status: 0 done, 1 failed, 2 bad option, 3 malformed lines with --strict."
        })
public final class EarthquakeFanout implements Callable<Integer> {
    private static final int FAILED = 1;
    private static final int MALFORMED_LINES = 3;
    private static final int INTERRUPTED = 130;

    private final InputStream in;
    private final PrintStream out;
    private final PrintStream err;

    @Mixin
    private FanoutOptions options = new FanoutOptions();

    private EarthquakeFanout(InputStream in, PrintStream out, PrintStream err) {
        this.in = in;
        this.out = out;
        this.err = err;
    }

    /**
     * Runs the program. Ends the JVM only when something went wrong.
     *
     * @param args the options; {@code --help} lists them
     */
    public static void main(String[] args) {
        int status = run(args, System.in, System.out, System.err);
        if (status != 0 && System.out.checkError()) {
            Runtime.getRuntime().halt(status); // ended in order, Maven would dump a stack over its broken pipe
        }
        if (status != 0) {
            System.exit(status);
        }
    }

    static int run(String[] args, InputStream in, PrintStream out, PrintStream err) {
        CommandLine command = new CommandLine(new EarthquakeFanout(in, out, err));
        command.setOut(new PrintWriter(out, true, Charset.defaultCharset()));
        command.setExpandAtFiles(false);
        command.setParameterExceptionHandler((e, given) -> fail(err, 2, e.getMessage() + " (see --help)"));
        command.setExecutionExceptionHandler((e, line, parsed) -> {
            if (e instanceof IOException) {
                return fail(err, FAILED, String.valueOf(e.getMessage()));
            }
            if (e instanceof InterruptedException) {
                return fail(err, INTERRUPTED, "interrupted");
            }
            throw e;
        });
        int status = command.execute(args);
        return status == 0 && out.checkError() ? fail(err, FAILED, "cannot write to standard output") : status;
    }

    private static int fail(PrintStream err, int status, String message) {
        err.println("error: " + Plain.text(message));
        return status;
    }

    @Override
    public Integer call() throws Failure, IOException, InterruptedException {
        Alerts alerts = new Alerts(options.threshold());
        GroupCounts counts = new GroupCounts();
        FanoutResult result = fanOut(alerts, counts);
        new Report(out).print(options, alerts, counts, result);
        if (!result.isConserved()) {
            throw new Failure("messages were lost or doubled: see the lines on conservation");
        }
        return options.isStrict() && result.malformed() > 0 ? MALFORMED_LINES : 0;
    }

    /** When this returns, the archive is closed: only then is it certain that the disk was not full. */
    private FanoutResult fanOut(Alerts alerts, GroupCounts counts) throws IOException, InterruptedException {
        try (Dashboard dashboard = Terminal.isWatched() ? Dashboard.on(out) : Dashboard.off();
                NdjsonReader reader = options.openInput(in, fault -> dashboard.printAbove(err, fault));
                Archive archive = options.openArchive()) {
            return new Fanout(alerts, counts, archive, dashboard).run(reader);
        }
    }
}
