package io.fanlog.topic.benchmarks.harness;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Runs the subjects of a case, each in a fork of its own, in turn: one run of each, then the next run of each, so that what
 * else happens on the machine hits all alike.
 */
public final class ComparisonRunner {
    private final Comparison comparison;
    private final Plan plan;
    private final Class<?> forkMain;

    /**
     * A runner of a comparison.
     *
     * @param comparison what is compared
     * @param plan how long and how often
     * @param forkMain its main method is given the {@link Task} and serves a {@link ForkServer}
     */
    public ComparisonRunner(Comparison comparison, Plan plan, Class<?> forkMain) {
        this.comparison = comparison;
        this.plan = plan;
        this.forkMain = forkMain;
    }

    /**
     * Runs one case.
     *
     * @param caseName the case
     * @param subjects in the order they take turns
     * @return scores and failures, in the order of the subjects
     * @throws IOException if a JVM cannot be started
     */
    public CaseOutcome run(String caseName, List<String> subjects) throws IOException {
        CaseOutcome outcome = new CaseOutcome(caseName, comparison.unit(caseName), comparison.note(caseName, plan));
        Map<Task, List<Measurement>> runs = new LinkedHashMap<>();
        Map<Task, Fork> forks = new LinkedHashMap<>();
        try {
            for (String subject : subjects) {
                Task task = new Task(comparison.name(), caseName, subject, plan);
                forks.put(task, new Fork(forkMain, task));
                runs.put(task, new ArrayList<>());
            }
            askEach(forks, Command.WARM_UP, runs, outcome);
            for (int i = 0; i < plan.repetitions(); i++) {
                askEach(forks, Command.MEASURE, runs, outcome);
            }
        } finally {
            for (Fork fork : forks.values()) {
                fork.close();
            }
        }
        for (Task task : forks.keySet()) {
            outcome.add(Score.of(task, outcome.unit(), Objects.requireNonNull(runs.get(task))));
        }
        return outcome;
    }

    /** One turn; a fork whose subject failed gets no further one. */
    private void askEach(Map<Task, Fork> forks, Command command, Map<Task, List<Measurement>> runs, CaseOutcome outcome)
            throws IOException {
        for (Iterator<Map.Entry<Task, Fork>> all = forks.entrySet().iterator(); all.hasNext(); ) {
            Map.Entry<Task, Fork> entry = all.next();
            Task task = entry.getKey();
            Answer answer = entry.getValue().ask(command);
            if (answer.failure() != null) {
                outcome.addFailure(task.subject(), answer.failure());
                all.remove();
                entry.getValue().close();
            } else if (answer.measurement() != null) {
                Objects.requireNonNull(runs.get(task)).add(answer.measurement());
            }
        }
    }
}
