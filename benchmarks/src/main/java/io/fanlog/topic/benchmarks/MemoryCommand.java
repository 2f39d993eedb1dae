package io.fanlog.topic.benchmarks;

import io.fanlog.topic.benchmarks.harness.Plan;
import io.fanlog.topic.benchmarks.memory.MemoryComparison;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The memory comparison. */
@Command(
        name = "memory",
        mixinStandardHelpOptions = true,
        description = "Bytes for each retained message beyond its payload, with 1, 8 and 64 subscribers.")
final class MemoryCommand implements Callable<Integer> {
    @Mixin
    private RunOptions options = new RunOptions();

    @Override
    public Integer call() throws IOException {
        boolean quick = options.isQuick();
        // The serial collector compacts all at once: what is used after it is what is reachable, to the byte.
        Plan plan = new Plan(
                options.repetitionsOr(quick ? 3 : 7),
                1,
                0,
                0,
                quick,
                false,
                options.jvmArguments("-Xmx1g", "-XX:+UseSerialGC"));
        return options.run(new MemoryComparison(), plan);
    }
}
