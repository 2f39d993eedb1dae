package io.fanlog.topic.benchmarks;

import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;

/** Runs the comparisons with peers; the first argument says which. */
@Command(
        name = "benchmarks",
        description = "Compares Fanlog with its peers on this machine.",
        subcommands = {FanoutCommand.class, MemoryCommand.class, PoolsCommand.class, CommandLine.HelpCommand.class},
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "(fanout | memory | pools)")
public final class Benchmarks implements Runnable {
    /** What a mistake is answered with, other than the line that says it. */
    private static final int FAILED = ExitCode.SOFTWARE;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    private Benchmarks() {}

    /**
     * Runs what the first argument names, and ends the JVM with 0 if all subjects did their work.
     *
     * @param args the comparison and its options
     */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Benchmarks())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((mistake, args) -> {
                    tell(mistake.getCommandLine(), mistake.getMessage());
                    return ExitCode.USAGE;
                })
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    tell(command, failure.toString());
                    return FAILED;
                });
    }

    private static void tell(CommandLine command, @Nullable String message) {
        PrintWriter err = command.getErr();
        err.println(command.getCommandSpec().qualifiedName() + ": " + message + " (--help lists the options)");
        err.flush();
    }

    /** No comparison was named. */
    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "say what to run: fanout, memory or pools");
    }
}
