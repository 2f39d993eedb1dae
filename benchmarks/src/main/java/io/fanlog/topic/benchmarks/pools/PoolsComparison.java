package io.fanlog.topic.benchmarks.pools;

import io.fanlog.topic.benchmarks.harness.Comparison;
import io.fanlog.topic.benchmarks.harness.Plan;
import io.fanlog.topic.benchmarks.harness.Task;
import io.fanlog.topic.benchmarks.harness.TimedTrial;
import io.fanlog.topic.benchmarks.harness.Trial;
import io.fanlog.topic.benchmarks.harness.Unit;
import io.fanlog.topic.benchmarks.harness.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Jobs through pools, and round trips of jobs added one by one or in batches. */
public final class PoolsComparison implements Comparison {
    private static final List<String> QUICK = List.of(
            "Loop10 1u-1Mt c1",
            "Loop10 1u-1Mt c2",
            "Loop10 100u-10Kt c2",
            "Loop10 1Mu-1t c2",
            "Sleep10ms 1u-1Mt c2",
            "Sleep10ms 1u-1Mt c50000",
            "Sleep5Loop5 1u-1Mt c50000");

    /** A run of jobs that sleep, many at a time, is not cut short: it would end before all that may run at once do. */
    private static final long LARGE_LIMIT_MILLIS = 20_000;

    private static final long ROUND_TRIPS = 1_000_000;

    @Override
    public String name() {
        return "pools";
    }

    @Override
    public Unit unit(String caseName) {
        return RoundTripSubjects.isCase(caseName) ? Unit.NANOS_PER_JOB : Unit.JOBS_PER_SECOND;
    }

    @Override
    public List<String> cases() {
        List<String> cases = new ArrayList<>();
        for (PoolCase each : PoolCase.all()) {
            if (each.canRunHere()) {
                cases.add(each.name());
            }
        }
        cases.addAll(RoundTripSubjects.cases());
        return cases;
    }

    @Override
    public List<String> quickCases() {
        return cases().stream()
                .filter(name -> QUICK.contains(name) || RoundTripSubjects.isCase(name))
                .toList();
    }

    @Override
    public List<String> skipped() {
        if (VirtualThreads.areAvailable()) {
            return List.of();
        }
        return List.of("skipped, since this JDK has no virtual threads: 1Ku-1Kt, 10Ku-100t, 1Mu-1t, and concurrency "
                + PoolCase.LARGE + " and more");
    }

    @Override
    public Optional<String> note(String caseName, Plan plan) {
        if (RoundTripSubjects.isCase(caseName)) {
            return Optional.empty();
        }
        PoolCase each = PoolCase.named(caseName);
        long jobs = wanted(each, plan);
        if (jobs >= ProducerPattern.JOBS) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "%,d jobs a run instead of %,d: each sleeps for %d ms",
                jobs,
                ProducerPattern.JOBS,
                each.shape().sleepMillis()));
    }

    @Override
    public List<String> subjects(String caseName) {
        return RoundTripSubjects.isCase(caseName)
                ? RoundTripSubjects.names(caseName)
                : PoolSubjects.names(PoolCase.named(caseName));
    }

    @Override
    public Trial trial(Task task) {
        Plan plan = task.plan();
        String caseName = task.caseName();
        if (RoundTripSubjects.isCase(caseName)) {
            Workload workload = RoundTripSubjects.workload(caseName, task.subject());
            long wanted = plan.messages() > 0 ? plan.messages() : ROUND_TRIPS;
            return timed(workload, unit(caseName), wanted, plan.limitMillis(), plan);
        }
        PoolCase each = PoolCase.named(caseName);
        Workload workload =
                new PoolWorkload(PoolSubjects.named(task.subject()), each.shape(), each.pattern(), each.concurrency());
        boolean isWhole = each.shape().sleepMillis() > 0;
        long limit = isWhole ? Math.max(LARGE_LIMIT_MILLIS, plan.limitMillis()) : plan.limitMillis();
        return timed(workload, unit(caseName), wanted(each, plan), limit, plan);
    }

    private static long wanted(PoolCase each, Plan plan) {
        return plan.messages() > 0 ? plan.messages() : each.jobs(plan.limitMillis());
    }

    private static TimedTrial timed(Workload workload, Unit unit, long wanted, long limitMillis, Plan plan) {
        return new TimedTrial(workload, unit, wanted, TimeUnit.MILLISECONDS.toNanos(limitMillis), plan.warmUps());
    }
}
