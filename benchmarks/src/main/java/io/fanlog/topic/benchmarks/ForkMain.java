package io.fanlog.topic.benchmarks;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.fanlog.topic.benchmarks.fanout.FanoutComparison;
import io.fanlog.topic.benchmarks.fanout.FluxComparison;
import io.fanlog.topic.benchmarks.harness.Comparison;
import io.fanlog.topic.benchmarks.harness.ForkServer;
import io.fanlog.topic.benchmarks.harness.Task;
import io.fanlog.topic.benchmarks.memory.MemoryComparison;
import io.fanlog.topic.benchmarks.pools.PoolsComparison;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The main of a forked JVM. */
final class ForkMain {
    private static final List<Comparison> COMPARISONS =
            List.of(new FanoutComparison(), new FluxComparison(), new MemoryComparison(), new PoolsComparison());

    private ForkMain() {}

    /**
     * Serves one task until standard input ends.
     *
     * @param args the {@link Task} as JSON
     * @throws IOException if the task or a command cannot be read
     */
    public static void main(String[] args) throws IOException {
        Task task = JsonMapper.builder().build().readValue(args[0], Task.class);
        Comparison comparison = COMPARISONS.stream()
                .filter(candidate -> candidate.name().equals(task.bench())
                        && candidate.cases().contains(task.caseName()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no case " + task.caseName() + " in " + task.bench()));
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        new ForkServer(comparison.trial(task), System.out).serve(commands);
        System.exit(0);
    }
}
