package io.fanlog.topic.benchmarks.memory;

import io.fanlog.topic.benchmarks.harness.Comparison;
import io.fanlog.topic.benchmarks.harness.Task;
import io.fanlog.topic.benchmarks.harness.Trial;
import io.fanlog.topic.benchmarks.harness.Unit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Bytes for each retained message, with 1, 8 and 64 subscribers. */
public final class MemoryComparison implements Comparison {
    private static final Map<String, Integer> CASES = new LinkedHashMap<>();
    private static final Map<String, RetainingSubject.Starter> SUBJECTS = new LinkedHashMap<>();

    static {
        CASES.put("1S", 1);
        CASES.put("8S", 8);
        CASES.put("64S", 64);
        SUBJECTS.put("fanlog", FanlogRetaining::new);
        SUBJECTS.put("reactor-sinks-replay", ReactorReplayRetaining::new);
        SUBJECTS.put("rxjava-replayprocessor", RxJavaReplayRetaining::new);
    }

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public Unit unit(String caseName) {
        return Unit.BYTES_PER_MESSAGE;
    }

    @Override
    public List<String> cases() {
        return List.copyOf(CASES.keySet());
    }

    @Override
    public List<String> subjects(String caseName) {
        return List.copyOf(SUBJECTS.keySet());
    }

    @Override
    public Trial trial(Task task) {
        Integer subscribers = CASES.get(task.caseName());
        RetainingSubject.Starter starter = SUBJECTS.get(task.subject());
        if (subscribers == null || starter == null) {
            throw new IllegalArgumentException("no " + task.subject() + " in " + task.caseName());
        }
        return new MemoryTrial(starter, subscribers);
    }
}
