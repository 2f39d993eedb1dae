package io.fanlog.topic.benchmarks;

import io.fanlog.topic.benchmarks.fanout.FanoutComparison;
import io.fanlog.topic.benchmarks.fanout.FluxComparison;
import io.fanlog.topic.benchmarks.harness.Plan;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The fan-out comparison. */
@Command(
        name = "fanout",
        mixinStandardHelpOptions = true,
        description = "Messages a second until all subscribers have all, and append + poll on one thread.")
final class FanoutCommand implements Callable<Integer> {
    @Mixin
    private RunOptions options = new RunOptions();

    @Option(names = "--messages", paramLabel = "N", description = "Messages a run. Default: 1.5 to 30 million by case.")
    private @Nullable Long messages;

    @Option(
            names = "--fresh-payloads",
            description = "Make a payload object for each message instead of publishing the same ones again.")
    private boolean freshPayloads;

    @Option(
            names = "--flux",
            description = "Each subscriber a Flux, on the topic's loop (cases \"1P3S flux\") and behind publishOn "
                    + "(\"1P3S publishOn\"), against reactive peers instead; and against peers that run subscribers in "
                    + "the producer's call (\"1P3S inline\").")
    private boolean flux;

    @Override
    public Integer call() throws IOException {
        boolean quick = options.isQuick();
        Plan plan = new Plan(
                options.repetitionsOr(quick ? flux ? 3 : 5 : 11),
                quick ? 1 : 4,
                quick ? 200 : 700,
                messages == null ? 0 : options.atLeastOne("--messages", messages),
                quick,
                freshPayloads,
                options.jvmArguments("-Xms1g", "-Xmx1g"));
        return options.run(flux ? new FluxComparison() : new FanoutComparison(), plan);
    }
}
