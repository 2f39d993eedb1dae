package io.fanlog.topic.benchmarks.harness;

import java.util.List;
import java.util.Optional;

/** A benchmark: subjects that do the same work, in several cases. */
public interface Comparison {
    /**
     * Its name on the command line and in the JSON lines.
     *
     * @return one word
     */
    String name();

    /**
     * What a score counts.
     *
     * @param caseName one of {@link #cases}
     * @return as printed
     */
    Unit unit(String caseName);

    /**
     * The cases.
     *
     * @return names in the order they run
     */
    List<String> cases();

    /**
     * The cases of a quick run, if it was not said which.
     *
     * @return some of {@link #cases}; by default all
     */
    default List<String> quickCases() {
        return cases();
    }

    /**
     * What cannot be measured here, and why.
     *
     * @return lines for the reader
     */
    default List<String> skipped() {
        return List.of();
    }

    /**
     * What the reader of a case's rows has to know.
     *
     * @param caseName one of {@link #cases}
     * @param plan how long and how often
     * @return one line; empty for nothing
     */
    default Optional<String> note(String caseName, Plan plan) {
        return Optional.empty();
    }

    /**
     * The subjects of a case.
     *
     * @param caseName one of {@link #cases}
     * @return names in the order they take turns
     */
    List<String> subjects(String caseName);

    /**
     * A library that the summary has a column of its own for, beside the best peer of all.
     *
     * @return what the names of its subjects contain; empty for none
     */
    default Optional<String> family() {
        return Optional.empty();
    }

    /**
     * Makes what a fork runs.
     *
     * @param task the case, the subject and how long
     * @return a trial for one thread
     */
    Trial trial(Task task);
}
