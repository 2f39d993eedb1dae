package io.fanlog.topic.benchmarks;

import io.fanlog.topic.benchmarks.harness.CaseOutcome;
import io.fanlog.topic.benchmarks.harness.Comparison;
import io.fanlog.topic.benchmarks.harness.ComparisonRunner;
import io.fanlog.topic.benchmarks.harness.JsonLines;
import io.fanlog.topic.benchmarks.harness.Plan;
import io.fanlog.topic.benchmarks.harness.ReportTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that all comparisons share, and the run itself. */
final class RunOptions {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(names = "--quick", description = "Fewer messages and runs: a first impression in two minutes or so.")
    private boolean quick;

    @Option(
            names = "--json",
            paramLabel = "FILE",
            description = "Also write the scores into FILE, one JSON object a line.")
    private @Nullable Path json;

    @Option(names = "--case", paramLabel = "NAME", split = ",", description = "Only these cases. Default: all.")
    private List<String> cases = new ArrayList<>();

    @Option(
            names = "--subject",
            paramLabel = "TEXT",
            split = ",",
            description = "Only subjects whose name contains one of these. Default: all.")
    private List<String> subjects = new ArrayList<>();

    @Option(names = "--repetitions", paramLabel = "N", description = "Measured runs of each subject in each case.")
    private @Nullable Integer repetitions;

    @Option(
            names = "--jvm-arg",
            paramLabel = "FLAG",
            description = "A flag for the JVMs that measure, after the usual ones; can be repeated.")
    private List<String> jvmArguments = new ArrayList<>();

    boolean isQuick() {
        return quick;
    }

    int repetitionsOr(int usual) {
        if (repetitions == null) {
            return usual;
        }
        return Math.toIntExact(atLeastOne("--repetitions", repetitions));
    }

    long atLeastOne(String option, long value) {
        if (value < 1) {
            throw mistake(option + " must be at least 1, got " + value);
        }
        return value;
    }

    List<String> jvmArguments(String... usual) {
        List<String> all = new ArrayList<>(List.of(usual));
        all.addAll(jvmArguments);
        return all;
    }

    /** Runs what was chosen; the status says whether all subjects did their work. */
    int run(Comparison comparison, Plan plan) throws IOException {
        Map<String, List<String>> chosen = chosen(comparison);
        try (JsonLines lines = json == null ? null : jsonLines(json)) {
            return run(comparison, plan, chosen, lines);
        }
    }

    private int run(Comparison comparison, Plan plan, Map<String, List<String>> chosen, @Nullable JsonLines lines)
            throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        ReportTable table = new ReportTable(comparison.family(), out);
        ComparisonRunner runner = new ComparisonRunner(comparison, plan, ForkMain.class);
        boolean failed = false;
        out.println(machine(plan));
        comparison.skipped().forEach(out::println);
        out.flush();
        for (Map.Entry<String, List<String>> entry : chosen.entrySet()) {
            CaseOutcome outcome = runner.run(entry.getKey(), entry.getValue());
            table.printCase(outcome);
            if (lines != null) {
                lines.write(outcome);
            }
            failed |= !outcome.failures().isEmpty();
        }
        table.printSummary();
        return failed ? ExitCode.SOFTWARE : ExitCode.OK;
    }

    private static String machine(Plan plan) {
        return System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version") + ", "
                + Runtime.getRuntime().availableProcessors() + " cores, " + System.getProperty("os.name") + " "
                + System.getProperty("os.arch") + "; " + plan.repetitions() + " runs in turn, median; JVM flags "
                + String.join(" ", plan.jvmArguments());
    }

    private Map<String, List<String>> chosen(Comparison comparison) {
        for (String name : cases) {
            if (!comparison.cases().contains(name)) {
                throw mistake("--case must be one of " + String.join(", ", comparison.cases()) + ", got " + name);
            }
        }
        List<String> usual = quick ? comparison.quickCases() : comparison.cases();
        Map<String, List<String>> chosen = new LinkedHashMap<>();
        for (String name : comparison.cases()) {
            List<String> matching =
                    comparison.subjects(name).stream().filter(this::isWanted).toList();
            if ((cases.isEmpty() ? usual : cases).contains(name) && !matching.isEmpty()) {
                chosen.put(name, matching);
            }
        }
        if (chosen.isEmpty()) {
            throw mistake("--subject matches nothing: " + String.join(", ", subjects));
        }
        return chosen;
    }

    private boolean isWanted(String subject) {
        return subjects.isEmpty() || subjects.stream().anyMatch(subject::contains);
    }

    private JsonLines jsonLines(Path file) {
        try {
            return new JsonLines(file);
        } catch (IOException e) {
            throw mistake("--json cannot be written: " + e);
        }
    }

    private ParameterException mistake(String message) {
        CommandLine command = spec.commandLine();
        return new ParameterException(command, message);
    }
}
