package io.fanlog.topic.benchmarks.fanout;

import io.fanlog.topic.benchmarks.harness.Comparison;
import io.fanlog.topic.benchmarks.harness.Task;
import io.fanlog.topic.benchmarks.harness.Trial;
import io.fanlog.topic.benchmarks.harness.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Fan-out to subscribers each of which is a Flux, or a peer's like of it. */
public final class FluxComparison implements Comparison {
    /** So few shapes where the peers run inside the producer's call: more subscribers tell nothing new there. */
    private static final List<String> INLINE_SHAPES = List.of("1P1S", "1P3S", "3P3S");

    @Override
    public String name() {
        return FanoutComparison.NAME;
    }

    @Override
    public Unit unit(String caseName) {
        return Unit.MESSAGES_PER_SECOND;
    }

    @Override
    public Optional<String> family() {
        return Optional.of("reactor");
    }

    @Override
    public List<String> cases() {
        List<String> cases = new ArrayList<>();
        for (FluxSubjects way : FluxSubjects.ALL) {
            List<String> shapes = way.equals(FluxSubjects.INLINE) ? INLINE_SHAPES : FanoutCase.names();
            shapes.forEach(shape -> cases.add(shape + " " + way.label()));
        }
        return cases;
    }

    /** Without those whose peers are no peers in what they promise. */
    @Override
    public List<String> quickCases() {
        return cases().stream()
                .filter(name -> !way(name).equals(FluxSubjects.INLINE))
                .toList();
    }

    @Override
    public List<String> subjects(String caseName) {
        return way(caseName).names();
    }

    @Override
    public Trial trial(Task task) {
        FanoutCase shape =
                FanoutCase.named(task.caseName().substring(0, task.caseName().indexOf(' ')));
        return FanoutComparison.trial(way(task.caseName()).named(task.subject()), shape, task.plan());
    }

    private static FluxSubjects way(String caseName) {
        for (FluxSubjects way : FluxSubjects.ALL) {
            if (caseName.endsWith(" " + way.label())) {
                return way;
            }
        }
        throw new IllegalArgumentException("no case " + caseName);
    }
}
