package io.fanlog.topic.benchmarks.fanout;

import io.fanlog.topic.benchmarks.harness.Comparison;
import io.fanlog.topic.benchmarks.harness.Plan;
import io.fanlog.topic.benchmarks.harness.Task;
import io.fanlog.topic.benchmarks.harness.TimedTrial;
import io.fanlog.topic.benchmarks.harness.Trial;
import io.fanlog.topic.benchmarks.harness.Unit;
import io.fanlog.topic.benchmarks.harness.Workload;
import io.fanlog.topic.benchmarks.turns.Pipes;
import io.fanlog.topic.benchmarks.turns.TurnsWorkload;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Fan-out to all subscribers, and append and poll in turn on one thread. */
public final class FanoutComparison implements Comparison {
    static final String NAME = "fanout";

    private static final String TURNS = "append+poll";
    private static final long TURNS_MESSAGES = 30_000_000;
    private static final int QUICK_FRACTION = 4;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Unit unit(String caseName) {
        return Unit.MESSAGES_PER_SECOND;
    }

    @Override
    public List<String> cases() {
        List<String> cases = new ArrayList<>(FanoutCase.names());
        cases.add(TURNS);
        return cases;
    }

    @Override
    public List<String> subjects(String caseName) {
        return caseName.equals(TURNS) ? Pipes.names() : FanoutSubjects.names();
    }

    @Override
    public Trial trial(Task task) {
        Plan plan = task.plan();
        if (task.caseName().equals(TURNS)) {
            return timed(TurnsWorkload.of(task.subject(), plan.freshPayloads()), TURNS_MESSAGES, plan);
        }
        return trial(FanoutSubjects.named(task.subject()), FanoutCase.named(task.caseName()), plan);
    }

    static Trial trial(FanoutSubject.Starter starter, FanoutCase shape, Plan plan) {
        Workload workload = new FanoutWorkload(starter, shape.producers(), shape.subscribers(), plan.freshPayloads());
        return timed(workload, shape.messages(), plan);
    }

    private static TimedTrial timed(Workload workload, long messages, Plan plan) {
        long usual = plan.quick() ? messages / QUICK_FRACTION : messages;
        long wanted = plan.messages() > 0 ? plan.messages() : usual;
        return new TimedTrial(
                workload,
                Unit.MESSAGES_PER_SECOND,
                wanted,
                TimeUnit.MILLISECONDS.toNanos(plan.limitMillis()),
                plan.warmUps());
    }
}
