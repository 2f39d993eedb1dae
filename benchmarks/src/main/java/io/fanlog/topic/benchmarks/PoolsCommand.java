package io.fanlog.topic.benchmarks;

import io.fanlog.topic.benchmarks.harness.Plan;
import io.fanlog.topic.benchmarks.pools.PoolsComparison;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The comparison of worker pools. */
@Command(
        name = "pools",
        mixinStandardHelpOptions = true,
        description = "Jobs a second through worker pools, with bytes a job and the peak of the heap for a million of "
                + "them (cases like \"Loop10 1u-1Mt c2\": shape of the job, producers and jobs each, concurrency), and "
                + "round trips of jobs added singly and in batches (\"add fifo single\").")
final class PoolsCommand implements Callable<Integer> {
    @Mixin
    private RunOptions options = new RunOptions();

    @Option(
            names = "--messages",
            paramLabel = "N",
            description = "Jobs a run. Default: a million, fewer where few that sleep may run at once.")
    private @Nullable Long messages;

    @Override
    public Integer call() throws IOException {
        boolean quick = options.isQuick();
        Plan plan = new Plan(
                options.repetitionsOr(quick ? 3 : 7),
                quick ? 1 : 3,
                quick ? 300 : 1_500,
                messages == null ? 0 : options.atLeastOne("--messages", messages),
                quick,
                false,
                options.jvmArguments("-Xms2g", "-Xmx2g"));
        return options.run(new PoolsComparison(), plan);
    }
}
